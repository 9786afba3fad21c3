import { type AdjustEffect, plainAdjustment } from './adjustment.ts';

/** Moves every color away from or toward middle gray, as the CSS filter contrast(). */
export const contrast: AdjustEffect = {
  id: 'contrast',
  title: 'Contrast',
  description: 'contrast; 100: unchanged',
  range: { min: 0, max: 200, step: 1, usual: 100 },
  adjustment: (amount) => ({ ...plainAdjustment, gain: amount / 100, lift: 0.5 - amount / 200, chroma: amount / 100 }),
};
