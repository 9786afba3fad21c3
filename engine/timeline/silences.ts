import { PEAKS_PER_SECOND, type Peaks } from './peaks.ts';
import { type TimeSpan, thousandths } from './timeSpans.ts';

/** What counts as a silence. */
export interface SilenceRule {
  /** Loudest peak of a silence, decibels of full scale, −48 to 0; quieter ones than −48 are not told apart. Default −30. */
  threshold?: number;
  /** How long it lasts at least, seconds. Default 0.5. */
  shortest?: number;
  /** How much of it stays at either end that borders on sound, seconds. Default 0.1. */
  padding?: number;
}

/** The usual rule: pauses between sentences, not those between words. */
export const silenceDefaults = { threshold: -30, shortest: 0.5, padding: 0.1 } as const;

/**
 * The silent parts of a sound, in order, by its peaks: so they are the same wherever these were measured. A silence at the very
 * start or end is taken whole.
 * @param length of the video or file, seconds; a sound that is over before counts as silent from then on.
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
  return { startTime: thousandths(startTime), endTime: thousandths(endTime) };
}
