import { NEAREST } from '../../kinds/pictureMotion.ts';
import type { Fitted } from '../../layout/fit.ts';
import type { QuadSource } from '../compositor/quad.ts';
import type { MediaHandle } from '../media/mediaPool.ts';
import type { Stage } from './stage.ts';

/** An image is prepainted if its largest size is at most this share of its file … */
const shrinking = 0.9;
/** … and at most this many times the canvas's area. */
const mostAreas = 4;

/** The visible part of an image with motion, at its largest size. */
export interface NearestPicture {
  source: OffscreenCanvas;
  /** Its file and the key of its visible part and size. */
  handle: MediaHandle;
  key: string;
  /** Changes with every painting. */
  number: number;
}

let paintings = 0;

/**
 * Paints the visible part of an image with motion once, as the renderer does, and moves the result: downscaling the
 * file for every frame would make sharpness vary during the motion. @param known the previous painting.
 * @param whole placement in its box, in project pixels.
 * @returns the same object if up to date; undefined if the file itself can be used: it is hardly downscaled, or far
 * larger than the canvas.
 */
export function paintNearest(
  known: NearestPicture | undefined,
  handle: MediaHandle,
  { crop, target }: Fitted,
  { scale, canvas }: Pick<Stage, 'scale' | 'canvas'>,
): NearestPicture | undefined {
  const [width, height] = [target.width, target.height].map((side) => 2 * Math.round((side * scale) / NEAREST / 2)) as [
    number,
    number,
  ];
  const isShrunk = width < shrinking * crop.width && height < shrinking * crop.height;
  const isSmall = width * height <= mostAreas * canvas.width * canvas.height * scale * scale;
  if (!handle.source || !isShrunk || !isSmall || width === 0 || height === 0) return undefined;
  const key = `${handle.version} ${width} ${height} ${crop.x} ${crop.y} ${crop.width} ${crop.height}`;
  if (known && known.handle === handle && known.key === key) return known;
  const source = new OffscreenCanvas(width, height);
  // On the CPU, because a graphics card downscales differently from the renderer; this is done once.
  const ctx = source.getContext('2d', { willReadFrequently: true });
  if (!ctx) return undefined;
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(handle.source as QuadSource, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height);
  paintings += 1;
  return { source, handle, key, number: paintings };
}
