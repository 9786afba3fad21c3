import { duckingSources, withDucking } from '../../timeline/ducking.ts';
import type { Peaks } from '../../timeline/peaks.ts';
import { type AudioClip, audioKey } from '../../timeline/soundtrack.ts';
import type { Wave } from '../strips/waveform.ts';

/** Measures how loud the audio of a clip is over the time of its file, as `Waveforms.read` does. */
export type ReadWave = (clip: Pick<AudioClip, 'url' | 'audioTrack'>, signal: AbortSignal) => Promise<Wave | undefined>;

/** The clips of a soundtrack, with ducking applied as soon as the peaks of the other files are known. */
export class DuckedClips {
  readonly #read: ReadWave | undefined;
  readonly #onLearned: () => void;
  readonly #known = new Map<string, Peaks>();
  readonly #readings = new Map<string, AbortController>();
  #source: readonly AudioClip[] = [];

  /** @param onLearned called when the clips change. */
  constructor(read: ReadWave | undefined, onLearned: () => void) {
    this.#read = read;
    this.#onLearned = onLearned;
  }

  get clips(): readonly AudioClip[] {
    return withDucking(this.#source, (clip) => this.#known.get(audioKey(clip)));
  }

  set clips(source: readonly AudioClip[]) {
    this.#source = source;
    const sources = new Map(duckingSources(source).map((clip) => [audioKey(clip), clip]));
    for (const [key, ending] of this.#readings) if (!sources.has(key)) this.#abort(key, ending);
    for (const [key, clip] of sources)
      if (!this.#known.has(key) && !this.#readings.has(key)) void this.#learn(key, clip);
  }

  /** Stops all measurements. */
  dispose(): void {
    for (const [key, ending] of this.#readings) this.#abort(key, ending);
  }

  async #learn(key: string, clip: AudioClip): Promise<void> {
    const ending = new AbortController();
    this.#readings.set(key, ending);
    const wave = await this.#read?.(clip, ending.signal).catch(() => undefined);
    if (ending.signal.aborted) return;
    // A missing file may exist when the clips change next.
    this.#readings.delete(key);
    if (wave?.state !== 'ready' && wave?.state !== 'none') return;
    // Of a file without sound they are empty.
    this.#known.set(key, wave.peaks);
    this.#onLearned();
  }

  #abort(key: string, ending: AbortController): void {
    ending.abort();
    this.#readings.delete(key);
  }
}
