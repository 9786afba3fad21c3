import { plainTone } from './tone.ts';
import type { ToneEffect } from './toneEffect.ts';

/** Colours stronger or weaker at the same luma, as the CSS filter saturate(). */
export const saturation: ToneEffect = {
  id: 'saturation',
  title: 'Saturation',
  range: { min: 0, max: 200, step: 1, usual: 100 },
  tone: (amount) => ({ ...plainTone, chroma: amount / 100 }),
};
