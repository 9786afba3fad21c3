import { toMilliseconds } from '../project/roundTime.ts';
import { PEAKS_PER_SECOND, type Peaks } from './peaks.ts';
import type { TimeSpan } from './timeSpans.ts';

/** Definition of a silence. */
export interface SilenceRule {
  /** Largest peak of a silence in dBFS, −48 to 0; quieter peaks cannot be distinguished. Default −30. */
  threshold?: number;
  /** Shortest silence, in seconds. Default 0.5. */
  shortest?: number;
  /** Part that is kept at ends that border on audio, in seconds. Default 0.1. */
  padding?: number;
}

/** Default rule: pauses between sentences, not between words. */
export const silenceDefaults = { threshold: -30, shortest: 0.5, padding: 0.1 } as const;

/**
 * Finds the silences of audio from its peaks, in order. A silence at the very start or end is returned without padding
 * there.
 * @param length of the video or file in seconds; after the end of the audio, all is silent.
 */
export function silencesOf(peaks: Peaks, length: number, rule: SilenceRule = {}): TimeSpan[] {
  const { threshold, shortest, padding } = { ...silenceDefaults, ...rule };
  const most = 255 * 10 ** (threshold / 20);
  const end = Math.min(Math.ceil(length * PEAKS_PER_SECOND), peaks.length);
  const found: TimeSpan[] = [];
  let from = 0;
  const close = (at: number, to: number, isLast: boolean) => {
    if (to - at < shortest - 1e-9) return;
    const span = { startTime: at === 0 ? 0 : at + padding, endTime: isLast ? to : to - padding };
    if (span.endTime > span.startTime) found.push(rounded(span));
  };
  for (let i = 0; i < end; i += 1) {
    if ((peaks[i] as number) <= most) continue;
    if (i > from) close(from / PEAKS_PER_SECOND, i / PEAKS_PER_SECOND, false);
    from = i + 1;
  }
  close(from / PEAKS_PER_SECOND, length, true);
  return found;
}

function rounded({ startTime, endTime }: TimeSpan): TimeSpan {
  return { startTime: toMilliseconds(startTime), endTime: toMilliseconds(endTime) };
}
