import { type MediaRun, runLength } from './durations.ts';
import type { LayerSpan } from './spans.ts';

/** A scene stands still this much before its end, seconds: what begins at the end is no longer shown. */
export const HELD_BEFORE_END = 0.01;

/** What `latenessOf` allows at most, seconds. */
export const LATENESS = 0.005;

/**
 * How much after a wanted time a frame may begin and still be the one that is shown, seconds of the source: containers with
 * milliseconds round, and cameras are not punctual. Under a third of a frame, both of the source and of a slowed-down output
 * of 60 frames a second, so that no frame is ever shown in place of the one before it.
 */
export function latenessOf({ speed, stills, fps = 0 }: Pick<MediaRun, 'speed' | 'stills' | 'fps'>): number {
  return LATENESS * Math.min(1, stills ? 1 : speed, fps > 60 ? 60 / fps : 1);
}

/**
 * How much before the end of the played part a held end stands, seconds of the source: what begins at the end is no longer
 * played. Twice the lateness, so that the last frame is met also where it ends late or early by as much.
 */
export function heldBeforeEnd(run: Pick<MediaRun, 'speed' | 'stills' | 'fps'>): number {
  return 2 * latenessOf(run);
}

/** Sums of times are this exact, seconds. */
export const TIME_ROUNDING = 1e-6;

/**
 * Which second of its source a video layer shows.
 * @param t seconds of the whole video; before the span counts as its start.
 * @returns seconds from the start of the source, in [start, end] of the played part: a looping layer starts over,
 * any other holds what it shows just before its end. Stop-motion shows the last still before that.
 */
export function mediaTimeAt(span: LayerSpan, t: number): number {
  const { media } = span;
  if (!media) return 0;
  const played = media.end - media.start;
  if (played <= 0) return media.start;
  const place = placeInRun(span, t);
  const inPass = isInFirstPass(media, place) ? place : Math.max(0, place - played);
  // Backwards too what begins at the very end is not played: it begins with the last frame before it.
  const since = isForwards(media, place) ? inPass : Math.max(0, played - heldBeforeEnd(media) - inPass);
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
  if (!media.loops && (t - span.start) * media.speed >= heldPlace(media)) return 0;
  return isForwards(media, placeInRun(span, t)) ? media.speed : -media.speed;
}

/** Seconds of the source since a run began at which its end is held. */
export function heldPlace(run: MediaRun): number {
  return Math.max(0, runLength(run) * run.speed - heldBeforeEnd(run));
}

/** Seconds of the source since the run began that is played at a time. */
function placeInRun({ start, media }: LayerSpan, t: number): number {
  if (!media) return 0;
  const length = runLength(media);
  const local = Math.max(0, t - start);
  if (!media.loops) return Math.min(local * media.speed, heldPlace(media));
  const run = local % length;
  // The rounding of the length adds up from run to run.
  return length - run < TIME_ROUNDING * (1 + local / length) ? 0 : run * media.speed;
}

/** @param place seconds of the source since the run began; a boomerang turns back after the whole part. */
function isForwards(run: MediaRun, place: number): boolean {
  return isInFirstPass(run, place) !== run.isReversed;
}

/** Whether a run is in its first pass over the played part; a boomerang has a second one, back. */
function isInFirstPass({ start, end, isBoomeranged }: MediaRun, place: number): boolean {
  return !isBoomeranged || place < end - start - TIME_ROUNDING;
}
