import { kindOf } from '../../../engine/kinds/index.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { own } from '../page/t.ts';
import { entryOf } from './mediaTable.ts';
import { fileNameOf } from './references.ts';

/** The type of a layer, or the kind of its shape, for display. */
export function layerTitle(layer: Layer): string {
  return kindOf(layer).title(layer);
}

/** One line that identifies a layer: its name, text or file name, else its type. */
export function layerLabel(layer: Layer): string {
  return layerPreview(layer) || layerTitle(layer);
}

/** Maximum length of the preview, in characters. */
const MAX_PREVIEW_LENGTH = 30;

/** The name of a layer; the beginning of a text, on one line; the file name of media; else ''. Never translated. */
export function layerPreview(layer: Layer): string {
  const words = previewOf(layer);
  return words && own(words);
}

function previewOf(layer: Layer): string {
  if (layer.name) return cut(layer.name);
  const words = kindOf(layer).words(layer);
  if (words) return cut(onOneLine(words));
  // The name on this device; the stored path contains only plain characters.
  return 'url' in layer ? cut(entryOf(layer.url)?.name ?? fileNameOf(layer.url)) : '';
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Counts grapheme clusters, so that none is split. */
function cut(text: string): string {
  const letters = [...new Intl.Segmenter().segment(text.slice(0, 50 * MAX_PREVIEW_LENGTH))].map(
    ({ segment }) => segment,
  );
  return letters.length > MAX_PREVIEW_LENGTH ? `${letters.slice(0, MAX_PREVIEW_LENGTH).join('')}…` : text;
}
