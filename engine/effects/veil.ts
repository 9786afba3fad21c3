import type { AdjustEffect } from './adjustEffect.ts';
import { plainAdjustment } from './adjustment.ts';

/** A white veil of the amount as its opacity, as an old print looks. */
export const veil: AdjustEffect = {
  id: 'fadeOpacity',
  title: 'Fade',
  range: { min: 0, max: 100, step: 1, usual: 0 },
  adjustment: (amount) => ({
    ...plainAdjustment,
    gain: 1 - amount / 100,
    lift: amount / 100,
    chroma: 1 - amount / 100,
  }),
};
