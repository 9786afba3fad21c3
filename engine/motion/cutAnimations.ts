import { animationsOf } from '../kinds/families.ts';
import type { LayerAnimation } from '../project/layerMotion.ts';
import type { Layer } from '../project/layers.ts';
import { MIN_ANIMATION_SECONDS } from '../project/limits.ts';
import { toMicroseconds } from '../project/toMicroseconds.ts';
import { withAnimations } from './layerAnimations.ts';
import { paceOf } from './layerState.ts';

/**
 * The two parts of a layer that was cut in two, so that together they come and go as it did: of an animation that goes on at
 * the cut, each has its part.
 * @param length how long the layer was there, seconds. @param at how much of that is the first part's.
 */
export function withCutAnimations(
  layer: Layer,
  [first, second]: [Layer, Layer],
  length: number,
  at: number,
): [Layer, Layer] {
  const { animateIn, animateOut } = paced(layer, length);
  const inParts = animateIn && cut(animateIn, -(animateIn.at ?? 0), length, at);
  const outParts = animateOut && cut(animateOut, length + (animateOut.after ?? 0) - animateOut.duration, length, at);
  return [withAnimations(first, inParts?.[0], outParts?.[0]), withAnimations(second, inParts?.[1], outParts?.[1])];
}

/** Its animations at the length that they have in the time that there is. */
function paced(layer: Layer, length: number): ReturnType<typeof animationsOf> {
  const pace = paceOf(layer, length);
  const own = (animation: LayerAnimation | undefined) => {
    if (!animation || pace === 1) return animation;
    const { duration, at, after } = animation;
    return withTimes(animation, duration / pace, (at ?? 0) / pace, (after ?? 0) / pace);
  };
  const { animateIn, animateOut } = animationsOf(layer);
  return { animateIn: own(animateIn), animateOut: own(animateOut) };
}

/** @param begins seconds since the layer came. @returns what of an animation falls into each part. */
function cut(
  animation: LayerAnimation,
  begins: number,
  length: number,
  at: number,
): [LayerAnimation | undefined, LayerAnimation | undefined] {
  const { duration } = animation;
  const ends = begins + duration;
  const part = (from: number, to: number) =>
    begins < to && ends > from
      ? withTimes(animation, duration, Math.max(0, from - begins), Math.max(0, ends - to))
      : undefined;
  return [part(0, at), part(at, length)];
}

function withTimes(animation: LayerAnimation, duration: number, at: number, after: number): LayerAnimation {
  const { at: _at, after: _after, ...rest } = animation;
  const [gone, left] = [at, after].map(toMicroseconds);
  return {
    ...rest,
    duration: Math.max(MIN_ANIMATION_SECONDS, toMicroseconds(duration)),
    ...(gone ? { at: gone } : {}),
    ...(left ? { after: left } : {}),
  };
}
