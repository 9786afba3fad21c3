import { kindOf } from '../../../engine/kinds/index.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { entryOf } from '../../media/mediaTable.ts';
import { fileNameOf } from '../../media/references.ts';
import { own } from '../../texts/t.ts';

/** What a layer is in words; a shape by its shape. */
export function layerTitle(layer: Layer): string {
  return kindOf(layer).title(layer);
}

/** What stands for a layer in one line: the name that it was given, what it says, or what it is. */
export function layerLabel(layer: Layer): string {
  return layerPreview(layer) || layerTitle(layer);
}

/** Longest preview of a layer's text, characters. */
const MAX_PREVIEW_LENGTH = 30;

/**
 * The name that a layer was given; the beginning of what a text says, on one line; of a picture or video its file's name; else ''.
 * No language translates it.
 */
export function layerPreview(layer: Layer): string {
  const words = previewOf(layer);
  return words && own(words);
}

function previewOf(layer: Layer): string {
  if (layer.name) return cut(layer.name);
  // What its letters are is no text.
  if (layer.type === 'subtitles') return cut(onOneLine(layer.cues.find(({ text }) => text.trim() !== '')?.text ?? ''));
  const letterings = kindOf(layer).lettering(layer);
  if (letterings.length > 0) return cut(onOneLine(letterings.map(({ text }) => text).join(' ')));
  // Its name on this device; its path has plain letters alone.
  return 'url' in layer ? cut(entryOf(layer.url)?.name ?? fileNameOf(layer.url)) : '';
}

function onOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Counts in whole characters, so that none is cut in half. */
function cut(text: string): string {
  const letters = [...new Intl.Segmenter().segment(text.slice(0, 50 * MAX_PREVIEW_LENGTH))].map(
    ({ segment }) => segment,
  );
  return letters.length > MAX_PREVIEW_LENGTH ? `${letters.slice(0, MAX_PREVIEW_LENGTH).join('')}…` : text;
}
