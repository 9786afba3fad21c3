import { type MediaRun, runLength } from '../../../engine/timeline/durations.ts';
import { FRAME_ROUNDING, perSecond, type Rate } from '../../../engine/timeline/frameRate.ts';
import { HELD_BEFORE_END, LATENESS, TIME_ROUNDING } from '../../../engine/timeline/mediaTime.ts';
import type { Loop, Segment, SoundSegment, TakenFrames, TakenLeg } from './plan.ts';

/** Sums of frames are this exact. */
const rounding = 1e-6;

/** The frames of one run. */
export interface RunFrames {
  segments: Segment[];
  speed: number;
  loop?: Loop;
}

/** Where the frames of a source stand: at even distances from the first on. */
export interface FrameGrid {
  /** When the first one begins, seconds of the source. */
  first: number;
  rate: Rate;
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
  const isOnce = !loops || period <= 0 || from + wanted - 1 < period - rounding;
  if (isOnce) {
    const ends = !loops || period <= 0;
    return { segments: segmentsOf(own, { step, place: lead * speed, wanted, ends, first: grid.first - seek }), speed };
  }
  const loop = { period, run: own, ...(from > 0 ? { from } : {}) };
  const whole = Math.round(period);
  if (Math.abs(period - whole) < rounding && from === 0) {
    const segments = segmentsOf(own, { step, place: 0, wanted: whole, ends: false, first: 0 });
    return { segments, speed, loop: { ...loop, frames: whole, period: whole } };
  }
  const { segments, taken } = takenFrames(own, { ...grid, first: grid.first - seek }, fps);
  return { segments, speed, loop: { ...loop, frames: framesOf(segments), taken } };
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
  const { start, end, speed, isReversed, isBoomeranged } = run;
  const played = end - start;
  const over = ends ? Math.max(0, (runLength(run) - HELD_BEFORE_END) * speed) : Number.POSITIVE_INFINITY;
  const count = Math.min(wanted, Math.max(0, Math.ceil((over - place) / step - rounding)) + 1);
  const turn = isBoomeranged ? Math.ceil((played - TIME_ROUNDING - place) / step) : count;
  const segment = (from: number, to: number, base: number, backwards: boolean): Segment[] => {
    if (to <= from) return [];
    const frames = to - from;
    const [begins, ends] = [place + from * step - base, place + (to - 1) * step - base];
    const limit = over - base;
    if (!backwards) {
      const latest = Math.max(first, start + limit);
      const offset = start + Math.max(0, Math.min(begins, limit));
      return [{ offset, frames, backwards, ...(ends > limit + TIME_ROUNDING ? { latest } : {}) }];
    }
    const offset = end - HELD_BEFORE_END - ends;
    const earliest = Math.max(start, end - HELD_BEFORE_END - limit);
    return [{ offset, frames, backwards, ...(offset < earliest - TIME_ROUNDING ? { earliest } : {}) }];
  };
  const middle = Math.max(0, Math.min(count, turn));
  return [...segment(0, middle, 0, isReversed), ...segment(middle, count, played, !isReversed)];
}

/**
 * The frames of the source that a run shows, each once. A run that is no whole number of frames long starts over between two
 * frames of the output, each time at another place; which frame is shown is only known then.
 */
function takenFrames(
  { start, end, speed, isReversed, isBoomeranged }: MediaRun,
  { first, rate }: FrameGrid,
  fps: number,
): { segments: Segment[]; taken: TakenFrames } {
  const perFrame = fps / speed;
  const sourceRate = perSecond(rate);
  const timeOf = (frame: number) => first + frame / sourceRate;
  /** The last frame that has begun at a time. */
  const shownAt = (time: number) => Math.max(0, Math.floor((time + LATENESS - first) * sourceRate + rounding));
  const earliest = shownAt(start);
  const way = (base: number, backwards: boolean): { segment: Segment; leg: TakenLeg } => {
    const top = backwards ? Math.max(start, end - HELD_BEFORE_END) : end - 2 * TIME_ROUNDING;
    const latest = Math.max(earliest, shownAt(top));
    const frames = latest - earliest + 1;
    // Backwards a frame is shown as soon as the one after it no longer is.
    const began = backwards
      ? end - HELD_BEFORE_END + LATENESS - timeOf(latest + 1) + (2 * FRAME_ROUNDING) / perFrame
      : timeOf(earliest) - LATENESS - start;
    return {
      // Each is asked for in its middle.
      segment: { offset: timeOf(earliest + 0.5) - LATENESS, frames, backwards },
      leg: { frames, start: base, first: base + began * perFrame, distance: perFrame / sourceRate },
    };
  };
  const ways = [way(0, isReversed), ...(isBoomeranged ? [way((end - start) * perFrame, !isReversed)] : [])];
  return { segments: ways.map(({ segment }) => segment), taken: { rate, legs: ways.map(({ leg }) => leg) } };
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
