import { type AdjustEffect, plainAdjustment } from './adjustment.ts';

/** Multiplies every color, as the CSS filter brightness(). */
export const brightness: AdjustEffect = {
  id: 'brightness',
  title: 'Brightness',
  description: 'brightness; 100: unchanged',
  range: { min: 0, max: 200, step: 1, usual: 100 },
  adjustment: (amount) => ({ ...plainAdjustment, gain: amount / 100, chroma: amount / 100 }),
};
