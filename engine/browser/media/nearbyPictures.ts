import type { StandIn } from './openMedia.ts';

/** A thumbnail of a video and its time in seconds. */
export interface NearbyPicture {
  time: number;
  image: ImageBitmap;
}

/** Returns the available thumbnail nearest to a time; undefined if there is none. */
type Nearest = (time: number) => NearbyPicture | undefined;

/**
 * A thumbnail replaces the previous frame only if its distance to the requested time is below this share, because it is
 * less sharp.
 */
const NEARER = 0.5;

/** Shows the nearest thumbnail while a video seeks. */
export class NearbyPictures implements StandIn {
  readonly #nearest: Nearest;
  #canvas: OffscreenCanvas | undefined;
  /** Time of the visible image, in seconds of the file. */
  #shown = 0;
  /** Distance of the thumbnail from the requested time, which a new frame must not exceed, in seconds. */
  #off = Number.POSITIVE_INFINITY;

  /** @param nearest returns the thumbnails. */
  constructor(nearest: Nearest) {
    this.#nearest = nearest;
  }

  pictureAt(time: number): OffscreenCanvas | undefined {
    const found = this.#nearest(time);
    if (!found) return undefined;
    const off = Math.abs(found.time - time);
    if (off >= Math.abs(this.#shown - time) * NEARER) return undefined;
    const { image } = found;
    // A copy, because filmstrips release their thumbnails at any time.
    this.#canvas ??= new OffscreenCanvas(1, 1);
    this.#canvas.width = image.width;
    this.#canvas.height = image.height;
    this.#canvas.getContext('2d')?.drawImage(image, 0, 0);
    this.#shown = found.time;
    this.#off = off;
    return this.#canvas;
  }

  yieldsTo(time: number, target: number): boolean {
    if (Math.abs(time - target) > this.#off) return false;
    this.#shown = time;
    this.#off = Number.POSITIVE_INFINITY;
    return true;
  }
}
