import { type Box, boundsOf } from './box.ts';
import type { Rect } from './fit.ts';
import { centerOf, type Point, seenFrom } from './point.ts';
import { intersection, overlaps } from './rect.ts';

/** Something that can be hit. */
export interface HitTarget {
  id: string;
  box: Box;
  /** What is hit instead of the box, upright; it is rotated around the middle of the box, as the layer is. */
  hitBox?: Rect;
  /** Whether pointers go through it. Default false. */
  isLocked?: boolean;
}

/** How far outside a hit still counts, pixels. */
interface Slop {
  /** On every side. */
  around: number;
  /** From the middle line of a side that is thinner than twice as much. */
  thin: number;
}

/**
 * The layer in front at a point; undefined when none is there. A thin line is hit from `slop` pixels away. A point
 * that hits nothing else takes the front layer within `slop` pixels.
 * @param layers front to back. @param slop pixels of the canvas; more for a finger than for a mouse. Default 0.
 */
export function layerAt<T extends HitTarget>(layers: readonly T[], point: Point, slop = 0): T | undefined {
  const find = (reach: Slop) => layers.find((layer) => !layer.isLocked && isHit(layer, point, reach));
  return find({ around: 0, thin: slop }) ?? find({ around: slop, thin: slop });
}

/**
 * The layers that a frame over the canvas touches, by the upright bounds of what can be hit of them. One that lies
 * around all of the frame, such as a picture in the background, is not meant.
 */
export function layersWithin<T extends HitTarget>(layers: readonly T[], area: Rect): T[] {
  return layers.filter((layer) => {
    const bounds = hitBounds(layer);
    return !layer.isLocked && overlaps(bounds, area) && !isInside(area, bounds);
  });
}

function hitBounds({ box, hitBox }: HitTarget): Rect {
  if (!hitBox) return boundsOf(box);
  // It is rotated around the middle of the box, which is its own middle for lines.
  return boundsOf({ ...hitBox, rotation: box.rotation });
}

function isInside(area: Rect, around: Rect): boolean {
  const held = intersection(area, around);
  return held.width === area.width && held.height === area.height;
}

function isHit({ box, hitBox }: HitTarget, point: Point, slop: Slop): boolean {
  const area = hitBox ?? box;
  const [middle, boxMiddle] = [centerOf(area), centerOf(box)];
  const seen = seenFrom(box, point);
  return (
    Math.abs(seen.x + boxMiddle.x - middle.x) <= reach(area.width, slop) &&
    Math.abs(seen.y + boxMiddle.y - middle.y) <= reach(area.height, slop)
  );
}

function reach(length: number, slop: Slop): number {
  return Math.max(length / 2 + slop.around, slop.thin);
}
