import type { Animation } from '../project/layers.ts';
import type { View } from './pictureMotion.ts';

/** Appearance of an animated text or image at one moment. */
export interface AnimationState {
  /** Opacity, 0 to 1. */
  opacity: number;
  /** Hue rotation, 0 to 360 degrees. */
  hue: number;
  /** Strength of the glow around letters, 0 to 1. */
  glow: number;
  /** Share of the visible letters, 0 to 1. */
  shown: number;
  /** Seconds since the layer's start, for timed content such as subtitles. */
  time?: number;
  /** Visible part of an image's box, as shares; absent: all. */
  view?: View;
}

/** State without animation. */
export const stillState: AnimationState = { opacity: 1, hue: 0, glow: 0, shown: 1 };

/** Text animations with their lengths at default speed, in seconds. */
export const animationSeconds = {
  ...{ 'text-focus-in': 0.5, 'text-flicker-in-glow': 2, 'hue-rotate': 1 },
  typewriter: 2,
} as const;

const speedFactor = { slow: 2, default: 1, fast: 0.5 } as const;

/**
 * Returns the length of one run of an animation in seconds: its own or default length, doubled if slow, halved if fast.
 */
export function animationLength(animation: Animation): number {
  if (animation.id === 'none') return 0;
  return (animation.duration ?? animationSeconds[animation.id]) * speedFactor[animation.speed];
}

/** Returns whether an animation repeats during the whole layer (only Hue Rotate). */
export function animationLoops(animation: Animation): boolean {
  return animation.id === 'hue-rotate';
}

/**
 * Returns the state of an animation at a time.
 * @param t seconds since the layer's start.
 */
export function animationAt(animation: Animation | undefined, t: number): AnimationState {
  if (!animation || animation.id === 'none') return stillState;
  const length = animationLength(animation);
  const done = ((animation.at ?? 0) + t) / length;
  const run = animationLoops(animation) ? done % 1 : Math.min(1, done);
  if (animation.id === 'hue-rotate') return { ...stillState, hue: run * 360 };
  if (animation.id === 'typewriter') return { ...stillState, shown: run };
  if (animation.id === 'text-focus-in') return { ...stillState, opacity: easeOut(run) };
  return flicker(run);
}

/** Returns the final state of a text; for a repeating animation, its first state. */
export function animationEnd(animation: Animation | undefined): AnimationState {
  if (!animation) return stillState;
  return animationAt(animation, animationLoops(animation) ? 0 : animationLength(animation));
}

function easeOut(run: number): number {
  return 1 - (1 - run) ** 2;
}

/** Flashes of the light: from, to (share of the run), and strength of the glow. */
const flashes: readonly (readonly [number, number, number])[] = [
  [0.1, 0.13, 0.2],
  [0.2, 0.23, 0.3],
  [0.3, 0.34, 0.4],
  [0.45, 0.55, 0.5],
  [0.57, 0.6, 0.6],
  [0.65, 0.75, 0.7],
  [0.77, 0.85, 0.85],
  [0.87, 1, 1],
];

function flicker(run: number): AnimationState {
  if (run >= 1) return { ...stillState, glow: 1 };
  const flash = flashes.find(([from, to]) => run >= from && run < to);
  return flash ? { ...stillState, glow: flash[2] } : { ...stillState, opacity: 0 };
}
