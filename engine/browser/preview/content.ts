import type { Layer } from '../../project/layers.ts';

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

function describe(layer: Layer): string {
  if (layer.type === 'image' || layer.type === 'video') return JSON.stringify([layer.type, layer.url, layer.objectFit]);
  const { id: _id, position, lockAspectRatio: _lock, source: _source, ...look } = layer;
  if (look.type === 'shape') return JSON.stringify([look, pathSize(position)]);
  // Of an animation only its kind counts, which decides how far the text may shine.
  return JSON.stringify(look.type === 'text' ? { ...look, animation: look.animation?.id } : look);
}

/** The part of a shape's place that belongs to its look. */
function pathSize(position: Layer['position']): unknown[] {
  return [position?.scaleX, position?.scaleY, position?.svg_width, position?.svg_height];
}

/** Whether a text has pictures among its letters. They keep their colours when those of the text change hue. */
export function hasEmoji(text: string): boolean {
  return /\p{Extended_Pictographic}/u.test(text);
}
