import { type SnapLines, snapLinesAround } from '../../layout/snap.ts';
import type { StageLayer, StageView } from './gestureHost.ts';

/** How near the line of another layer must be, CSS pixels. */
const REACH = 6;

/** The lines of all layers that a gesture does not hold: worked out once, as it begins. */
export function snapLinesOf({ layers, scale, snap, zoom }: StageView, held: readonly StageLayer[]): SnapLines {
  const ids = new Set(held.map(({ id }) => id));
  const others = snap ? layers.filter(({ id }) => !ids.has(id)).map(({ box }) => box) : [];
  return { ...snapLinesAround(others, REACH / scale), nearer: Math.max(1, zoom) };
}
