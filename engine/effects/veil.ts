import { plainTone } from './tone.ts';
import type { ToneEffect } from './toneEffect.ts';

/** A white veil of the amount as its opacity, as an old print looks. */
export const veil: ToneEffect = {
  id: 'fadeOpacity',
  title: 'Fade',
  range: { min: 0, max: 100, step: 1, usual: 0 },
  tone: (amount) => ({ ...plainTone, gain: 1 - amount / 100, lift: amount / 100, chroma: 1 - amount / 100 }),
};
