import type { TransitionEffect } from '../../effects/transitionEffect.ts';
import type { Rgba } from '../../layout/color.ts';
import type { Drawable, Quad } from './quad.ts';

/** Puts quads on a canvas, back to front. Both ways give the same picture. */
export interface Compositor {
  readonly kind: 'webgl' | 'canvas2d';
  /** Whether it turns hues; where it does not, they must be painted. */
  readonly shiftsHue: boolean;
  /** Largest side of a drawable that is drawn in its full size, pixels. */
  readonly maxSide: number;
  /** How many pictures it holds in textures of its own, for tests. */
  readonly textures: number;
  /** Sets the size of the canvas, whole pixels. What was drawn is gone. */
  resize(width: number, height: number): void;
  /**
   * Draws the whole canvas anew, in sRGB with premultiplied alpha.
   * @param quads back to front; quads of drawables without a picture are left out. @param background below them all.
   * @param incoming how all of that comes in over another picture; left out, nothing else is to be seen.
   */
  draw(quads: readonly Quad[], background: Rgba, incoming?: Incoming): void;
  /** Lets go of what it keeps of a drawable. Harmless when repeated. */
  forget(drawable: Drawable): void;
  /** Lets go of everything. A canvas that was painted with Canvas 2D keeps its picture. */
  dispose(): void;
}

/** How a picture comes in over another one. */
export interface Incoming {
  effect: TransitionEffect;
  /** 0 (only what goes is seen) to 1. */
  progress: number;
  outgoing: {
    quads: readonly Quad[];
    background: Rgba;
    /** Another number after each change; the picture is drawn only then. */
    version: number;
  };
}

/** What a compositor tells. */
export interface CompositorEvents {
  /** The graphics card has been reset: drawables must be given anew where their sources have been freed. */
  onRestored(): void;
}
