import type { FilterName } from '../project/videoEffects.ts';
import { type Adjustment, plainAdjustment } from './adjustment.ts';

/** Filter presets, each an adjustment that is applied before the others. "Original" changes nothing. */
export const filterPresets: Readonly<Record<FilterName, Adjustment>> = {
  Original: plainAdjustment,
  Vivid: { gain: 1.1, lift: -0.04, chroma: 1.4, u: 0, v: 0 },
  Warm: { gain: 1.03, lift: 0, chroma: 1.05, u: -0.045, v: 0.03 },
  Cool: { gain: 1.02, lift: 0, chroma: 1, u: 0.045, v: -0.025 },
  Sepia: { gain: 0.95, lift: 0.04, chroma: 0.15, u: -0.08, v: 0.05 },
  Vintage: { gain: 0.82, lift: 0.11, chroma: 0.7, u: -0.035, v: 0.02 },
  Dream: { gain: 0.85, lift: 0.14, chroma: 0.9, u: 0.01, v: 0.025 },
  Mono: { gain: 1, lift: 0, chroma: 0, u: 0, v: 0 },
  Noir: { gain: 1.45, lift: -0.22, chroma: 0, u: 0, v: 0 },
  Teal: { gain: 1.08, lift: -0.02, chroma: 0.85, u: 0.02, v: -0.05 },
};
