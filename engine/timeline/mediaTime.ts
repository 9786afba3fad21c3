import { type MediaRun, runLength } from './durations.ts';
import type { LayerSpan } from './spans.ts';

/** Largest result of `latenessOf`, in seconds. */
export const LATENESS = 0.005;

/**
 * Returns how late a frame may begin and still be shown for a requested time, in seconds of the source. Containers with
 * milliseconds round, and cameras are not exact. Less than a third of a frame of the source and of a slowed-down 60 fps
 * output, so no frame ever replaces its predecessor.
 */
export function latenessOf({ speed, stills, fps = 0 }: Pick<MediaRun, 'speed' | 'stills' | 'fps'>): number {
  return LATENESS * Math.min(1, stills ? 1 : speed, fps > 60 ? 60 / fps : 1);
}

/**
 * Returns the distance between the end of the played span and the frozen frame, in seconds of the source; frames that
 * begin at the end are not played. Twice the lateness, so the last frame is found even if its time is off by as much.
 */
export function freezeBeforeEnd(run: Pick<MediaRun, 'speed' | 'stills' | 'fps'>): number {
  return 2 * latenessOf(run);
}

/** Precision of sums of times, in seconds. */
export const TIME_ROUNDING = 1e-6;

/** Returns what a layer plays: also in the transition after its scene. */
export function runOf({ media, continued }: LayerSpan): LayerSpan['media'] {
  return continued ?? media;
}

/**
 * Returns the media time of a video layer.
 * @param t seconds of the whole video; before the span counts as its start.
 * @returns seconds from the start of the source, in [start, end] of the played span. A looping layer starts over;
 * others hold the frame just before the end. Stop-motion returns the last still before that.
 */
export function mediaTimeAt(span: LayerSpan, t: number): number {
  const media = runOf(span);
  if (!media) return 0;
  const played = media.end - media.start;
  if (played <= 0) return media.start;
  const place = placeInRun(span, t);
  const inPass = isInFirstPass(media, place) ? place : Math.max(0, place - played);
  // Playing backwards also skips the very end: it starts with the last frame before it.
  const since = isForwards(media, place) ? inPass : Math.max(0, played - freezeBeforeEnd(media) - inPass);
  if (!media.stills) return media.start + since;
  return Math.min(media.end, media.start + stillAt(media.stills, since) / media.stills);
}

/**
 * Returns the index of the stop-motion still at a moment, from 0. @param since seconds of the source since the span's
 * start.
 */
export function stillAt(stills: number, since: number): number {
  return Math.max(0, Math.floor((since + TIME_ROUNDING) * stills));
}

/**
 * Returns the playback rate of a video layer at a time, in seconds of the source per second: negative if it plays
 * backwards, 0 for a frozen end or a still.
 */
export function mediaRateAt(span: LayerSpan, t: number): number {
  const media = runOf(span);
  if (!media || media.stills || media.end <= media.start) return 0;
  if (!media.loops && (t - span.start) * media.speed >= freezePlace(media)) return 0;
  return isForwards(media, placeInRun(span, t)) ? media.speed : -media.speed;
}

/** Returns where a run holds its end, in seconds of the source since its start. */
export function freezePlace(run: MediaRun): number {
  return Math.max(0, runLength(run) * run.speed - freezeBeforeEnd(run));
}

/** Returns the position in the run at a time, in seconds of the source. */
function placeInRun(span: LayerSpan, t: number): number {
  const { start } = span;
  const media = runOf(span);
  if (!media) return 0;
  const length = runLength(media);
  const local = Math.max(0, t - start);
  if (!media.loops) return Math.min(local * media.speed, freezePlace(media));
  const run = local % length;
  // The rounding error of the length adds up over runs.
  return length - run < TIME_ROUNDING * (1 + local / length) ? 0 : run * media.speed;
}

/** @param place seconds of the source since the start of the run; a boomerang reverses after the whole span. */
function isForwards(run: MediaRun, place: number): boolean {
  return isInFirstPass(run, place) !== run.isReversed;
}

/** Returns whether a run is in its first pass over the span; a boomerang has a second, reversed one. */
function isInFirstPass({ start, end, isBoomeranged }: MediaRun, place: number): boolean {
  return !isBoomeranged || place < end - start - TIME_ROUNDING;
}
