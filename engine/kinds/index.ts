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

/** Every kind of layer. A new one is a schema in the project's list of layers, a file and a line here. */
export const kinds: { readonly [T in LayerType]: Kind<LayerOf<T>> } = {
  ...{ text, image, video, shape, placeholder, audio, subtitles },
};

/** What there is to know of a layer's kind. */
export function kindOf<L extends Layer>(layer: L): Kind<L> {
  // The key and the entry's layer are the same type by construction; the compiler cannot follow that.
  return kinds[layer.type] as unknown as Kind<L>;
}

/** Whether a scene lasts until a layer has played. */
export function setsLength(layer: Layer): layer is PlayedLayer {
  return isPlayed(layer) && kindOf<PlayedLayer>(layer).setsLength(layer);
}

/** Whether a layer is over once its file has played, before its scene ends: a sound that does not start over. */
export function endsWhenPlayed(layer: Layer): layer is PlayedLayer {
  if (!isPlayed(layer)) return false;
  const kind = kindOf<PlayedLayer>(layer);
  return !kind.holdsEnd && !kind.loops(layer);
}

/** Whether people choose what of a layer's file plays, how often and how loud. */
export function canBeTrimmed(layer: Layer): layer is PlayedLayer {
  return isPlayed(layer) && kindOf<PlayedLayer>(layer).canBeTrimmed(layer);
}

/** Whether a layer changes in time: it moves, comes or goes, or sounds, or is not there for the whole scene. */
export function changesInTime(layer: Layer): boolean {
  const isMoved = kindOf(layer).isMoving(layer) || isAnimated(layer) || isKeyed(layer);
  return isMoved || Boolean(layer.from) || layer.to !== undefined;
}
