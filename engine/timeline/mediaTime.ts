import type { LayerSpan } from './spans.ts';

/**
 * Which second of its source a video layer shows.
 * @param t seconds of the whole video; before the span counts as its start.
 * @returns seconds from the start of the source, in [start, end] of the played part: a looping layer starts over,
 * any other holds its end.
 */
export function mediaTimeAt(span: LayerSpan, t: number): number {
  const { media } = span;
  if (!media) return 0;
  const length = media.end - media.start;
  const local = Math.max(0, t - span.start);
  if (length <= 0) return media.start;
  return media.start + (media.loops ? local % length : Math.min(local, length));
}
