import type { ImageMotion } from '../project/videoEffects.ts';

/** A part of a box, as shares of its sides. */
export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Smallest visible part of the content, as a share of the box's sides. */
export const NEAREST = 1 / 1.15;

const whole: View = { x: 0, y: 0, width: 1, height: 1 };
const side = 1 - NEAREST;
const near = (x: number, y: number): View => ({ x: side * x, y: side * y, width: NEAREST, height: NEAREST });
const middle = near(0.5, 0.5);

/** First and last view, as shares of the box. */
const ends: Record<ImageMotion['type'], { from: View; to: View }> = {
  'zoom-in': { from: whole, to: middle },
  'zoom-out': { from: middle, to: whole },
  'pan-left': { from: near(1, 0.5), to: near(0, 0.5) },
  'pan-right': { from: near(0, 0.5), to: near(1, 0.5) },
  'pan-up': { from: near(0.5, 1), to: near(0.5, 0) },
  'pan-down': { from: near(0.5, 0), to: near(0.5, 1) },
};

/** Returns the first and last view of a motion, as shares of the box; it is linear in between. */
export function viewEnds({ type }: ImageMotion): { from: View; to: View } {
  return ends[type];
}

/** Returns the view of a motion at a moment, as shares of the box. @param t seconds since the layer's start. */
export function viewAt(motion: ImageMotion, t: number): View {
  const { from, to } = viewEnds(motion);
  const done = Math.min(1, ((motion.at ?? 0) + Math.max(0, t)) / motion.duration);
  const between = (a: number, b: number) => a + (b - a) * done;
  return {
    x: between(from.x, to.x),
    y: between(from.y, to.y),
    width: between(from.width, to.width),
    height: between(from.height, to.height),
  };
}
