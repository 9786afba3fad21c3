import type { Box } from './box.ts';

/** A place in pixels: x to the right, y down. Also a way from one place to another. */
export interface Point {
  x: number;
  y: number;
}

/** The middle of a box, which is what it is rotated around. */
export function centerOf(box: Omit<Box, 'rotation'>): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The place halfway between two. */
export function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** A way rotated clockwise. @param degrees any number. */
export function rotated({ x, y }: Point, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** A place after a rotation around another one. @param degrees clockwise. */
export function rotatedAround(point: Point, center: Point, degrees: number): Point {
  const way = rotated({ x: point.x - center.x, y: point.y - center.y }, degrees);
  return { x: center.x + way.x, y: center.y + way.y };
}

/** Where a place lies in a box that stands upright around 0, 0: what the box sees of it. */
export function seenFrom(box: Box, point: Point): Point {
  const center = centerOf(box);
  return rotated({ x: point.x - center.x, y: point.y - center.y }, -box.rotation);
}

/** Distance of two places, pixels. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
