import type { View } from '../kinds/pictureMotion.ts';
import type { Move } from '../motion/layerState.ts';
import { type Box, boundsOf, type Size } from './box.ts';

/** How a layer is moved as a picture: by how much its middle, pixels of the canvas, and its size around it. */
export interface Moved {
  x: number;
  y: number;
  scale: number;
}

/** How a layer is moved on its canvas. @param box where it stands in its place, pixels. */
export function movedBy({ away, scale }: Move, box: Box, canvas: Size): Moved {
  const { x, y, width, height } = boundsOf(box);
  return {
    x: wayOut(away.x, x, width, canvas.width),
    y: wayOut(away.y, y, height, canvas.height),
    scale,
  };
}

/** So much of the canvas's side further out, nothing of most outlines and shadows reaches onto it any more. */
const BEYOND = 0.02;

/** A share of the way from a place to beyond the canvas. */
function wayOut(share: number, start: number, length: number, canvas: number): number {
  if (share === 0) return 0;
  return share * (Math.max(0, share < 0 ? start + length : canvas - start) + BEYOND * canvas);
}

/** The edges of what is seen of a layer, pixels from the middle of its box before it is scaled and rotated. */
export interface SeenEdges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Beyond everything. */
const FAR = 1e6;

/** All of it is seen. */
export const allSeen: SeenEdges = { left: -FAR, top: -FAR, right: FAR, bottom: FAR };

/** The edges of a view of a box. What reaches beyond an edge of the box, such as its shadow, is seen where that edge is. */
export function seenEdges({ x, y, width, height }: View, box: Size): SeenEdges {
  return {
    left: x <= 0 ? -FAR : (x - 0.5) * box.width,
    top: y <= 0 ? -FAR : (y - 0.5) * box.height,
    right: x + width >= 1 ? FAR : (x + width - 0.5) * box.width,
    bottom: y + height >= 1 ? FAR : (y + height - 0.5) * box.height,
  };
}
