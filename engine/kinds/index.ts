import type { Layer, LayerOf, LayerType, PlayedLayer } from '../project/layers.ts';
import { audio } from './audio.ts';
import { image } from './image.ts';
import type { Kind } from './kind.ts';
import { placeholder } from './placeholder.ts';
import { shape } from './shape.ts';
import { text } from './text.ts';
import { video } from './video.ts';

/** Every kind of layer. A new one is a schema in the project's list of layers, a file and a line here. */
export const kinds: { readonly [T in LayerType]: Kind<LayerOf<T>> } = { text, image, video, shape, placeholder, audio };

/** What there is to know of a layer's kind. */
export function kindOf<L extends Layer>(layer: L): Kind<L> {
  // The key and the entry's layer are the same type by construction; the compiler cannot follow that.
  return kinds[layer.type] as unknown as Kind<L>;
}

/** Whether a layer plays a source in time: a video or a sound. */
export function isPlayed(layer: Layer): layer is PlayedLayer {
  return 'loopMode' in layer;
}

/** Whether a layer changes in time: it moves or sounds, or is not there for the whole scene. */
export function changesInTime(layer: Layer): boolean {
  return kindOf(layer).isMoving(layer) || Boolean(layer.from) || layer.to !== undefined;
}
