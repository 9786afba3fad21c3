import type { Box, Size } from '../../layout/box.ts';
import type { Rect } from '../../layout/fit.ts';
import { canvasSeenFrom, intersection, isFarLarger } from '../../layout/rect.ts';

/** How much around the canvas is painted with a cut picture, as a share of the canvas: room to be moved. */
const aside = 0.25;

/** The part of a layer that is painted, project pixels, the layer upright. */
export interface PaintRegion extends Rect {
  /** Whether the canvas could show more after a move or a turn. */
  isCut: boolean;
}

/**
 * Which part of a layer is to be painted: all of it, unless it is far larger than the canvas.
 * @param reach all that the layer touches while upright. @param box where it stands. @param canvas project pixels.
 */
export function regionOf(reach: Rect, box: Box, canvas: Size): PaintRegion {
  if (!isFarLarger(reach, canvas)) return { ...reach, isCut: false };
  const margin = { x: aside * canvas.width, y: aside * canvas.height };
  return { ...intersection(reach, canvasSeenFrom(box, canvas, margin)), isCut: true };
}

/** Whether a cut region still holds all of a layer that the canvas shows. @param moved how far it has moved since. */
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
