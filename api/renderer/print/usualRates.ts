import type { Quality } from '../../../engine/project/output.ts';
import type { OutputFormat } from '../plan/plan.ts';

/** Below this rate of its sound one channel sounds better than two, thousand bits a second. */
export const leastStereo = 56;

/** Rate factor of the encoder of a format, by quality; the lower the finer. */
export function usualCrf(format: OutputFormat, quality: Quality): number {
  if (format === 'webm') return quality === 'high' ? 24 : 33;
  return quality === 'high' ? 18 : 23;
}

/** Rate of the encoded sound of a format, thousand bits a second. */
export function usualSoundRate(format: OutputFormat, quality: Quality): number {
  if (format === 'webm') return quality === 'high' ? 160 : 96;
  return quality === 'high' ? 192 : 128;
}
