import { type MediaRun, runLength } from '../../../engine/timeline/durations.ts';
import { FRAME_ROUNDING, fpsOf, type Rate } from '../../../engine/timeline/frameRate.ts';
import {
  freezeBeforeEnd,
  freezePlace,
  LATENESS,
  latenessOf,
  TIME_ROUNDING,
} from '../../../engine/timeline/mediaTime.ts';
import type { EvenFrames, Loop, Segment, TakenFrames } from './plan.ts';
import type { PlannedAudioSpan } from './sound.ts';
import { stillRate, stillSegment } from './stills.ts';

/** Tolerance for sums of frame durations. */
const rounding = 1e-6;

/** The source frames of one run. */
export interface RunFrames {
  segments: Segment[];
  speed: number;
  /** See `latenessOf`; absent: the default. */
  lateness?: number;
  loop?: Loop;
}

/** Positions of the frames of a source. */
export interface FrameGrid {
  /** Start of the first frame, in seconds of the source. */
  first: number;
  /** Grid positions per second. */
  rate: Rate;
  /** Start of each frame, ascending, if frames are irregular. */
  times?: number[];
  /** Rounding of grid positions, in seconds: to whole ticks since `from`; absent: none. */
  ticks?: { length: number; from: number };
}

/** How a run is played. */
export interface RunShown {
  /** Time in the source from which it is read, in seconds. */
  seek: number;
  /** Frames per second of the output. */
  fps: number;
  /** Frames for which the layer is visible: no more are taken. */
  frames: number;
  /** Whether the run loops. */
  loops: boolean;
  /** Seconds from the start of the run to the first frame. */
  lead: number;
  grid: FrameGrid;
}

/** Returns the source frames that one run takes: exactly those that mediaTimeAt returns. */
export function framesOfRun(run: MediaRun, shown: RunShown): RunFrames {
  const { seek, fps, frames, loops, lead, grid } = shown;
  const { speed } = run;
  const period = runLength(run) * fps;
  const from = lead * fps;
  const step = speed / fps;
  const own = { ...run, start: run.start - seek, end: run.end - seek };
  const pace = { speed, ...latenessIn(run) };
  const isOnce = !loops || period <= 0 || from + frames - 1 < period - rounding;
  if (isOnce) {
    const ends = !loops || period <= 0;
    return {
      segments: segmentsOf(own, { step, place: lead * speed, frames, ends, first: grid.first - seek }),
      ...pace,
    };
  }
  const loop = { period, run: own, ...(from > 0 ? { from } : {}) };
  const whole = Math.round(period);
  // Lengths are in microseconds, which are not whole NTSC frames.
  if (Math.abs(period - whole) < FRAME_ROUNDING && from === 0) {
    const segments = segmentsOf(own, { step, place: 0, frames: whole, ends: false, first: 0 });
    return { segments, ...pace, loop: { ...loop, frames: whole, period: whole } };
  }
  const { segments, taken } = takenFrames(own, gridSince(grid, seek), fps);
  return { segments, ...pace, loop: { ...loop, frames: framesOf(segments), taken } };
}

/** Returns the lateness of a run for a plan, if it is below the default. */
export function latenessIn(run: MediaRun): { lateness?: number } {
  const lateness = latenessOf(run);
  return lateness === LATENESS ? {} : { lateness };
}

function gridSince({ first, times, ticks, ...grid }: FrameGrid, seek: number): FrameGrid {
  return {
    ...grid,
    first: first - seek,
    ...(times ? { times: times.map((time) => time - seek) } : {}),
    ...(ticks ? { ticks: { ...ticks, from: ticks.from - seek } } : {}),
  };
}

/** A range of frames of a run. */
export interface FramesTaken {
  /** Seconds of source between two frames. */
  step: number;
  /** Seconds of source from the start of the run to the first frame. */
  place: number;
  /** Maximum number of frames. */
  frames: number;
  /** Whether the run ends and freezes its last frame. */
  ends: boolean;
  /** Start of the source's first frame: nothing is shown before it. */
  first: number;
}

/**
 * Returns the frames of one run; if the run ends, up to its frozen last frame. Times are relative to the input's seek
 * point, like those of the run.
 */
export function segmentsOf(run: MediaRun, { step, place, frames, ends, first }: FramesTaken): Segment[] {
  const { start, end, isReversed, isBoomeranged } = run;
  const played = end - start;
  const last = end - freezeBeforeEnd(run);
  const over = ends ? freezePlace(run) : Number.POSITIVE_INFINITY;
  const count = Math.min(frames, Math.max(0, Math.ceil((over - place) / step - rounding)) + 1);
  const turn = isBoomeranged ? Math.ceil((played - TIME_ROUNDING - place) / step) : count;
  const segment = (from: number, to: number, base: number, backwards: boolean): Segment[] => {
    if (to <= from) return [];
    const frames = to - from;
    const [begins, ends] = [place + from * step - base, place + (to - 1) * step - base];
    const limit = over - base;
    if (run.stills) return [stillSegment(run, { begins, ends: Math.min(ends, limit), step, frames, backwards })];
    if (!backwards) {
      const latest = Math.max(first, start + limit);
      const offset = start + Math.max(0, Math.min(begins, limit));
      return [{ offset, frames, backwards, ...(ends > limit + TIME_ROUNDING ? { latest } : {}) }];
    }
    const offset = last - ends;
    const earliest = Math.max(start, last - limit);
    return [{ offset, frames, backwards, ...(offset < earliest - TIME_ROUNDING ? { earliest } : {}) }];
  };
  const middle = Math.max(0, Math.min(count, turn));
  return [...segment(0, middle, 0, isReversed), ...segment(middle, count, played, !isReversed)];
}

