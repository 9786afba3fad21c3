import { isSound } from '../kinds/families.ts';
import type { Keyframe } from '../project/keyframes.ts';
import type { Layer } from '../project/layers.ts';

/** Sets the keyframes of a layer; audio has none. */
export function withKeyframes<L extends Layer>(layer: L, keyframes: readonly Keyframe[]): L {
  if (isSound(layer)) return layer;
  const { keyframes: before, ...rest } = layer;
  if (keyframes.length === 0) return (before ? rest : layer) as unknown as L;
  return { ...rest, keyframes: [...keyframes] } as unknown as L;
}
