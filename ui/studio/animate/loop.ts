import { animationLength, animationLoops } from '../../../engine/kinds/animation.ts';
import type { Animation } from '../../../engine/project/layers.ts';

/** How long a text rests after its animation before the preview starts over, seconds. */
const REST_SECONDS = 1.2;

/**
 * After how many seconds the preview of an animation starts over; 0 when nothing moves. What loops by itself runs on to
 * the end of the last turn that fits into its scene. @param length of the scene, seconds.
 */
export function loopSeconds(animation: Animation | undefined, length: number): number {
  if (!animation || animation.id === 'none') return 0;
  const run = animationLength(animation);
  if (!animationLoops(animation)) return Math.min(Math.max(0, run - (animation.at ?? 0)), length) + REST_SECONDS;
  return Math.max(1, Math.floor(length / run)) * run;
}
