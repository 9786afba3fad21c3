import { MIN_TRIM_SECONDS } from '../project/limits.ts';
import { toMilliseconds } from '../project/roundTime.ts';

/** The span of a file that remains after a trim, in seconds. */
export interface TrimWindow {
  start: number;
  end: number;
}

/** The part of a window that moves: one edge, or the whole at constant length. */
export type TrimPart = 'start' | 'end' | 'both';

/** Steps of keys in seconds: up/down, left/right, Page Up/Page Down. */
export const TRIM_STEPS = { fine: 0.03, coarse: 0.1, page: 1 } as const;

/**
 * Moves an edge of a trim, or the whole, within the file and the minimum length. Moved edges are rounded to
 * milliseconds, except at the end of the file.
 * @param to new position of the edge in seconds; for 'both' of the start. @param duration of the file in seconds.
 * @param minGap minimum length, in seconds.
 */
export function moveTrim(
  { start, end }: TrimWindow,
  part: TrimPart,
  to: number,
  duration: number,
  minGap: number = MIN_TRIM_SECONDS,
): TrimWindow {
  if (part === 'start') return { start: between(0, to, Math.max(0, end - minGap)), end };
  if (part === 'end') return { start, end: between(Math.min(duration, start + minGap), to, duration) };
  const length = end - start;
  const moved = between(0, to, Math.max(0, duration - length));
  return { start: moved, end: Math.min(duration, moved + length) };
}

function between(least: number, value: number, most: number): number {
  const whole = toMilliseconds(value);
  // In floating point, 8.87 − 1 is 7.869999999999999.
  const [low, high] = [least, most].map((bound) => Math.round(bound * 1e9) / 1e9) as [number, number];
  return Math.max(low, Math.min(whole, high));
}
