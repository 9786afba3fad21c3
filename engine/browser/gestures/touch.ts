import { distance, type Point } from '../../layout/point.ts';
import type { StagePointer, StageView } from './gestureHost.ts';

/** How far each kind of pointer must go before a press becomes a gesture, CSS pixels. */
const thresholds = { mouse: 3, pen: 3, touch: 8 } as const;
/** How far beside a layer each kind of pointer still hits it, CSS pixels. */
const slops = { mouse: 4, pen: 4, touch: 12 } as const;

/** Whether a pointer went far enough from its press to mean a gesture. */
export function hasMoved(press: StagePointer, event: StagePointer, scale: number): boolean {
  return distance(press, event) * scale >= thresholds[press.pointerType];
}

/** How far beside a layer a pointer still hits it, pixels of the canvas. */
export function slopOf({ pointerType }: StagePointer, scale: number): number {
  return slops[pointerType] / scale;
}

/** The way from one place to another. */
export function wayOf(from: Point, to: Point): Point {
  return { x: to.x - from.x, y: to.y - from.y };
}

/** Whether a place is on the canvas. */
export function isOnCanvas({ canvas }: StageView, { x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x <= canvas.width && y <= canvas.height;
}
