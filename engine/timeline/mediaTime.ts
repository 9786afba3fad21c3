import { type MediaRun, runLength } from './durations.ts';
import type { LayerSpan } from './spans.ts';

/** A held end stands this much before the end of the played part, seconds: what begins at the end is no longer played. */
export const HELD_BEFORE_END = 0.01;

/**
 * How much after a wanted time a frame may begin and still be the one that is shown, seconds: containers with
 * milliseconds round, and shift the picture by the encoder delay of the sound. A third of a frame at 60 a second.
 */
export const LATENESS = 0.005;

/** Sums of times are this exact, seconds. */
export const TIME_ROUNDING = 1e-6;

/**
 * Which second of its source a video layer shows.
 * @param t seconds of the whole video; before the span counts as its start.
 * @returns seconds from the start of the source, in [start, end] of the played part: a looping layer starts over,
 * any other holds what it shows 0.01 s before its end. Stop-motion shows the last still before that.
 */
export function mediaTimeAt(span: LayerSpan, t: number): number {
  const { media } = span;
  if (!media) return 0;
  const played = media.end - media.start;
  if (played <= 0) return media.start;
  const place = placeInRun(span, t) * media.speed;
  const inPass = isInFirstPass(media, place) ? place : Math.max(0, place - played);
  // Backwards too what begins at the very end is not played: it begins with the last frame before it.
  const since = isForwards(media, place) ? inPass : Math.max(0, played - HELD_BEFORE_END - inPass);
  if (!media.stills) return media.start + since;
  return Math.min(media.end, media.start + stillAt(media.stills, since) / media.stills);
}

/** Which still of stop-motion stands for a moment, from 0. @param since seconds of the source since the part began. */
export function stillAt(stills: number, since: number): number {
  return Math.max(0, Math.floor((since + TIME_ROUNDING) * stills));
}

/**
 * How fast the source of a video layer plays at a time: seconds of the source a second, negative where it plays
 * backwards, 0 where its end or a still is held.
 */
export function mediaRateAt(span: LayerSpan, t: number): number {
  const { media } = span;
  if (!media || media.stills || media.end <= media.start) return 0;
  if (!media.loops && t - span.start >= runLength(media) - HELD_BEFORE_END) return 0;
  return isForwards(media, placeInRun(span, t) * media.speed) ? media.speed : -media.speed;
}

/** Seconds since the run began that is played at a time. */
function placeInRun({ start, media }: LayerSpan, t: number): number {
  if (!media) return 0;
  const length = runLength(media);
  const local = Math.max(0, t - start);
  if (!media.loops) return Math.min(local, Math.max(0, length - HELD_BEFORE_END));
  const run = local % length;
  return length - run < TIME_ROUNDING ? 0 : run;
}

/** @param place seconds of the source since the run began; a boomerang turns back after the whole part. */
function isForwards(run: MediaRun, place: number): boolean {
  return isInFirstPass(run, place) !== run.isReversed;
}

/** Whether a run is in its first pass over the played part; a boomerang has a second one, back. */
function isInFirstPass({ start, end, isBoomeranged }: MediaRun, place: number): boolean {
  return !isBoomeranged || place < end - start - TIME_ROUNDING;
}
