import { type MediaRun, runLength } from '../../../engine/timeline/durations.ts';
import { FRAME_ROUNDING } from '../../../engine/timeline/frameRate.ts';
import { HELD_BEFORE_END } from '../../../engine/timeline/mediaTime.ts';
import type { Loop, Segment, SoundSegment } from './plan.ts';

/** Rounding of sums of times, as a share of a frame. */
const rounding = 1e-6;

/** The frames of one run. */
export interface RunFrames {
  segments: Segment[];
  speed: number;
  loop?: Loop;
}

/**
 * Which frames of a source one run of it takes, as mediaTimeAt has it.
 * @param seek second of the source from which on it is read. @param fps frames a second of the output.
 * @param wanted frames for which the layer is shown: no more are taken. @param loops whether the run starts over.
 * @param lead how long before the first frame the run began, seconds; of a run that starts over it is left out.
 */
export function framesOfRun(
  run: MediaRun,
  { seek, fps, wanted, loops, lead }: { seek: number; fps: number; wanted: number; loops: boolean; lead: number },
): RunFrames {
  const { speed } = run;
  const period = runLength(run) * fps;
  const whole = Math.max(1, Math.round(period));
  const segments = (frames: number, fine: number, begins = 0) =>
    segmentsOf(run, seek, speed / fps / fine, frames, begins);
  if (!loops || whole >= wanted) {
    const shown = segments(Math.min(whole, wanted), 1, lead * speed);
    return { segments: !loops && whole < wanted && speed > 1 ? [...shown, heldSegment(run, seek)] : shown, speed };
  }
  if (Math.abs(period - whole) < 1e-3)
    return { segments: segments(whole, 1), speed, loop: { frames: whole, period: whole, fine: 1 } };
  // Runs that are no whole number of frames long start over between two frames, each at another place.
  const fine = Math.ceil(speed - rounding);
  const frames = Math.max(1, Math.ceil(period * fine - rounding));
  return { segments: segments(frames, fine), speed, loop: { frames, period, fine } };
}

function segmentsOf(
  { start, end, isReversed, isBoomeranged }: MediaRun,
  seek: number,
  step: number,
  count: number,
  begins: number,
): Segment[] {
  const played = end - start;
  const turn = isBoomeranged ? Math.min(count, Math.max(1, Math.ceil((played - begins) / step - rounding))) : count;
  const segment = (frames: number, place: number, backwards: boolean): Segment => {
    const last = place + (frames - 1) * step;
    const first = backwards ? Math.max(start, end - HELD_BEFORE_END - last) : start + place;
    return { offset: Math.max(0, first - seek), frames, backwards };
  };
  if (turn === count) return [segment(count, begins, isReversed)];
  return [segment(turn, begins, isReversed), segment(count - turn, begins + turn * step - played, !isReversed)];
}

/** The frame that is held after a fast run: it may lie some frames beyond the last one of the run. */
function heldSegment({ start, end, speed, isReversed, isBoomeranged }: MediaRun, seek: number): Segment {
  const early = HELD_BEFORE_END * speed;
  const time = isReversed === isBoomeranged ? end - early : start + early - HELD_BEFORE_END;
  return { offset: Math.max(0, time - seek), frames: 1, backwards: false };
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

/** Which run of a loop shows a frame of the output, from 0. @param frame counted from the start of the first run. */
export function runAt({ period }: Loop, frame: number): number {
  return Math.floor((frame + FRAME_ROUNDING) / period);
}

/** The first frame of the output that a run of a loop shows. @param run from 0. */
export function firstFrameOf({ period }: Loop, run: number): number {
  return Math.ceil(run * period - FRAME_ROUNDING);
}

/** Frames of all segments. */
export function framesOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { frames }) => sum + frames, 0);
}
