import type { View } from '../kinds/pictureMotion.ts';
import type { AnimationSide } from '../project/layerMotion.ts';

/** How a layer looks on its way in or out, beside how it looks in its place. */
export interface Entrance {
  /** Factor of its opacity, 0 to 1; absent: 1. */
  opacity?: number;
  /** Factor of its size, around its middle; absent: 1. */
  scale?: number;
  /**
   * How far it is from its place to beyond the canvas: −1 beyond the left or upper edge, 1 beyond the right or lower one;
   * absent: in its place.
   */
  away?: { x: number; y: number };
  /** What is seen of its box, as shares of it; what reaches beyond an edge of the box is seen where that edge is. Absent: all. */
  seen?: View;
  /** Share of the letters that are written, 0 to 1; absent: 1. */
  shown?: number;
}

/**
 * How a layer enters; it leaves the same way, backwards.
 * @param share of the way that is done, evenly in time: 0 up to, not including, 1.
 */
export type EntranceAt = (share: number, side: AnimationSide) => Entrance;
