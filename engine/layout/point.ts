import type { Box } from './box.ts';

/** A point in pixels: x to the right, y down. Also a vector between two points. */
export interface Point {
  x: number;
  y: number;
}

/** Returns the center of a box, which it is rotated around. */
export function centerOf(box: Omit<Box, 'rotation'>): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Returns the midpoint. */
export function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** Rotates a vector clockwise. @param degrees any number. */
export function rotated({ x, y }: Point, degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** Rotates a point around another one. @param degrees clockwise. */
export function rotatedAround(point: Point, center: Point, degrees: number): Point {
  const way = rotated({ x: point.x - center.x, y: point.y - center.y }, degrees);
  return { x: center.x + way.x, y: center.y + way.y };
}

/** Converts a point to the coordinates of a box: relative to its center and rotation. */
export function toBoxSpace(box: Box, point: Point): Point {
  const center = centerOf(box);
  return rotated({ x: point.x - center.x, y: point.y - center.y }, -box.rotation);
}

/** Returns the distance of two points, in pixels. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
