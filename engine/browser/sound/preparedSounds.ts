import type { SoundClip } from '../../timeline/soundtrack.ts';
import {
  decodeWhole,
  isTooLong,
  largestFor,
  type NotPrepared,
  type PreparedPart,
  preparedLength,
  type WholeSound,
  wavOf,
} from './prepareSound.ts';

/** A sound that was made ready. */
export interface PreparedSound {
  address: string;
  /** What of the clip is other when the made file is played. */
  part: PreparedPart;
}

/** A file as it is being made, or what has come of it. */
interface Preparing {
  /** Of the file that it is made from. */
  address: string;
  state: PreparedSound | 'making' | NotPrepared;
  ending: AbortController;
  /** When it was last asked for, milliseconds. */
  askedAt: number;
}

/** Nothing is made before so long after the last change of what is wanted, as while somebody trims; milliseconds. */
const QUIET_MS = 300;
/** So many files are cached, of at most 23 MB each; others are made again when they are heard again. */
const MAX_CACHED = 8;
/** A file that was asked for within this time is in use, milliseconds. */
const IN_USE_MS = 1000;
/** A decoded sound of at most so many samples is cached for its other parts: 40 MB. */
const MAX_CACHED_SAMPLES = 1e7;

/** Sounds that play backwards or at another pace. A file's are made one after another, and released when no clip asks for them. */
export class PreparedSounds {
  readonly #onMade: () => void;
  readonly #files = new Map<string, Preparing>();
  /** What is being made of each file, by address. */
  readonly #work = new Map<string, Promise<void>>();
  #changedAt = Number.NEGATIVE_INFINITY;
  /** The sound that was decoded last: while it is trimmed, other parts of it are wanted. */
  #decoded: { address: string; whole: WholeSound } | undefined;

  /** @param onMade a file is there, or it is known why there is none. */
  constructor(onMade: () => void) {
    this.#onMade = onMade;
  }

  /** Whether a file is not there yet. @param key see `find`. */
  isMaking(key: string): boolean {
    return this.#files.get(key)?.state === 'making';
  }

  /**
   * Begins to make a file that is not there yet. @param key names part and file in the project. @param address of the
   * file as it can be loaded now. @param clip that plays the part.
   */
  find(key: string, address: string, clip: SoundClip): Preparing['state'] {
    const now = performance.now();
    const known = this.#files.get(key);
    if (known?.address === address) {
      known.askedAt = now;
      return known.state;
    }
    if (known) this.#drop(key, known);
    for (const [other, file] of this.#files) {
      if (this.#files.size >= MAX_CACHED && now - file.askedAt > IN_USE_MS) this.#drop(other, file);
    }
    const preparing: Preparing = { address, state: 'making', ending: new AbortController(), askedAt: now };
    this.#files.set(key, preparing);
    this.#queue(preparing, clip);
    return 'making';
  }

  /** Lets go of all but what clips ask for. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const [key, file] of this.#files) {
      if (keys.has(key)) continue;
      this.#drop(key, file);
      this.#changedAt = performance.now();
    }
    if (keys.size === 0) this.#decoded = undefined;
  }

  /** Lets what failed be tried again. */
  forgetFailed(): void {
    for (const [key, { state }] of this.#files) if (state === 'failed') this.#files.delete(key);
  }

  dispose(): void {
    this.keepOnly(new Set());
  }

  #drop(key: string, { ending, state }: Preparing): void {
    ending.abort();
    if (typeof state === 'object') URL.revokeObjectURL(state.address);
    this.#files.delete(key);
  }

  /** What a file is still asked for is made one after another; afterwards nothing of it is remembered. */
  #queue(preparing: Preparing, clip: SoundClip): void {
    const { address } = preparing;
    const before = this.#work.get(address) ?? Promise.resolve();
    const work = before
      .then(() => this.#prepare(preparing, clip))
      .then(() => {
        if (this.#work.get(address) === work) this.#work.delete(address);
      });
    this.#work.set(address, work);
  }

  async #prepare(preparing: Preparing, clip: SoundClip): Promise<void> {
    const { signal } = preparing.ending;
    const rest = this.#changedAt + QUIET_MS - performance.now();
    if (rest > 0 && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, rest));
    if (signal.aborted) return;
    const state = await this.#make(preparing.address, clip, signal).catch(() => 'failed' as const);
    if (signal.aborted) return;
    preparing.state = state;
    this.#onMade();
  }

  async #make(address: string, clip: SoundClip, signal: AbortSignal): Promise<PreparedSound | NotPrepared> {
    if (isTooLong(clip)) return 'long';
    const cached = this.#decoded?.address === address ? this.#decoded.whole : undefined;
    const whole = cached ?? (await decodeWhole(address, largestFor(clip), signal));
    if (typeof whole === 'string') return whole;
    const { length, numberOfChannels } = whole.sound;
    this.#decoded = length * numberOfChannels <= MAX_CACHED_SAMPLES ? { address, whole } : undefined;
    return preparedSound(await wavOf(whole, clip, signal), clip);
  }
}

function preparedSound(blob: Blob, clip: SoundClip): PreparedSound {
  const part = { mediaStart: 0, mediaEnd: preparedLength(clip), speed: 1, isReversed: false, isBoomeranged: false };
  return { address: URL.createObjectURL(blob), part };
}
