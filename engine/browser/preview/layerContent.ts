import { lookOf } from '../../painters/index.ts';
import type { Layer } from '../../project/layers.ts';

const known = new WeakMap<Layer, string>();

/** Returns the key of a layer's look, see lookOf. Cached, because layers are immutable. */
export function contentOf(layer: Layer): string {
  const found = known.get(layer) ?? lookOf(layer);
  known.set(layer, found);
  return found;
}

/** Returns whether a text contains emoji, which keep their colors when the hue of the text changes. */
export function hasEmoji(text: string): boolean {
  return /\p{Extended_Pictographic}/u.test(text);
}
