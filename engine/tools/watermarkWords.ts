import type { FieldTexts } from './field.ts';
import { placeChoices } from './watermarkPlaces.ts';

/** Titles and descriptions of the watermark fields, for forms and the reference. */
export const watermarkWords = {
  watermarkText: { title: 'Text', description: 'text of the watermark' },
  watermarkPos: { title: 'Place', description: 'position of the watermark', choices: placeChoices },
  watermarkFont: { title: 'Font', description: 'font family of the watermark', control: 'font' },
  watermarkColor: { title: 'Color', description: 'color of the watermark', control: 'color' },
  watermarkSize: { title: 'Size', description: '100: the usual size', unit: '%' },
  watermarkOpacity: {
    title: 'Opacity',
    description: '100: opaque; 0: invisible',
    unit: '%',
  },
  watermarkImg: { title: '', description: 'image to use as the watermark' },
} as const satisfies Readonly<Record<string, FieldTexts>>;

/** Returns the texts of a field for tools that only offer a watermark as an extra. @param title default: the field's own. */
export function customWatermark(name: keyof typeof watermarkWords, title?: string): FieldTexts {
  const words = watermarkWords[name];
  return { ...words, title: title ?? words.title, onlyWith: 'withCustomWatermark' };
}
