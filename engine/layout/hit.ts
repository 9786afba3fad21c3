import type { Box } from './box.ts';
import type { Rect } from './fit.ts';
import { centreOf, type Point, seenFrom } from './point.ts';

/** Something that can be hit. */
export interface HitTarget {
  id: string;
  box: Box;
  /** What is hit instead of the box, upright; it is rotated around the middle of the box, as the layer is. */
  hitBox?: Rect;
}

/** How far outside a hit still counts, pixels. */
interface Slop {
  /** On every side. */
  around: number;
  /** From the middle line of a side that is thinner than twice as much. */
  thin: number;
}

/** Whether a point lies on a layer, rotated or not. @param slop how far outside still counts, pixels. Default 0. */
export function isOnLayer(target: HitTarget, point: Point, slop = 0): boolean {
  return isHit(target, point, { around: slop, thin: slop });
}

/**
 * The layer in front at a point; undefined when none is there. A thin line is hit from `slop` pixels away. A point
 * that hits nothing else takes the front layer within `slop` pixels.
 * @param layers front to back. @param slop pixels of the canvas; more for a finger than for a mouse. Default 0.
 */
export function layerAt<T extends HitTarget>(layers: readonly T[], point: Point, slop = 0): T | undefined {
  const exact = layers.find((layer) => isHit(layer, point, { around: 0, thin: slop }));
  return exact ?? layers.find((layer) => isHit(layer, point, { around: slop, thin: slop }));
}

function isHit({ box, hitBox }: HitTarget, point: Point, slop: Slop): boolean {
  const area = hitBox ?? box;
  const [middle, boxMiddle] = [centreOf(area), centreOf(box)];
  const seen = seenFrom(box, point);
  return (
    Math.abs(seen.x + boxMiddle.x - middle.x) <= reach(area.width, slop) &&
    Math.abs(seen.y + boxMiddle.y - middle.y) <= reach(area.height, slop)
  );
}

function reach(length: number, slop: Slop): number {
  return Math.max(length / 2 + slop.around, slop.thin);
}
