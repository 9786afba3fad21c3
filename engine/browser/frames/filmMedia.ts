import type { MediaState } from '../media/mediaPool.ts';
import { LATENESS, type OpenMedia } from '../media/openMedia.ts';
import { type Film, shownAt } from './film.ts';
import { createFrameReader, type FrameReader } from './frameReader.ts';
import { readFilm } from './readFilm.ts';

/** A step back over more frames than this is the start of another run; backwards at any pace the steps are shorter. */
const LONGEST_STEP = 16;

/**
 * Opens a film of which every frame is decoded by itself, at any pace and in both directions: for exports. Fails for
 * files that are no MP4, MOV or WebM, and for codecs that this browser's decoder does not know; a video element may still
 * show those.
 */
export function openFilm(address: string, onChange: () => void): OpenMedia {
  return new FilmMedia(address, onChange);
}

class FilmMedia implements OpenMedia {
  state: MediaState = 'loading';
  source: VideoFrame | undefined;
  width = 0;
  height = 0;
  duration = 0;
  version = 0;
  settled = false;
  readonly #onChange: () => void;
  readonly #ending = new AbortController();
  #film: Film | undefined;
  #reader: FrameReader | undefined;
  #time = 0;
  #shown = -1;
  #busy = true;
  #scratch: OffscreenCanvas | undefined;

  constructor(address: string, onChange: () => void) {
    this.#onChange = onChange;
    this.#open(address).catch(() => this.#fail());
  }

  follow(time: number): void {
    this.#time = time;
    if (!this.#film || this.state !== 'ready' || this.#wanted(this.#film) === this.#shown) return;
    this.settled = false;
    if (!this.#busy) this.#work(this.#film).catch(() => this.#fail());
  }

  close(): void {
    this.#ending.abort();
    this.source?.close();
    this.source = undefined;
    this.#reader?.close();
    this.#reader = undefined;
  }

  async #open(address: string): Promise<void> {
    const { signal } = this.#ending;
    const answer = await fetch(address, { signal });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const film = (await readFilm(await answer.blob(), signal))?.film;
    if (!film || !(await VideoDecoder.isConfigSupported(film.config)).supported) throw new Error('no film');
    if (signal.aborted) return;
    this.#film = film;
    this.#reader = createFrameReader(film);
    Object.assign(this, { width: film.width, height: film.height, duration: film.duration });
    await this.#work(film);
  }

  #wanted(film: Film): number {
    return shownAt(film, this.#time + LATENESS);
  }

  /** Shows the wanted frame, also when another is wanted meanwhile. */
  async #work(film: Film): Promise<void> {
    this.#busy = true;
    while (this.#reader) {
      const place = this.#wanted(film);
      if (place === this.#shown) break;
      const back = this.#shown - place;
      const frame = await this.#reader.frame(place, back > 0 && back <= LONGEST_STEP);
      if (this.#ending.signal.aborted) return;
      this.source?.close();
      this.source = this.#turned(frame, film);
      this.#shown = place;
      this.state = 'ready';
      this.#tell();
    }
    this.#busy = false;
    this.settled = true;
    this.#tell();
  }

  /** The frame as it is shown, the caller's own. */
  #turned(frame: VideoFrame, { rotation, width, height }: Film): VideoFrame {
    if (rotation === 0) return frame.clone();
    const canvas = this.#scratch ?? new OffscreenCanvas(width, height);
    this.#scratch = canvas;
    const ctx = canvas.getContext('2d');
    if (!ctx) throw new Error('This browser gives no canvas to draw on.');
    ctx.setTransform(1, 0, 0, 1, width / 2, height / 2);
    ctx.rotate((rotation * Math.PI) / 180);
    const [across, down] = rotation === 180 ? [width, height] : [height, width];
    ctx.drawImage(frame, -across / 2, -down / 2, across, down);
    return new VideoFrame(canvas, { timestamp: frame.timestamp });
  }

  #fail(): void {
    if (this.#ending.signal.aborted) return;
    this.state = 'failed';
    this.source?.close();
    this.source = undefined;
    this.settled = true;
    this.#tell();
  }

  #tell(): void {
    this.version += 1;
    this.#onChange();
  }
}
