import { type Box, boundsOf, type Size } from '../layout/box.ts';
import type { Rect } from '../layout/fit.ts';

/** A picture may have this many times the canvas's area before what cannot be seen is left out. */
const roomyAreas = 2;
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
  if (reach.width * reach.height <= roomyAreas * canvas.width * canvas.height) return { ...reach, isCut: false };
  return { ...overlap(reach, canvasSeenFrom(box, canvas, aside)), isCut: true };
}

/** Whether a cut region still holds all of a layer that the canvas shows. @param moved how far it has moved since. */
export function holdsSeen(region: Rect, reach: Rect, box: Box, canvas: Size): boolean {
  const seen = overlap(reach, canvasSeenFrom(box, canvas, 0));
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

/** The upright rectangle around the canvas as it lies for a layer that is turned around the centre of its box. */
function canvasSeenFrom(box: Box, canvas: Size, margin: number): Rect {
  const width = canvas.width * (1 + 2 * margin);
  const height = canvas.height * (1 + 2 * margin);
  const radians = (-box.rotation * Math.PI) / 180;
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const away = { x: canvas.width / 2 - centre.x, y: canvas.height / 2 - centre.y };
  const x = centre.x + away.x * Math.cos(radians) - away.y * Math.sin(radians) - width / 2;
  const y = centre.y + away.x * Math.sin(radians) + away.y * Math.cos(radians) - height / 2;
  return boundsOf({ x, y, width, height, rotation: box.rotation });
}

function overlap(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const right = Math.min(a.x + a.width, b.x + b.width);
  const bottom = Math.min(a.y + a.height, b.y + b.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}
