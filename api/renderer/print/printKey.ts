import { adjustmentFilter } from '../../../engine/effects/adjustment.ts';
import { type Key, keyFilters, spillFilters } from '../../../engine/effects/chromaKey.ts';
import type { FilterOptions } from '../../../engine/effects/ffmpegFilter.ts';
import type { VideoPart } from '../plan/plan.ts';
import { fromBt709, printColors, toBt709 } from './printEffects.ts';
import { printGrade } from './printGrade.ts';

/** How a source is scaled to its part. */
export interface Sized {
  /** Options of scale for the input colors. */
  source: FilterOptions;
  /** Prints the scaling. @param colors further options of scale. */
  scale: (colors?: FilterOptions) => string;
  after: readonly string[];
  /** Prefix of its pad names. */
  name: string;
}

const toYuv = printColors(toBt709);
const toRgb = printColors(fromBt709);

/** Prints a keyed, adjusted part at its final size, in premultiplied RGB. */
export function printKeyed(part: VideoPart, key: Key, sized: Sized): string[] {
  const spill = spillFilters(key);
  const adjustment = part.adjustment ? [adjustmentFilter(part.adjustment)] : [];
  // Spill is removed from the original colors, and only in RGB.
  const isBoth = spill.length > 0 && adjustment.length > 0;
  const colors = isBoth
    ? [toRgb, 'format=rgba', ...spill, toYuv, 'format=yuva444p', ...adjustment, toRgb]
    : [...adjustment, toRgb, ...(spill.length > 0 ? ['format=rgba', ...spill] : [])];
  return [...printCleared(part, key, sized), ...colors, 'format=gbrap', ...printGrade(part), 'premultiply=inplace=1'];
}

/** Applies the key, in BT.709. The filter overwrites alpha, so the source's alpha is multiplied in again. */
function printCleared({ alpha }: VideoPart, key: Key, { source, scale, after, name }: Sized): string[] {
  if (!alpha) return [scale({ ...source, ...toBt709 }), 'format=yuva444p', ...after, ...keyFilters(key)];
  const straight = ['format=gbrap', 'premultiply=inplace=1', scale(), ...after, 'unpremultiply=inplace=1'];
  const [cleared, own] = [`${name}cleared`, `${name}own`];
  return [
    ...[printColors(source), ...straight, toYuv, 'format=yuva444p'],
    `split[${own}][${name}key];\n[${name}key]${keyFilters(key).join(',')}[${cleared}];\n[${cleared}][${own}]blend=c3_mode=multiply`,
  ];
}
