import type { LayerSpan } from './spans.ts';

/** A part of a layer's time in which its video runs one way. Seconds. */
export interface MediaSegment {
  /** Since the layer began. */
  at: number;
  length: number;
  /** Of the source; backwards where from is after to. */
  from: number;
  to: number;
}

const MOST_SEGMENTS = 24;

/**
 * What a video layer plays one after the other for as long as it is on screen: one segment, two for a boomerang, and again
 * where it loops. After 24 segments what follows is left out. Where the segments end before the layer
 * does and it does not loop, its last picture is held.
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
