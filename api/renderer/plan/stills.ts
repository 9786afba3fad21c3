import type { MediaRun } from '../../../engine/timeline/durations.ts';
import type { Rate } from '../../../engine/timeline/frameRate.ts';
import { freezeBeforeEnd, stillAt, TIME_ROUNDING } from '../../../engine/timeline/mediaTime.ts';
import type { Segment, Stills } from './plan.ts';

/** Returns the rate of stop-motion stills as a fraction, in thousandths. */
export function stillRate(stills: number): Rate {
  return [Math.round(stills * 1000), 1000];
}

/** The frames of one direction of a stop-motion run, in seconds of the source. */
interface Shown {
  /** Times of its first frame and of its last frame before a freeze, since the direction's start. */
  begins: number;
  ends: number;
  /** Distance between two output frames. */
  step: number;
  frames: number;
  backwards: boolean;
}

/** Returns the stills that mediaTimeAt returns for frames of one direction of a run. */
export function stillSegment(run: MediaRun, { begins, ends, step, frames, backwards }: Shown): Segment {
  const { start, end, stills = 1 } = run;
  const last = end - start - freezeBeforeEnd(run);
  const indexAt = (place: number) => stillAt(stills, backwards ? last - place : place);
  const [played, over] = [indexAt(begins), indexAt(ends)];
  // Start of the first still: forwards at its own time, in reverse when the one after it ends.
  const came = backwards ? last + TIME_ROUNDING - (played + 1) / stills : played / stills - TIME_ROUNDING;
  return {
    offset: start + Math.min(played, over) / stills,
    ...{ frames, backwards },
    stills: {
      ...{ rate: stillRate(stills), count: Math.abs(over - played) + 1 },
      ...{ first: (came - begins) / step, distance: 1 / (stills * step) },
    },
  };
}

/**
 * Cuts a segment to some of its frames.
 * @param from counted from its first frame in playing order. @param step seconds of source between two frames.
 */
export function partOfSegment(segment: Segment, from: number, to: number, step: number): Segment {
  const { offset, frames, backwards, stills } = segment;
  if (!stills) return { ...segment, offset: offset + (backwards ? frames - to : from) * step, frames: to - from };
  const [played, over] = [from, to - 1].map((frame) => stillIn(stills, frame)) as [number, number];
  const [numerator, denominator] = stills.rate;
  const skipped = backwards ? stills.count - 1 - over : played;
  return {
    ...{ backwards, frames: to - from, offset: offset + (skipped * denominator) / numerator },
    stills: { ...stills, count: over - played + 1, first: stills.first + played * stills.distance - from },
  };
}

/** Returns the index of the still that a frame shows, in playing order. */
function stillIn({ first, distance, count }: Stills, frame: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor((frame - first) / distance)));
}
