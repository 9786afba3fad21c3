import { animationsOf, isSound } from '../kinds/families.ts';
import type { LayerAnimation } from '../project/layerMotion.ts';
import type { Layer } from '../project/layers.ts';

/** Removes the enter and exit animations of a layer. */
export function withoutAnimations<L extends Layer>(layer: L): L {
  return withAnimations(layer, undefined, undefined);
}

/** Copies the enter and exit animations of another layer, except typewriter for layers other than text. */
export function withAnimationsOf<L extends Layer>(layer: L, other: Layer): L {
  const { animateIn, animateOut } = animationsOf(other);
  const fitting = (animation: LayerAnimation | undefined) =>
    animation?.type === 'typewriter' && layer.type !== 'text' ? undefined : animation;
  return withAnimations(layer, fitting(animateIn), fitting(animateOut));
}

/** Sets the enter and exit animations of a layer; audio has none. */
export function withAnimations<L extends Layer>(
  layer: L,
  animateIn: LayerAnimation | undefined,
  animateOut: LayerAnimation | undefined,
): L {
  if (isSound(layer)) return layer;
  const { animateIn: _in, animateOut: _out, ...rest } = layer;
  // The animations come from a layer of the same kind.
  return { ...rest, ...(animateIn ? { animateIn } : {}), ...(animateOut ? { animateOut } : {}) } as unknown as L;
}
