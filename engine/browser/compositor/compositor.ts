import type { Rgba } from '../../layout/color.ts';
import type { TransitionDirection } from '../../project/videoEffects.ts';
import type { TransitionEffect } from '../../transitions/transition.ts';
import type { Drawable, Quad } from './quad.ts';

/** Draws quads on a canvas, back to front. Both implementations produce the same result. */
export interface Compositor {
  readonly kind: 'webgl' | 'canvas2d';
  /** Whether it rotates hues; otherwise layers must be painted with rotated hues. */
  readonly shiftsHue: boolean;
  /** Largest side of a drawable that is drawn at full size, in pixels. */
  readonly maxSide: number;
  /** Number of textures, for tests. */
  readonly textures: number;
  /** Sets the size of the canvas in whole pixels. Clears it. */
  resize(width: number, height: number): void;
  /**
   * Draws the whole canvas, in sRGB with premultiplied alpha.
   * @param quads back to front; skips quads of drawables without a source. @param background behind all of them.
   * @param incoming transition from another frame; absent: none.
   */
  draw(quads: readonly Quad[], background: Rgba, incoming?: Incoming): void;
  /** Releases the resources of a drawable. Idempotent. */
  forget(drawable: Drawable): void;
  /** Releases everything. A Canvas 2D canvas keeps its content. */
  dispose(): void;
}

/** A transition from another frame. */
export interface Incoming {
  effect: TransitionEffect;
  /** 0 (only the outgoing frame is visible) to 1. */
  progress: number;
  direction: TransitionDirection;
  /** Index of the first quad that is drawn over the transition. */
  overlaidFrom: number;
  outgoing: {
    quads: readonly Quad[];
    background: Rgba;
    /** Changes with the outgoing frame, which is redrawn only then. */
    version: number;
  };
}

/** Events of a compositor. */
export interface CompositorEvents {
  /** The graphics card was reset: drawables whose sources were released must be repainted. */
  onRestored(): void;
}
