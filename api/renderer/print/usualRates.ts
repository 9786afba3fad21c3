import type { Quality, VideoCodec } from '../../../engine/project/output.ts';
import type { OutputFormat } from '../plan/plan.ts';

/** Below this audio bit rate, in kbit/s, mono sounds better than stereo. */
const leastStereo = 56;

/** Whether encoded audio is mono. @param soundRate see Output. */
export function isMono(soundRate: number | undefined): boolean {
  return soundRate !== undefined && soundRate < leastStereo;
}

/** CRF of each codec by quality, measured to look alike; lower is finer. ProRes has none. */
const crfs: Record<VideoCodec, Record<Quality, number>> = {
  h264: { fast: 23, standard: 23, high: 18 },
  hevc: { fast: 22, standard: 25, high: 18 },
  av1: { fast: 32, standard: 36, high: 20 },
  vp9: { fast: 33, standard: 33, high: 24 },
  prores: { fast: 0, standard: 0, high: 0 },
};

/** Default CRF of a codec by quality; lower is finer. */
export function usualCrf(codec: VideoCodec, quality: Quality): number {
  return crfs[codec][quality];
}

/** Default audio bit rate of a format, in kbit/s. */
export function usualSoundRate(format: OutputFormat, quality: Quality): number {
  if (format === 'webm' || format === 'opus') return quality === 'high' ? 160 : 96;
  return quality === 'high' ? 192 : 128;
}
