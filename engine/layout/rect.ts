import { type Box, boundsOf, type Size } from './box.ts';
import type { Rect } from './fit.ts';
import { centerOf, type Point, rotatedAround } from './point.ts';

/** Area of an image, in canvas areas, up to which its invisible parts are processed too. */
const roomyAreas = 2;

/** Returns whether an image is so much larger than the canvas that only its visible part should be processed. */
export function isFarLarger(picture: Size, canvas: Size): boolean {
  return areaOf(picture) > roomyAreas * areaOf(canvas);
}

/**
 * Returns the canvas's bounding rectangle in the coordinates of a rotated layer.
 * @param margin extends the canvas on each side, in pixels.
 */
export function canvasSeenFrom(box: Box, canvas: Size, margin: { x: number; y: number }): Rect {
  const [width, height] = [canvas.width + 2 * margin.x, canvas.height + 2 * margin.y];
  const middle = rotatedAround({ x: canvas.width / 2, y: canvas.height / 2 }, centerOf(box), -box.rotation);
  return boundsOf({ x: middle.x - width / 2, y: middle.y - height / 2, width, height, rotation: box.rotation });
}

/** Returns the rectangle between two corners in any order. */
export function rectBetween(a: Point, b: Point): Rect {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

/** Returns the intersection; width or height is 0 if they do not meet. */
export function intersection(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const right = Math.min(a.x + a.width, b.x + b.width);
  const bottom = Math.min(a.y + a.height, b.y + b.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

/** Returns the smallest rectangle that contains both. */
export function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Extends a rectangle on each side. */
export function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** Returns the smallest upright rectangle around boxes, rotated or not. @param boxes at least one. */
export function boundsAround(boxes: readonly Box[]): Rect {
  const [first, ...rest] = boxes.map((box) => boundsOf(box));
  return rest.reduce(union, first ?? { x: 0, y: 0, width: 0, height: 0 });
}

/** Returns whether two rectangles share more than an edge. */
export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Returns the area in square pixels. */
export function areaOf({ width, height }: Size): number {
  return width * height;
}
