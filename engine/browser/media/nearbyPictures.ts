import type { StandIn } from './openMedia.ts';

/** A small picture of a video, and its second. */
export interface NearbyPicture {
  time: number;
  image: ImageBitmap;
}

/** The picture of a video that is at hand and nearest to a second of it; undefined where there is none. */
type Nearest = (time: number) => NearbyPicture | undefined;

/** What is shown instead must be so much nearer to the sought time than the frame of before: it is less sharp. */
const NEARER = 0.5;

/** The small picture that is nearest to what was sought stands for it. */
export class NearbyPictures implements StandIn {
  readonly #nearest: Nearest;
  #canvas: OffscreenCanvas | undefined;
  /** Second of the file that is seen now. */
  #shown = 0;
  /** How far the next one that comes may be off what is wanted, seconds. */
  #off = Number.POSITIVE_INFINITY;

  /** @param nearest gives the pictures. */
  constructor(nearest: Nearest) {
    this.#nearest = nearest;
  }

  pictureAt(time: number): OffscreenCanvas | undefined {
    const found = this.#nearest(time);
    if (!found) return undefined;
    const off = Math.abs(found.time - time);
    if (off >= Math.abs(this.#shown - time) * NEARER) return undefined;
    const { image } = found;
    // A copy: pictures of a strip are let go of at any time.
    this.#canvas ??= new OffscreenCanvas(1, 1);
    this.#canvas.width = image.width;
    this.#canvas.height = image.height;
    this.#canvas.getContext('2d')?.drawImage(image, 0, 0);
    this.#shown = found.time;
    this.#off = off;
    return this.#canvas;
  }

  yieldsTo(time: number, wanted: number): boolean {
    if (Math.abs(time - wanted) > this.#off) return false;
    this.#shown = time;
    this.#off = Number.POSITIVE_INFINITY;
    return true;
  }
}
