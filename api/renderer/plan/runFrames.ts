import { type MediaRun, runLength } from '../../../engine/timeline/durations.ts';
import { FRAME_ROUNDING, perSecond, type Rate } from '../../../engine/timeline/frameRate.ts';
import { heldBeforeEnd, heldPlace, LATENESS, latenessOf, TIME_ROUNDING } from '../../../engine/timeline/mediaTime.ts';
import type { EvenFrames, Loop, Segment, TakenFrames } from './plan.ts';
import type { SoundSegment } from './sound.ts';
import { stillRate, stillSegment } from './stills.ts';

/** Sums of frames are this exact. */
const rounding = 1e-6;

/** The frames of one run. */
export interface RunFrames {
  segments: Segment[];
  speed: number;
  /** See `latenessOf`; absent: the usual one. */
  lateness?: number;
  loop?: Loop;
}

/** Where the frames of a source stand. */
export interface FrameGrid {
  /** When the first one begins, seconds of the source. */
  first: number;
  /** How many places a second has on which they stand. */
  rate: Rate;
  /** When each of them begins, in order, where that is at uneven distances. */
  times?: number[];
  /** What their places are rounded to: whole ticks since a second of the source; absent: they are not rounded. Seconds. */
  ticks?: { length: number; from: number };
}

/** How a run is shown. */
export interface RunShown {
  /** Second of the source from which on it is read. */
  seek: number;
  /** Frames a second of the output. */
  fps: number;
  /** Frames for which the layer is shown: no more are taken. */
  wanted: number;
  /** Whether the run starts over. */
  loops: boolean;
  /** How long before the first frame the run began, seconds. */
  lead: number;
  grid: FrameGrid;
}

/** Which frames of a source one run of it takes: every one that mediaTimeAt has, and no other. */
export function framesOfRun(run: MediaRun, shown: RunShown): RunFrames {
  const { seek, fps, wanted, loops, lead, grid } = shown;
  const { speed } = run;
  const period = runLength(run) * fps;
  const from = lead * fps;
  const step = speed / fps;
  const own = { ...run, start: run.start - seek, end: run.end - seek };
  const pace = { speed, ...latenessIn(run) };
  const isOnce = !loops || period <= 0 || from + wanted - 1 < period - rounding;
  if (isOnce) {
    const ends = !loops || period <= 0;
    return {
      segments: segmentsOf(own, { step, place: lead * speed, wanted, ends, first: grid.first - seek }),
      ...pace,
    };
  }
  const loop = { period, run: own, ...(from > 0 ? { from } : {}) };
  const whole = Math.round(period);
  // Lengths are told in millionths of a second, which are no whole frames of NTSC.
  if (Math.abs(period - whole) < FRAME_ROUNDING && from === 0) {
    const segments = segmentsOf(own, { step, place: 0, wanted: whole, ends: false, first: 0 });
    return { segments, ...pace, loop: { ...loop, frames: whole, period: whole } };
  }
  const { segments, taken } = takenFrames(own, gridSince(grid, seek), fps);
  return { segments, ...pace, loop: { ...loop, frames: framesOf(segments), taken } };
}

/** How late a frame of a run may begin, as a plan says it: where it is less than usual. */
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

/** Some frames of a run. */
export interface FramesTaken {
  /** Seconds of the source between two of them. */
  step: number;
  /** Seconds of the source from the start of the run to the first of them. */
  place: number;
  /** How many at most. */
  wanted: number;
  /** Whether the run ends, so that what it ends with is held. */
  ends: boolean;
  /** When the source's first frame begins: nothing is shown before it. */
  first: number;
}

