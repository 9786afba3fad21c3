import { isPlayed } from '../kinds/families.ts';
import { withLaterStart } from '../motion/keyframeTimes.ts';
import { trimProblems } from '../project/crossFieldProblems.ts';
import type { PlayedLayer } from '../project/layers.ts';
import { MAX_SECONDS } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import type { Parsed } from '../project/parse.ts';
import { problem } from '../project/problems.ts';
import type { Project } from '../project/project.ts';
import { toMicroseconds } from '../project/roundTime.ts';
import { isUntrimmed, mediaRun, runLength } from '../timeline/durations.ts';
import { withAutoLoop } from './audioLoop.ts';
import { findLayer, merge, withLayer } from './find.ts';
import { withFittedLoop, withFollowingEnd } from './motion.ts';

/** A trim of a layer or the audio track, in seconds of the file. */
export interface Trim {
  startTime: number;
  endTime: number;
  isTrimmed: boolean;
}

/**
 * Validates a span and determines whether it is a trim at all.
 * @param start, end seconds; clamped to the end of the file. @param duration of the file, if known.
 */
export function resolveTrim(
  start: number,
  end: number,
  duration: number | undefined,
  kind: PlayedLayer['type'],
): Parsed<Trim> {
  if (!(Number.isFinite(start) && Number.isFinite(end) && start >= 0)) {
    return { ok: false, problems: [problem('trim.order', ['startTime'], messages.trimOrder)] };
  }
  const endTime = Math.min(end, duration ?? MAX_SECONDS);
  // A whole file that is shorter than a second is not a trim.
  if (isUntrimmed(start, endTime, duration)) return { ok: true, value: { startTime: 0, endTime, isTrimmed: false } };
  const problems = trimProblems(start, endTime, ['endTime'], kind);
  // Adding 0 turns −0, which JSON cannot represent, into 0.
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, value: { startTime: start + 0, endTime, isTrimmed: true } };
}

/**
 * Trims a video or audio layer. A span of nearly the whole file (from 0, end within 0.01 s of its length) removes the
 * trim.
 * @param start, end seconds of the source. @param measured length of the source in seconds, for a layer without one.
 * @returns trim.order or trim.short with their messages; the same project if there is no such layer.
 */
export function trimLayer(
  project: Project,
  layerId: string,
  start: number,
  end: number,
  measured?: number,
): Parsed<Project> {
  const layer = findLayer(project, layerId)?.layer;
  if (!layer || !isPlayed(layer)) return { ok: true, value: project };
  const length = lengthOf(layer.duration, measured);
  const trim = resolveTrim(start, end, length.duration, layer.type);
  if (!trim.ok) return trim;
  const chosen = trim.value.isTrimmed || layer.isTrimmed ? trim.value : {};
  const cut = withHeldEnd(layer, merge<PlayedLayer>(layer, { ...length, ...chosen }));
  const trimmed = withFollowingEnd(layer, withFittedLoop(cut));
  const value = withLayer(project, layerId, () => withLaterStart(trimmed, laterBy(layer, trimmed)));
  return { ok: true, value: value === project ? project : withAutoLoop(value) };
}

/** A video that holds its last frame after its run holds it as long as before. */
function withHeldEnd(before: PlayedLayer, after: PlayedLayer): PlayedLayer {
  const { playLength, loopMode } = before;
  if (playLength === undefined || loopMode === 'duration') return after;
  const held = playLength - runLength(mediaRun(before));
  return { ...after, playLength: toMicroseconds(runLength(mediaRun(after)) + Math.max(0, held)) };
}

/**
 * Returns how much later in its source a layer begins, in seconds of playback; keyframes move by this to stay in sync.
 */
function laterBy(before: PlayedLayer, after: PlayedLayer): number {
  const [was, is] = [mediaRun(before), mediaRun(after)];
  return (is.isReversed ? was.end - is.end : is.start - was.start) / is.speed;
}

/**
 * Returns the length of a file: the known one, else the measured one.
 * @param known, measured seconds; 0 counts as unknown.
 */
export function lengthOf(known: number | undefined, measured: number | undefined): { duration?: number } {
  const duration = known || measured;
  return duration ? { duration } : {};
}
