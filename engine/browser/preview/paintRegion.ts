import type { Box, Size } from '../../layout/box.ts';
import type { Rect } from '../../layout/fit.ts';
import { canvasSeenFrom, intersection, isFarLarger } from '../../layout/rect.ts';

/** Margin around the canvas that is painted for a partial image, as a share of the canvas: room for moves. */
const aside = 0.25;

/** The part of an upright layer that is painted, in project pixels. */
export interface PaintRegion extends Rect {
  /** Whether a move or rotation could reveal more. */
  isCut: boolean;
}

/**
 * Returns the part of a layer to paint: all of it, unless it is far larger than the canvas.
 * @param reach everything that the upright layer touches. @param box of the layer. @param canvas size in project
 * pixels.
 */
export function regionOf(reach: Rect, box: Box, canvas: Size): PaintRegion {
  if (!isFarLarger(reach, canvas)) return { ...reach, isCut: false };
  const margin = { x: aside * canvas.width, y: aside * canvas.height };
  return { ...intersection(reach, canvasSeenFrom(box, canvas, margin)), isCut: true };
}

/**
 * Returns whether a partial region still contains everything visible of a layer. @param box current box of the layer.
 */
export function holdsSeen(region: Rect, reach: Rect, box: Box, canvas: Size): boolean {
  const seen = intersection(reach, canvasSeenFrom(box, canvas, { x: 0, y: 0 }));
  const slack = 0.5;
  return (
    seen.width <= 0 ||
    seen.height <= 0 ||
    (seen.x >= region.x - slack &&
      seen.y >= region.y - slack &&
      seen.x + seen.width <= region.x + region.width + slack &&
      seen.y + seen.height <= region.y + region.height + slack)
  );
}
