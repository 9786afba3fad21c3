import { NEAREST } from '../../kinds/pictureMotion.ts';
import type { Fitted } from '../../layout/fit.ts';
import type { QuadSource } from '../compositor/quad.ts';
import type { MediaHandle } from '../media/mediaPool.ts';
import type { Stage } from './stage.ts';

/** A picture is painted first where it is no larger, nearest, than this share of its file. */
const shrinking = 0.9;
/** And no larger than this many times the canvas. */
const mostAreas = 4;

/** What a moving picture shows of its file, as large as it is where it is nearest. */
export interface NearestPicture {
  source: OffscreenCanvas;
  /** Of which file and of what of it, in which size. */
  handle: MediaHandle;
  key: string;
  /** Another with every painting. */
  number: number;
}

let paintings = 0;

/**
 * Paints what a picture that moves in its box shows of its file once, as the renderer does, and is moved from there: shrunk out of
 * its file anew for every frame, it would become sharp and soft on the way. @param known what was painted before.
 * @param whole how it lies in its box, project pixels.
 * @returns the same where it is painted already; undefined where the file itself serves: it is hardly shrunk, or far larger than the canvas.
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
  // A graphics card has other small copies of a picture than the renderer; this is done once.
  const ctx = source.getContext('2d', { willReadFrequently: true });
  if (!ctx) return undefined;
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(handle.source as QuadSource, crop.x, crop.y, crop.width, crop.height, 0, 0, width, height);
  paintings += 1;
  return { source, handle, key, number: paintings };
}