/**
 * Returns the source frames that a run shows, each once. A run that is not a whole number of frames restarts between
 * two output frames, at a different phase each time; which frame is visible is only known then.
 */
function takenFrames(run: MediaRun, source: FrameGrid, fps: number): { segments: Segment[]; taken: TakenFrames } {
  const { start, end, stills, isReversed, isBoomeranged } = run;
  const grid = stills ? { first: start, rate: stillRate(stills) } : source;
  // A still starts exactly at its time, whichever source frame is visible then.
  const lateness = stills ? 0 : latenessOf(run);
  const perSecondOfSource = fps / run.speed;
  // A moment this close before a frame counts as that frame.
  const early = FRAME_ROUNDING / perSecondOfSource;
  const way = (begins: number, backwards: boolean) => {
    const { times, ...segment } = framesBetween(run, grid, backwards);
    // In reverse, a frame becomes visible exactly when the one after it ends.
    const last = end - freezeBeforeEnd(run) + lateness + 2 * TIME_ROUNDING + early;
    const since = backwards
      ? times.map((_, i) => last - (times[i + 1] ?? end)).reverse()
      : times.map((time) => time - lateness - start);
    const shown = since.map((time, i) => begins + (i === 0 ? 0 : Math.max(0, time * perSecondOfSource)));
    return { segment, shown };
  };
  const ways = [way(0, isReversed), ...(isBoomeranged ? [way((end - start) * perSecondOfSource, !isReversed)] : [])];
  const shown = evenFrames(ways.flatMap((one) => one.shown));
  if ((grid.times || grid.ticks) && shown.length > mostStretches)
    return takenFrames(run, { first: grid.first, rate: grid.rate }, fps);
  const taken = { ...(grid.times ? {} : { rate: grid.rate }), shown };
  return { segments: ways.map(({ segment }) => segment), taken };
}

/** Maximum number of even spans that ffmpeg's arguments can describe; beyond it, frames are treated as even. */
const mostStretches = 2000;

/** Returns the frames of a run in one direction: how they are requested, and when each starts. */
function framesBetween(run: MediaRun, grid: FrameGrid, backwards: boolean): Segment & { times: number[] } {
  const { start, end, stills } = run;
  const top = backwards ? Math.max(start, end - freezeBeforeEnd(run)) : end - 2 * TIME_ROUNDING;
  const lateness = stills ? 0 : latenessOf(run);
  const [from, to] = [start, top].map((time) => time + lateness + TIME_ROUNDING) as [number, number];
  if (grid.times) {
    const begun = (time: number) =>
      Math.max(
        0,
        (grid.times as number[]).findLastIndex((at) => at <= time),
      );
    const times = grid.times.slice(begun(from), begun(to) + 1);
    const [offset, latest] = [times[0] as number, times.at(-1) as number];
    return { times, offset, latest, frames: times.length, backwards };
  }
  const rate = fpsOf(grid.rate);
  const begins = (frame: number) => rounded(grid.first + frame / rate, grid);
  const begun = (time: number) => {
    const frame = Math.max(0, Math.floor((time - grid.first) * rate));
    if (begins(frame + 1) <= time) return frame + 1;
    return begins(frame) > time ? Math.max(0, frame - 1) : frame;
  };
  const earliest = begun(from);
  const frames = Math.max(earliest, begun(to)) - earliest + 1;
  const times = Array.from({ length: frames }, (_, i) => begins(earliest + i));
  // Each frame is requested at its middle, but a still at its own time.
  return { times, offset: (times[0] as number) + (stills ? 0 : 0.5 / rate - lateness), frames, backwards };
}

/** Rounds a time as the source's clock does. */
function rounded(time: number, { ticks }: FrameGrid): number {
  return ticks ? Math.round((time - ticks.from) / ticks.length) * ticks.length + ticks.from : time;
}

/** Splits times into spans of equal distances. */
function evenFrames(times: readonly number[]): EvenFrames[] {
  const stretches: EvenFrames[] = [];
  for (let i = 0; i < times.length; ) {
    const first = times[i] as number;
    const distance = (times[i + 1] ?? first) - first;
    let frames = 1;
    while (Math.abs((times[i + frames] ?? Number.NaN) - (first + frames * distance)) < rounding) frames += 1;
    stretches.push({ frames, first, distance });
    i += frames;
  }
  return stretches;
}

/**
 * Returns the spans of an audio file that one run takes, with offsets from the start of the file. @param audibleSeconds audible
 * seconds.
 */
export function audioSpansOfRun(
  { start, end, speed, isReversed, isBoomeranged }: MediaRun,
  audibleSeconds: number,
): PlannedAudioSpan[] {
  const played = end - start;
  const segment = (most: number, backwards: boolean): PlannedAudioSpan => {
    const length = Math.min(played, most);
    return { from: backwards ? end - length : start, length, backwards };
  };
  const rest = audibleSeconds * speed - played;
  const first = segment(audibleSeconds * speed, isReversed);
  return isBoomeranged && rest > rounding ? [first, segment(rest, !isReversed)] : [first];
}

/** Returns the loop iteration that an output frame shows, from 0. @param frame counted from the first visible frame. */
export function runAt({ period, from = 0 }: Loop, frame: number): number {
  return Math.floor((from + frame + FRAME_ROUNDING) / period);
}

/** Returns the first output frame of a loop iteration, counted from the first visible frame. @param run from 0. */
export function firstFrameOf({ period, from = 0 }: Loop, run: number): number {
  return Math.ceil(run * period - from - FRAME_ROUNDING);
}

/** Total frames of all segments. */
export function framesOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { frames }) => sum + frames, 0);
}
