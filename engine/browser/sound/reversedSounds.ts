import type { SoundClip } from '../../timeline/soundtrack.ts';
import { decodeWhole, isTooLong, type NotReversed, type ReversedPart, type WholeSound, wavOf } from './reverseSound.ts';

/** A sound that was reversed. */
export interface ReversedSound {
  address: string;
  /** What of the clip is other when the made file is played. */
  part: Pick<SoundClip, 'mediaStart' | 'mediaEnd' | 'isReversed' | 'isBoomeranged'>;
}

/** A file as it is being made, or what has come of it. */
interface Reversing {
  /** Of the file that it is made from. */
  address: string;
  state: ReversedSound | 'making' | NotReversed;
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

/** Sounds that play backwards. A file's are made one after another, and released when no clip asks for them. */
export class ReversedSounds {
  readonly #onMade: () => void;
  readonly #files = new Map<string, Reversing>();
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
   * file as it can be loaded now.
   */
  find(key: string, address: string, part: ReversedPart): Reversing['state'] {
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
    const reversing: Reversing = { address, state: 'making', ending: new AbortController(), askedAt: now };
    this.#files.set(key, reversing);
    const before = this.#work.get(address) ?? Promise.resolve();
    this.#work.set(
      address,
      before.then(() => this.#reverse(reversing, part)),
    );
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

  #drop(key: string, { ending, state }: Reversing): void {
    ending.abort();
    if (typeof state === 'object') URL.revokeObjectURL(state.address);
    this.#files.delete(key);
  }

  async #reverse(reversing: Reversing, part: ReversedPart): Promise<void> {
    const { signal } = reversing.ending;
    const rest = this.#changedAt + QUIET_MS - performance.now();
    if (rest > 0 && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, rest));
    if (signal.aborted) return;
    const state = await this.#make(reversing.address, part, signal).catch(() => 'failed' as const);
    if (signal.aborted) return;
    reversing.state = state;
    this.#onMade();
  }

  async #make(address: string, part: ReversedPart, signal: AbortSignal): Promise<ReversedSound | NotReversed> {
    if (isTooLong(part)) return 'long';
    const cached = this.#decoded?.address === address ? this.#decoded.whole : undefined;
    const whole = cached ?? (await decodeWhole(address, signal));
    if (typeof whole === 'string') return whole;
    const { length, numberOfChannels } = whole.sound;
    this.#decoded = length * numberOfChannels <= MAX_CACHED_SAMPLES ? { address, whole } : undefined;
    return reversedSound(wavOf(whole, part), part);
  }
}

function reversedSound(blob: Blob, { start, end, isBoomeranged }: ReversedPart): ReversedSound {
  const length = (end - start) * (isBoomeranged ? 2 : 1);
  const part = { mediaStart: 0, mediaEnd: length, isReversed: false, isBoomeranged: false };
  return { address: URL.createObjectURL(blob), part };
}
