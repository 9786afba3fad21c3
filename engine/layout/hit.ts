import { type Box, boundsOf } from './box.ts';
import type { Rect } from './fit.ts';
import { centerOf, type Point, toBoxSpace } from './point.ts';
import { intersection, overlaps } from './rect.ts';

/** A target for pointers. */
export interface HitTarget {
  id: string;
  box: Box;
  /** Hit area instead of the box, upright; it is rotated around the center of the box. null: nothing can be hit. */
  hitBox?: Rect | null;
  /** Whether pointers ignore it. Default false. */
  isLocked?: boolean;
}

/** Tolerance of hits, in pixels. */
interface Slop {
  /** On every side. */
  around: number;
  /** From the center line of a side that is thinner than twice as much. */
  thin: number;
}

/**
 * Returns the front layer at a point; undefined if there is none. Thin lines are hit within `slop` pixels. If nothing
 * is hit exactly, any layer within `slop` pixels is.
 * @param layers front to back. @param slop pixels of the canvas; larger for touch than for a mouse. Default 0.
 */
export function layerAt<T extends HitTarget>(layers: readonly T[], point: Point, slop = 0): T | undefined {
  const find = (reach: Slop) => layers.find((layer) => !layer.isLocked && isHit(layer, point, reach));
  return find({ around: 0, thin: slop }) ?? find({ around: slop, thin: slop });
}

/**
 * Returns the layers that a selection frame touches, by the upright bounds of their hit areas. Skips layers that
 * enclose the whole frame, such as a background image.
 */
export function layersWithin<T extends HitTarget>(layers: readonly T[], area: Rect): T[] {
  return layers.filter((layer) => {
    if (layer.hitBox === null) return false;
    const bounds = hitBounds(layer);
    return !layer.isLocked && overlaps(bounds, area) && !isInside(area, bounds);
  });
}

function hitBounds({ box, hitBox }: HitTarget): Rect {
  if (!hitBox) return boundsOf(box);
  // It is rotated around the center of the box, which for lines is also its own.
  return boundsOf({ ...hitBox, rotation: box.rotation });
}

function isInside(area: Rect, around: Rect): boolean {
  const overlap = intersection(area, around);
  return overlap.width === area.width && overlap.height === area.height;
}

function isHit({ box, hitBox }: HitTarget, point: Point, slop: Slop): boolean {
  if (hitBox === null) return false;
  const area = hitBox ?? box;
  const [middle, boxMiddle] = [centerOf(area), centerOf(box)];
  const seen = toBoxSpace(box, point);
  return (
    Math.abs(seen.x + boxMiddle.x - middle.x) <= reach(area.width, slop) &&
    Math.abs(seen.y + boxMiddle.y - middle.y) <= reach(area.height, slop)
  );
}

function reach(length: number, slop: Slop): number {
  return Math.max(length / 2 + slop.around, slop.thin);
}
