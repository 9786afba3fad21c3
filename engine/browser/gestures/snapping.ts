import { type SnapLines, snapLinesAround } from '../../layout/snap.ts';
import type { StageLayer, StageView } from './gestureHost.ts';

/** Snap distance to lines of other layers, in CSS pixels. */
const REACH = 6;

/** Returns the snap lines of all layers outside of the gesture, computed once at its start. */
export function snapLinesOf({ layers, scale, snap, zoom }: StageView, dragged: readonly StageLayer[]): SnapLines {
  const ids = new Set(dragged.map(({ id }) => id));
  const others = snap ? layers.filter(({ id }) => !ids.has(id)).map(({ box }) => box) : [];
  return { ...snapLinesAround(others, REACH / scale), nearer: Math.max(1, zoom) };
}
