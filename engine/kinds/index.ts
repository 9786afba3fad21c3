import type { Layer, LayerOf, LayerType, PlayedLayer } from '../project/layers.ts';
import { audio } from './audio.ts';
import { isAnimated, isKeyed, isPlayed } from './families.ts';
import { image } from './image.ts';
import type { Kind } from './kind.ts';
import { placeholder } from './placeholder.ts';
import { shape } from './shape.ts';
import { subtitles } from './subtitles.ts';
import { text } from './text.ts';
import { video } from './video.ts';

/** All kinds of layers. A new one needs a schema in the project's list of layers, a file and a line here. */
export const kinds: { readonly [T in LayerType]: Kind<LayerOf<T>> } = {
  ...{ text, image, video, shape, placeholder, audio, subtitles },
};

/** Returns the kind of a layer. */
export function kindOf<L extends Layer>(layer: L): Kind<L> {
  // The key and the entry's layer are the same type by construction; the compiler cannot follow that.
  return kinds[layer.type] as unknown as Kind<L>;
}

/** Returns whether a layer sets the length of its scene. */
export function setsLength(layer: Layer): layer is PlayedLayer {
  return isPlayed(layer) && kindOf<PlayedLayer>(layer).setsLength(layer);
}

/** Returns whether a layer ends when its file has played, before its scene ends: audio that does not loop. */
export function endsWhenPlayed(layer: Layer): layer is PlayedLayer {
  if (!isPlayed(layer)) return false;
  const kind = kindOf<PlayedLayer>(layer);
  return !kind.holdsEnd && !kind.loops(layer);
}

/** Returns whether users can trim, loop and adjust the volume of a layer's file. */
export function canBeTrimmed(layer: Layer): layer is PlayedLayer {
  return isPlayed(layer) && kindOf<PlayedLayer>(layer).canBeTrimmed(layer);
}

/** Returns whether a layer changes over time: it moves, is animated, plays, or does not last the whole scene. */
export function changesInTime(layer: Layer): boolean {
  const isMoved = kindOf(layer).isMoving(layer) || isAnimated(layer) || isKeyed(layer);
  return isMoved || Boolean(layer.from) || layer.to !== undefined;
}
