import { distance, type Point } from '../../layout/point.ts';
import type { StagePointer, StageView } from './gestureHost.ts';

/** Distance after which a press becomes a gesture, by pointer type, in CSS pixels. */
const thresholds = { mouse: 3, pen: 3, touch: 8 } as const;
/** Tolerance around layers when hit, by pointer type, in CSS pixels. */
const slops = { mouse: 4, pen: 4, touch: 12 } as const;

/** Returns whether a pointer moved far enough from its press for a gesture. */
export function hasMoved(press: StagePointer, event: StagePointer, scale: number): boolean {
  return distance(press, event) * scale >= thresholds[press.pointerType];
}

/** Returns the hit tolerance of a pointer, in canvas pixels. */
export function slopOf({ pointerType }: StagePointer, scale: number): number {
  return slops[pointerType] / scale;
}

/** Returns the vector between two points. */
export function wayOf(from: Point, to: Point): Point {
  return { x: to.x - from.x, y: to.y - from.y };
}

/** Returns whether a point is on the canvas. */
export function isOnCanvas({ canvas }: StageView, { x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x <= canvas.width && y <= canvas.height;
}
