import { type AdjustEffect, plainAdjustment } from './adjustment.ts';

/** Blends toward white, as an old print fades. */
export const fade: AdjustEffect = {
  id: 'fadeOpacity',
  title: 'Fade to white',
  description: 'fading toward white',
  range: { min: 0, max: 100, step: 1, usual: 0 },
  adjustment: (amount) => ({
    ...plainAdjustment,
    gain: 1 - amount / 100,
    lift: amount / 100,
    chroma: 1 - amount / 100,
  }),
};
