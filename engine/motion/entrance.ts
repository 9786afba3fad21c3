import type { View } from '../kinds/pictureMotion.ts';
import type { AnimationSide } from '../project/layerMotion.ts';

/** Change of a layer's appearance during its enter or exit animation. */
export interface Entrance {
  /** Factor of its opacity, 0 to 1; default: 1. */
  opacity?: number;
  /** Scale around its center; default: 1. */
  scale?: number;
  /**
   * Position between its place and beyond the canvas: −1 beyond the left or upper edge, 1 beyond the right or lower
   * one; default: in place.
   */
  away?: { x: number; y: number };
  /** Visible part of its box, as shares; content beyond an edge of the box is visible if that edge is. Default: all. */
  seen?: View;
  /** Share of the visible letters, 0 to 1; default: 1. */
  shown?: number;
}

/**
 * Returns the state of an enter animation; exits run it backwards.
 * @param share of the time, linear: 0 to 1, exclusive.
 */
export type EntranceAt = (share: number, side: AnimationSide) => Entrance;
