import { type Box, boundsOf, type Size } from './box.ts';

/**
 * Keeps a dragged box within reach: `margin` pixels of its bounds stay on the canvas, or all of it if it is smaller. A
 * box that was further out may stay there but not move further.
 * @param start the box at the start of the drag.
 */
export function keepReachable(box: Box, start: Box, canvas: Size, margin: number): Box {
  const bounds = boundsOf(box);
  const before = boundsOf(start);
  return {
    ...box,
    x: box.x + pulled(bounds.x, bounds.width, before.x, canvas.width, margin),
    y: box.y + pulled(bounds.y, bounds.height, before.y, canvas.height, margin),
  };
}

/** Returns the correction of an edge on one axis; 0 if none is needed. */
function pulled(at: number, length: number, before: number, canvasLength: number, margin: number): number {
  const stripe = Math.min(margin, length, canvasLength);
  const lowest = Math.min(before, stripe - length);
  const highest = Math.max(before, canvasLength - stripe);
  return Math.min(highest, Math.max(lowest, at)) - at;
}
