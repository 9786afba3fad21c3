import { MIN_TRIM_SECONDS } from '../project/limits.ts';

/** What of a file plays after a trim, seconds of the file. */
export interface TrimWindow {
  start: number;
  end: number;
}

/** What of a window moves: one of its edges, or the whole of it at its length. */
export type TrimPart = 'start' | 'end' | 'both';

/** How far a key moves a time, seconds: up and down, left and right, Page Up and Page Down. */
export const TRIM_STEPS = { fine: 0.03, coarse: 0.1, page: 1 } as const;

/**
 * Moves an edge of a trim, or all of it, as far as the file and the least length allow. Moved edges stand at
 * whole milliseconds, or at the very end of the file.
 * @param to where the edge shall be, seconds; for 'both' the start. @param duration of the file, seconds.
 * @param minGap least length that an edge leaves, seconds.
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
  const whole = Math.round(value * 1000) / 1000;
  // 8.87 less 1 is 7.87 for a person, 7.869999999999999 for the machine.
  const [low, high] = [least, most].map((bound) => Math.round(bound * 1e9) / 1e9) as [number, number];
  return Math.max(low, Math.min(whole, high));
}
