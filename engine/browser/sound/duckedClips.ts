import { duckingSources, withDucking } from '../../timeline/ducking.ts';
import type { Peaks } from '../../timeline/peaks.ts';
import type { AudioClip } from '../../timeline/soundtrack.ts';
import type { Wave } from '../strips/waveform.ts';

/** Measures the peaks of a file; see `Waveforms.read`. */
export type ReadWave = (url: string, signal: AbortSignal) => Promise<Wave | undefined>;

/** The clips of a soundtrack, with ducking applied as soon as the peaks of the other files are known. */
export class DuckedClips {
  readonly #read: ReadWave | undefined;
  readonly #onLearned: () => void;
  readonly #known = new Map<string, Peaks>();
  readonly #readings = new Map<string, AbortController>();
  #given: readonly AudioClip[] = [];

  /** @param onLearned called when the clips change. */
  constructor(read: ReadWave | undefined, onLearned: () => void) {
    this.#read = read;
    this.#onLearned = onLearned;
  }

  get clips(): readonly AudioClip[] {
    return withDucking(this.#given, (url) => this.#known.get(url));
  }

  set clips(given: readonly AudioClip[]) {
    this.#given = given;
    const sources = new Set(duckingSources(given));
    for (const [url, ending] of this.#readings) if (!sources.has(url)) this.#end(url, ending);
    for (const url of sources) if (!this.#known.has(url) && !this.#readings.has(url)) void this.#learn(url);
  }

  /** Stops all measurements. */
  dispose(): void {
    for (const [url, ending] of this.#readings) this.#end(url, ending);
  }

  async #learn(url: string): Promise<void> {
    const ending = new AbortController();
    this.#readings.set(url, ending);
    const wave = await this.#read?.(url, ending.signal).catch(() => undefined);
    if (ending.signal.aborted) return;
    // A missing file may be available when the clips are set next.
    this.#readings.delete(url);
    if (wave?.state !== 'ready' && wave?.state !== 'none') return;
    // Empty for a file without audio.
    this.#known.set(url, wave.peaks);
    this.#onLearned();
  }

  #end(url: string, ending: AbortController): void {
    ending.abort();
    this.#readings.delete(url);
  }
}
