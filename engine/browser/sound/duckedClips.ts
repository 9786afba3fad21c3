import { duckingSources, withDucking } from '../../timeline/ducking.ts';
import type { Peaks } from '../../timeline/peaks.ts';
import { audioKey, type SoundClip } from '../../timeline/soundtrack.ts';
import type { Wave } from '../strips/waveform.ts';

/** Measures how loud the audio of a clip is over the time of its file, as `Waveforms.read` does. */
export type ReadWave = (clip: Pick<SoundClip, 'url' | 'audioTrack'>, signal: AbortSignal) => Promise<Wave | undefined>;

/** The clips of a soundtrack, of which some go down under others as soon as it is known how loud these are. */
export class DuckedClips {
  readonly #read: ReadWave | undefined;
  readonly #onLearned: () => void;
  readonly #known = new Map<string, Peaks>();
  readonly #readings = new Map<string, AbortController>();
  #given: readonly SoundClip[] = [];

  /** @param onLearned called when the clips are other ones than before. */
  constructor(read: ReadWave | undefined, onLearned: () => void) {
    this.#read = read;
    this.#onLearned = onLearned;
  }

  get clips(): readonly SoundClip[] {
    return withDucking(this.#given, (clip) => this.#known.get(audioKey(clip)));
  }

  set clips(given: readonly SoundClip[]) {
    this.#given = given;
    const sources = new Map(duckingSources(given).map((clip) => [audioKey(clip), clip]));
    for (const [key, ending] of this.#readings) if (!sources.has(key)) this.#end(key, ending);
    for (const [key, clip] of sources)
      if (!this.#known.has(key) && !this.#readings.has(key)) void this.#learn(key, clip);
  }

  /** Ends all measuring. */
  dispose(): void {
    for (const [key, ending] of this.#readings) this.#end(key, ending);
  }

  async #learn(key: string, clip: SoundClip): Promise<void> {
    const ending = new AbortController();
    this.#readings.set(key, ending);
    const wave = await this.#read?.(clip, ending.signal).catch(() => undefined);
    if (ending.signal.aborted) return;
    // One that was not there may be when the clips are next told.
    this.#readings.delete(key);
    if (wave?.state !== 'ready' && wave?.state !== 'none') return;
    // Of a file without sound they are empty.
    this.#known.set(key, wave.peaks);
    this.#onLearned();
  }

  #end(key: string, ending: AbortController): void {
    ending.abort();
    this.#readings.delete(key);
  }
}
