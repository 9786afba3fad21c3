import type { AudioClip } from '../../timeline/soundtrack.ts';
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

/** A prepared file. */
export interface PreparedSound {
  address: string;
  /** The clip's fields for playing the prepared file. */
  part: PreparedPart;
}

/** A file in preparation, or its result. */
interface Preparing {
  /** URL of its source file. */
  address: string;
  state: PreparedSound | 'making' | NotPrepared;
  ending: AbortController;
  /** Last request, in milliseconds. */
  askedAt: number;
}

/** Delay after the last change of requests, such as during trimming, in milliseconds. */
const QUIET_MS = 300;
/** Most cached files, of at most 23 MB each; others are prepared again when needed. */
const MAX_CACHED = 8;
/** A file requested within this time is in use, in milliseconds. */
const IN_USE_MS = 1000;
/** Largest decoded audio to cache, in samples of 4 bytes. Other clips of the same file use it. */
const MAX_CACHED_SAMPLES = 1e7;

/**
 * Prepares audio that plays backwards or at another speed. The parts of one file are prepared one after another, and
 * released when no clip requests them.
 */
export class PreparedSounds {
  readonly #onMade: () => void;
  readonly #files = new Map<string, Preparing>();
  /** Running preparation of each source file, by URL. */
  readonly #work = new Map<string, Promise<void>>();
  #changedAt = Number.NEGATIVE_INFINITY;
  /** The last decoded audio: during trimming, other parts of it are requested. */
  #decoded: { address: string; whole: WholeSound } | undefined;

  /** @param onMade called when a file is ready or has failed. */
  constructor(onMade: () => void) {
    this.#onMade = onMade;
  }

  /** Returns whether a file is being prepared. @param key see `find`. */
  isMaking(key: string): boolean {
    return this.#files.get(key)?.state === 'making';
  }

  /**
   * Returns the state of a file and starts its preparation if needed. @param key identifies part and file in the
   * project. @param address current URL of the source file. @param clip that plays the part.
   */
  find(key: string, address: string, clip: AudioClip): Preparing['state'] {
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

  /** Releases all files except those requested by clips. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const [key, file] of this.#files) {
      if (keys.has(key)) continue;
      this.#drop(key, file);
      this.#changedAt = performance.now();
    }
    if (keys.size === 0) this.#decoded = undefined;
  }

  /** Lets failed files be tried again. */
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

  /** Prepares the requested parts of a file one after another; then forgets the queue. */
  #queue(preparing: Preparing, clip: AudioClip): void {
    const { address } = preparing;
    const before = this.#work.get(address) ?? Promise.resolve();
    const work = before
      .then(() => this.#prepare(preparing, clip))
      .then(() => {
        if (this.#work.get(address) === work) this.#work.delete(address);
      });
    this.#work.set(address, work);
  }

  async #prepare(preparing: Preparing, clip: AudioClip): Promise<void> {
    const { signal } = preparing.ending;
    const rest = this.#changedAt + QUIET_MS - performance.now();
    if (rest > 0 && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, rest));
    if (signal.aborted) return;
    const state = await this.#make(preparing.address, clip, signal).catch(() => 'failed' as const);
    if (signal.aborted) {
      if (typeof state === 'object') URL.revokeObjectURL(state.address);
      return;
    }
    preparing.state = state;
    this.#onMade();
  }

  async #make(address: string, clip: AudioClip, signal: AbortSignal): Promise<PreparedSound | NotPrepared> {
    if (isTooLong(clip)) return 'long';
    const cached = this.#decoded?.address === address ? this.#decoded.whole : undefined;
    const whole = cached ?? (await decodeWhole(address, largestFor(clip), signal));
    if (typeof whole === 'string') return whole;
    const { length, numberOfChannels } = whole.sound;
    this.#decoded = length * numberOfChannels <= MAX_CACHED_SAMPLES ? { address, whole } : undefined;
    return preparedSound(await wavOf(whole, clip, signal), clip);
  }
}

function preparedSound(blob: Blob, clip: AudioClip): PreparedSound {
  const part = { mediaStart: 0, mediaEnd: preparedLength(clip), speed: 1, isReversed: false, isBoomeranged: false };
  return { address: URL.createObjectURL(blob), part };
}
