import { type MediaRun, runLength } from '../../engine/timeline/durations.ts';
import { HELD_BEFORE_END } from '../../engine/timeline/mediaTime.ts';
import type { Leg, Loop, SoundLeg } from './plan.ts';

/** Rounding of sums of times, as a share of a frame. */
const rounding = 1e-6;

/** The frames of one run. */
export interface RunFrames {
  legs: Leg[];
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
  const legs = (frames: number, fine: number, begins = 0) => legsOf(run, seek, speed / fps / fine, frames, begins);
  if (!loops || whole >= wanted) {
    const shown = legs(Math.min(whole, wanted), 1, lead * speed);
    return { legs: !loops && whole < wanted && speed > 1 ? [...shown, heldLeg(run, seek)] : shown, speed };
  }
  if (Math.abs(period - whole) < 1e-3)
    return { legs: legs(whole, 1), speed, loop: { frames: whole, period: whole, fine: 1 } };
  // Runs that are no whole number of frames long start over between two frames, each at another place.
  const fine = Math.ceil(speed - rounding);
  const frames = Math.max(1, Math.ceil(period * fine - rounding));
  return { legs: legs(frames, fine), speed, loop: { frames, period, fine } };
}

function legsOf(
  { start, end, isReversed, isBoomeranged }: MediaRun,
  seek: number,
  step: number,
  count: number,
  begins: number,
): Leg[] {
  const played = end - start;
  const turn = isBoomeranged ? Math.min(count, Math.max(1, Math.ceil((played - begins) / step - rounding))) : count;
  const leg = (frames: number, place: number, backwards: boolean): Leg => {
    const last = place + (frames - 1) * step;
    const first = backwards ? Math.max(start, end - HELD_BEFORE_END - last) : start + place;
    return { offset: Math.max(0, first - seek), frames, backwards };
  };
  if (turn === count) return [leg(count, begins, isReversed)];
  return [leg(turn, begins, isReversed), leg(count - turn, begins + turn * step - played, !isReversed)];
}

/** The frame that is held after a fast run: it may lie some frames beyond the last one of the run. */
function heldLeg({ start, end, speed, isReversed, isBoomeranged }: MediaRun, seek: number): Leg {
  const early = HELD_BEFORE_END * speed;
  const time = isReversed === isBoomeranged ? end - early : start + early - HELD_BEFORE_END;
  return { offset: Math.max(0, time - seek), frames: 1, backwards: false };
}

/** The parts of a sound file that one run of it takes, with places from the start of the file. @param heard seconds for which it is heard. */
export function soundOfRun({ start, end, speed, isReversed, isBoomeranged }: MediaRun, heard: number): SoundLeg[] {
  const played = end - start;
  const leg = (most: number, backwards: boolean): SoundLeg => {
    const length = Math.min(played, most);
    return { from: backwards ? end - length : start, length, backwards };
  };
  const rest = heard * speed - played;
  const first = leg(heard * speed, isReversed);
  return isBoomeranged && rest > rounding ? [first, leg(rest, !isReversed)] : [first];
}

/** Frames of all legs. */
export function framesOf(legs: readonly Leg[]): number {
  return legs.reduce((sum, { frames }) => sum + frames, 0);
}
