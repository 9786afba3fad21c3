import { plainTone } from './tone.ts';
import type { ToneEffect } from './toneEffect.ts';

/** Every colour times the amount, as the CSS filter brightness(). */
export const brightness: ToneEffect = {
  id: 'brightness',
  title: 'Brightness',
  range: { min: 0, max: 200, step: 1, usual: 100 },
  tone: (amount) => ({ ...plainTone, gain: amount / 100, chroma: amount / 100 }),
};
