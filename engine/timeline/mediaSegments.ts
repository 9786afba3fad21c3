import type { LayerSpan } from './spans.ts';

/** A part of a layer's time in which its video plays in one direction. In seconds. */
export interface MediaSegment {
  /** Since the layer's start. */
  at: number;
  length: number;
  /** Of the source; `from` is after `to` when it plays backwards. */
  from: number;
  to: number;
}

const MOST_SEGMENTS = 24;

/**
 * Returns the segments that a video layer plays: one, two for a boomerang, repeated if it loops. Omits segments after
 * the 24th. If they end before a layer that does not loop, its last frame stays.
 */
export function mediaSegments({ media, start, end }: LayerSpan): MediaSegment[] {
  const played = media ? (media.end - media.start) / media.speed : 0;
  if (!media || played <= 0) return [];
  const segments: MediaSegment[] = [];
  const onScreen = end - start;
  for (let at = 0; at < onScreen - 1e-6 && segments.length < MOST_SEGMENTS; at += played) {
    const isBack = media.isBoomeranged && segments.length % 2 === 1;
    const isOver = segments.length >= (media.isBoomeranged ? 2 : 1);
    if (isOver && !media.loops) break;
    const [from, whole] = isBack === media.isReversed ? [media.start, media.end] : [media.end, media.start];
    const length = Math.min(played, onScreen - at);
    segments.push({ at, length, from, to: from + ((whole - from) * length) / played });
  }
  return segments;
}
