import type { Quality } from '../../../engine/project/output.ts';
import type { OutputFormat } from '../plan/plan.ts';

/** Below this audio bit rate, in kbit/s, mono sounds better than stereo. */
const leastStereo = 56;

/** Whether encoded audio is mono. @param soundRate see Output. */
export function isMono(soundRate: number | undefined): boolean {
  return soundRate !== undefined && soundRate < leastStereo;
}

/** Default CRF of a format by quality; lower is finer. */
export function usualCrf(format: OutputFormat, quality: Quality): number {
  if (format === 'webm') return quality === 'high' ? 24 : 33;
  return quality === 'high' ? 18 : 23;
}

/** Default audio bit rate of a format, in kbit/s. */
export function usualSoundRate(format: OutputFormat, quality: Quality): number {
  if (format === 'webm' || format === 'opus') return quality === 'high' ? 160 : 96;
  return quality === 'high' ? 192 : 128;
}
