import type { Layer, ShapeLayer } from '../../../engine/project/layers.ts';
import { fileNameOf } from '../../media/references.ts';

/** What a layer is called in words; a shape by its shape. */
export function layerTitle(layer: Layer): string {
  return layer.type === 'shape' ? shapeTitles[layer.shapeType] : typeTitles[layer.type];
}

const typeTitles = {
  text: 'Text',
  image: 'Image',
  video: 'Video',
  placeholder: 'Placeholder',
  audio: 'Sound',
} as const;

const shapeTitles: Record<ShapeLayer['shapeType'], string> = {
  line: 'Line',
  arrow: 'Arrow',
  rectangle: 'Rectangle',
  ellipse: 'Ellipse',
  triangle: 'Triangle',
  svg: 'Shape',
};

/** Longest preview of a layer's text, characters (studio spec §9). */
const MAX_PREVIEW_LENGTH = 30;

/** The beginning of what a text says, on one line; of a picture or video its file's name; else ''. */
export function layerPreview(layer: Layer): string {
  if (layer.type === 'text') return cut(layer.text.trim().replace(/\s+/g, ' '));
  return 'url' in layer ? cut(fileNameOf(layer.url)) : '';
}

/** Counts in whole characters, so that none is cut in half. */
function cut(text: string): string {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return letters.length > MAX_PREVIEW_LENGTH ? `${letters.slice(0, MAX_PREVIEW_LENGTH).join('')}…` : text;
}