/** Frames of a run, once: of one that ends up to the one that is held. Times are counted as those of the run. */
export function segmentsOf(run: MediaRun, { step, place, wanted, ends, first }: FramesTaken): Segment[] {
  const { start, end, isReversed, isBoomeranged } = run;
  const played = end - start;
  const last = end - heldBeforeEnd(run);
  const over = ends ? heldPlace(run) : Number.POSITIVE_INFINITY;
  const count = Math.min(wanted, Math.max(0, Math.ceil((over - place) / step - rounding)) + 1);
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
 * The frames of the source that a run shows, each once. A run that is no whole number of frames long starts over between two
 * frames of the output, each time at another place; which frame is shown is only known then.
 */
function takenFrames(run: MediaRun, source: FrameGrid, fps: number): { segments: Segment[]; taken: TakenFrames } {
  const { start, end, stills, isReversed, isBoomeranged } = run;
  const grid = stills ? { first: start, rate: stillRate(stills) } : source;
  // A still stands at its own moment, whichever frame of the source is shown then.
  const lateness = stills ? 0 : latenessOf(run);
  const perSecondOfSource = fps / run.speed;
  // A moment that falls so early on a frame counts as that frame's.
  const early = FRAME_ROUNDING / perSecondOfSource;
  const way = (begins: number, backwards: boolean) => {
    const { times, ...segment } = framesBetween(run, grid, backwards);
    // Backwards a frame is shown as soon as the one after it no longer is, and only then.
    const last = end - heldBeforeEnd(run) + lateness + 2 * TIME_ROUNDING + early;
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

/** So many stretches of even frames can be told to ffmpeg; a source with more is taken as if its frames were even. */
const mostStretches = 2000;

/** The frames that are shown in a run, one way: as they are asked for, and when each begins. */
function framesBetween(run: MediaRun, grid: FrameGrid, backwards: boolean): Segment & { times: number[] } {
  const { start, end, stills } = run;
  const top = backwards ? Math.max(start, end - heldBeforeEnd(run)) : end - 2 * TIME_ROUNDING;
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
  const rate = perSecond(grid.rate);
  const begins = (frame: number) => rounded(grid.first + frame / rate, grid);
  const begun = (time: number) => {
    const frame = Math.max(0, Math.floor((time - grid.first) * rate));
    if (begins(frame + 1) <= time) return frame + 1;
    return begins(frame) > time ? Math.max(0, frame - 1) : frame;
  };
  const earliest = begun(from);
  const frames = Math.max(earliest, begun(to)) - earliest + 1;
  const times = Array.from({ length: frames }, (_, i) => begins(earliest + i));
  // Each is asked for in its middle, but a still at its moment.
  return { times, offset: (times[0] as number) + (stills ? 0 : 0.5 / rate - lateness), frames, backwards };
}

/** A time as the source counts it. */
function rounded(time: number, { ticks }: FrameGrid): number {
  return ticks ? Math.round((time - ticks.from) / ticks.length) * ticks.length + ticks.from : time;
}

/** Times in a row as stretches of even distances. */
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

/** The parts of a sound file that one run of it takes, with places from the start of the file. @param heard seconds for which it is heard. */
export function soundOfRun({ start, end, speed, isReversed, isBoomeranged }: MediaRun, heard: number): SoundSegment[] {
  const played = end - start;
  const segment = (most: number, backwards: boolean): SoundSegment => {
    const length = Math.min(played, most);
    return { from: backwards ? end - length : start, length, backwards };
  };
  const rest = heard * speed - played;
  const first = segment(heard * speed, isReversed);
  return isBoomeranged && rest > rounding ? [first, segment(rest, !isReversed)] : [first];
}

/** Which run of a loop shows a frame of the output, from 0. @param frame counted from the first that is shown. */
export function runAt({ period, from = 0 }: Loop, frame: number): number {
  return Math.floor((from + frame + FRAME_ROUNDING) / period);
}

/** The first frame of the output that a run of a loop shows, counted from the first that is shown. @param run from 0. */
export function firstFrameOf({ period, from = 0 }: Loop, run: number): number {
  return Math.ceil(run * period - from - FRAME_ROUNDING);
}

/** Frames of all segments. */
export function framesOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { frames }) => sum + frames, 0);
}
