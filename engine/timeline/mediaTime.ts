import type { LayerSpan } from './spans.ts';

/** A held end stands this much before the end of the played part, seconds: what begins at the end is no longer played. */
export const HELD_BEFORE_END = 0.01;

/** Rounding of sums of times, seconds. */
const rounding = 1e-6;

/**
 * Which second of its source a video layer shows.
 * @param t seconds of the whole video; before the span counts as its start.
 * @returns seconds from the start of the source, in [start, end] of the played part: a looping layer starts over,
 * any other holds what it shows 0.01 s before its end.
 */
export function mediaTimeAt(span: LayerSpan, t: number): number {
  const { media } = span;
  if (!media) return 0;
  const length = media.end - media.start;
  const local = Math.max(0, t - span.start);
  if (length <= 0) return media.start;
  if (!media.loops) return media.start + Math.min(local, Math.max(0, length - HELD_BEFORE_END));
  const run = local % length;
  return media.start + (length - run < rounding ? 0 : run);
}
