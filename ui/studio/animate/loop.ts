import { animationLength, animationLoops } from '../../../engine/kinds/animation.ts';
import type { Animation } from '../../../engine/project/layers.ts';

/** Pause before a non-looping preview repeats, in seconds. */
const REST_SECONDS = 1.2;

/**
 * Length of the preview loop in seconds; 0 without animation. A looping animation ends with the last full iteration
 * that fits into the scene.
 * @param length of the scene, seconds.
 */
export function loopSeconds(animation: Animation | undefined, length: number): number {
  if (!animation || animation.id === 'none') return 0;
  const run = animationLength(animation);
  if (!animationLoops(animation)) return Math.min(Math.max(0, run - (animation.at ?? 0)), length) + REST_SECONDS;
  return Math.max(1, Math.floor(length / run)) * run;
}
