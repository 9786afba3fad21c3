import { animationsOf } from '../kinds/families.ts';
import type { LayerAnimation } from '../project/layerMotion.ts';
import type { Layer } from '../project/layers.ts';
import { MIN_ANIMATION_SECONDS } from '../project/limits.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import { withAnimations } from './layerAnimations.ts';
import { animationSpeedup } from './layerState.ts';

/**
 * Splits the enter and exit animations of a split layer, so that both parts together look as before; an animation in
 * progress at the split is shared.
 * @param length seconds of the layer. @param at seconds of the first part.
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

/** Returns its animations at the lengths that fit into its span. */
function paced(layer: Layer, length: number): ReturnType<typeof animationsOf> {
  const pace = animationSpeedup(layer, length);
  const own = (animation: LayerAnimation | undefined) => {
    if (!animation || pace === 1) return animation;
    const { duration, at, after } = animation;
    return withTimes(animation, duration / pace, (at ?? 0) / pace, (after ?? 0) / pace);
  };
  const { animateIn, animateOut } = animationsOf(layer);
  return { animateIn: own(animateIn), animateOut: own(animateOut) };
}

/** @param begins seconds since the layer's start. @returns the share of an animation in each part. */
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
  const { at: _at, after: _after, over, ...rest } = animation;
  const [gone, left] = [at, after].map(toMicroseconds);
  return {
    ...rest,
    // The part after a split follows the layer itself.
    ...(over && !gone ? { over } : {}),
    duration: Math.max(MIN_ANIMATION_SECONDS, toMicroseconds(duration)),
    ...(gone ? { at: gone } : {}),
    ...(left ? { after: left } : {}),
  };
}
