import { castsShadow } from '../../painters/picture.ts';
import { subtitlesRegion } from '../../painters/subtitlesRegion.ts';
import type { Layer, LayerOf, LayerType, PictureLayer } from '../../project/layers.ts';

const known = new WeakMap<Layer, string>();

/**
 * Returns a key of what a layer shows, without its id and position: layers with the same key look the same in boxes of
 * the same size. Cached, because layers are immutable.
 */
export function contentOf(layer: Layer): string {
  const found = known.get(layer) ?? describe(layer);
  known.set(layer, found);
  return found;
}

/** Fields that decide how each type of layer looks in a box of fixed size. */
const contents: { readonly [T in LayerType]: (layer: LayerOf<T>) => unknown } = {
  // Only the type of an animation matters, because it decides how far the text may glow.
  text: (layer) => ({ ...withoutPlace(layer), animation: layer.animation?.id }),
  image: pictureContent,
  video: pictureContent,
  shape: (layer) => [withoutPlace(layer), pathSize(layer.position)],
  placeholder: withoutPlace,
  audio: withoutPlace,
  // The visible cues are part of the state.
  subtitles: (layer) => [withoutPlace({ ...layer, cues: [] }), subtitlesRegion(layer)],
};

function describe(layer: Layer): string {
  return JSON.stringify((contents[layer.type] as (layer: Layer) => unknown)(layer));
}

/** Filters, chroma key and flips are applied after painting, except for the shadow. */
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

/** Returns the fields of a shape's position that affect its look. */
function pathSize(position: Layer['position']): unknown[] {
  return [position?.scaleX, position?.scaleY, position?.svg_width, position?.svg_height];
}

/** Returns whether a text contains emoji, which keep their colors when the hue of the text changes. */
export function hasEmoji(text: string): boolean {
  return /\p{Extended_Pictographic}/u.test(text);
}
