import { type Box, boundsOf, type Size } from './box.ts';
import type { Rect } from './fit.ts';
import { centerOf, type Point, rotatedAround } from './point.ts';

/** A picture may have this many times the canvas's area before what cannot be seen of it is left out. */
const roomyAreas = 2;

/** Whether a picture is so much larger than the canvas that only what can be seen of it should be worked on. */
export function isFarLarger(picture: Size, canvas: Size): boolean {
  return areaOf(picture) > roomyAreas * areaOf(canvas);
}

/**
 * The upright rectangle around the canvas as it lies for a layer that is rotated around the center of its box.
 * @param margin how much more of the canvas's surroundings it holds on each side, pixels.
 */
export function canvasSeenFrom(box: Box, canvas: Size, margin: { x: number; y: number }): Rect {
  const [width, height] = [canvas.width + 2 * margin.x, canvas.height + 2 * margin.y];
  const middle = rotatedAround({ x: canvas.width / 2, y: canvas.height / 2 }, centerOf(box), -box.rotation);
  return boundsOf({ x: middle.x - width / 2, y: middle.y - height / 2, width, height, rotation: box.rotation });
}

/** The rectangle between two corners, however they lie to each other. */
export function rectBetween(a: Point, b: Point): Rect {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

/** What two rectangles share; without width or height, and never below 0, when they do not meet. */
export function intersection(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const right = Math.min(a.x + a.width, b.x + b.width);
  const bottom = Math.min(a.y + a.height, b.y + b.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

/** The smallest rectangle that holds both. */
export function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** A rectangle with as much more on each side. */
export function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** The smallest upright rectangle around boxes, rotated or not. @param boxes one at least. */
export function boundsAround(boxes: readonly Box[]): Rect {
  const [first, ...rest] = boxes.map((box) => boundsOf(box));
  return rest.reduce(union, first ?? { x: 0, y: 0, width: 0, height: 0 });
}

/** Whether two rectangles share more than an edge. */
export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Square pixels. */
export function areaOf({ width, height }: Size): number {
  return width * height;
}
