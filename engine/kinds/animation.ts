import type { Animation } from '../project/layers.ts';
import type { View } from './pictureMotion.ts';

/** How an animated text or a moving picture looks at one moment. */
export interface AnimationState {
  /** 0 (not there) to 1. */
  opacity: number;
  /** Degrees, 0 to 360, by which the color is shifted around the hue circle. */
  hue: number;
  /** Strength of the glow around the letters, 0 to 1. */
  glow: number;
  /** Share of the letters that are written already, 0 to 1. */
  shown: number;
  /** Seconds since the layer came, of one whose contents have times of their own, as subtitles do. */
  time?: number;
  /** What is seen of a picture's box, as shares of it; absent: all. */
  view?: View;
}

/** Text that stands still. */
export const still: AnimationState = { opacity: 1, hue: 0, glow: 0, shown: 1 };

/** The animations of text with their lengths at default speed, seconds. */
export const animationSeconds = {
  ...{ 'text-focus-in': 0.5, 'text-flicker-in-glow': 2, 'hue-rotate': 1 },
  typewriter: 2,
} as const;

const speedFactor = { slow: 2, default: 1, fast: 0.5 } as const;

/** Length of one run of an animation, seconds: its own or default length, doubled when slow, halved when fast. */
export function animationLength(animation: Animation): number {
  if (animation.id === 'none') return 0;
  return (animation.duration ?? animationSeconds[animation.id]) * speedFactor[animation.speed];
}

/** Whether an animation starts over for as long as the layer is there (only Hue Rotate). */
export function animationLoops(animation: Animation): boolean {
  return animation.id === 'hue-rotate';
}

/**
 * State of a text at a time.
 * @param t seconds since its scene began.
 */
export function animationAt(animation: Animation | undefined, t: number): AnimationState {
  if (!animation || animation.id === 'none') return still;
  const length = animationLength(animation);
  const done = ((animation.at ?? 0) + t) / length;
  const run = animationLoops(animation) ? done % 1 : Math.min(1, done);
  if (animation.id === 'hue-rotate') return { ...still, hue: run * 360 };
  if (animation.id === 'typewriter') return { ...still, shown: run };
  if (animation.id === 'text-focus-in') return { ...still, opacity: easeOut(run) };
  return flicker(run);
}

/** How an animated text looks in the end; one whose animation starts over forever looks as at its start. */
export function animationEnd(animation: Animation | undefined): AnimationState {
  if (!animation) return still;
  return animationAt(animation, animationLoops(animation) ? 0 : animationLength(animation));
}

function easeOut(run: number): number {
  return 1 - (1 - run) ** 2;
}

/** When the flickering light is on: from, to (share of the run), and how strongly it glows. */
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
  if (run >= 1) return { ...still, glow: 1 };
  const flash = flashes.find(([from, to]) => run >= from && run < to);
  return flash ? { ...still, glow: flash[2] } : { ...still, opacity: 0 };
}
