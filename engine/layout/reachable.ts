import { type Box, boundsOf, type Size } from './box.ts';

/**
 * Keeps a box that is dragged within reach: a stripe of `margin` pixels of its bounds stays on the canvas, or all of it
 * where it is smaller. One that stood further out already may stay there, and go no further.
 * @param start the box as it was when the drag began.
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

/** How far an edge must come back on one axis; 0 when it is fine. */
function pulled(at: number, length: number, before: number, canvasLength: number, margin: number): number {
  const stripe = Math.min(margin, length, canvasLength);
  const lowest = Math.min(before, stripe - length);
  const highest = Math.max(before, canvasLength - stripe);
  return Math.min(highest, Math.max(lowest, at)) - at;
}
