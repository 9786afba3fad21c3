import { castsShadow } from '../../painters/picture.ts';
import { subtitlesRegion } from '../../painters/subtitlesRegion.ts';
import type { Layer, LayerOf, LayerType, PictureLayer } from '../../project/layers.ts';

const known = new WeakMap<Layer, string>();

/**
 * What a layer shows, without its identity and place, as a text: layers with the same one look the same in boxes of
 * the same size. Computed once a layer, since layers never change.
 */
export function contentOf(layer: Layer): string {
  const found = known.get(layer) ?? describe(layer);
  known.set(layer, found);
  return found;
}

/** What of each kind of layer decides how it looks in a box of one size. */
const contents: { readonly [T in LayerType]: (layer: LayerOf<T>) => unknown } = {
  // Of an animation only its kind counts, which decides how far the text may shine.
  text: (layer) => ({ ...withoutPlace(layer), animation: layer.animation?.id }),
  image: pictureContent,
  video: pictureContent,
  shape: (layer) => [withoutPlace(layer), pathSize(layer.position)],
  placeholder: withoutPlace,
  audio: withoutPlace,
  // What they show is part of their state.
  subtitles: (layer) => [withoutPlace({ ...layer, cues: [] }), subtitlesRegion(layer)],
};

function describe(layer: Layer): string {
  return JSON.stringify((contents[layer.type] as (layer: Layer) => unknown)(layer));
}

/** Filters, a chroma key and mirroring come after painting, but for the shadow. */
function pictureContent({
  type,
  url,
  objectFit,
  crop,
  globalAlpha,
  radius,
  blendMode,
  ...layer
}: PictureLayer): unknown {
  const { shadowColor, shadowBlur, shadowOffsetX, shadowOffsetY, chromaKey, flipped, flippedVertical } = layer;
  const cast = [chromaKey, flipped, flippedVertical];
  const shadow = castsShadow(layer) ? [shadowColor, shadowBlur, shadowOffsetX, shadowOffsetY, blendMode, cast] : [];
  return [type, url, objectFit, crop, globalAlpha, radius, ...shadow];
}

function withoutPlace({ id: _id, position: _at, lockAspectRatio: _ratio, source: _source, ...look }: Layer): object {
  const { name: _name, fieldNames: _fields, group: _group, isLocked: _lock, ...seen } = look;
  return seen;
}

/** The part of a shape's place that belongs to its look. */
function pathSize(position: Layer['position']): unknown[] {
  return [position?.scaleX, position?.scaleY, position?.svg_width, position?.svg_height];
}

/** Whether a text has pictures among its letters. They keep their colors when those of the text change hue. */
export function hasEmoji(text: string): boolean {
  return /\p{Extended_Pictographic}/u.test(text);
}
