import { type AdjustEffect, plainAdjustment } from './adjustment.ts';

/** Strengthens or weakens colors at constant luma, as the CSS filter saturate(). */
export const saturation: AdjustEffect = {
  id: 'saturation',
  title: 'Saturation',
  description: 'saturation; 0: none, 100: unchanged',
  range: { min: 0, max: 200, step: 1, usual: 100 },
  adjustment: (amount) => ({ ...plainAdjustment, chroma: amount / 100 }),
};
