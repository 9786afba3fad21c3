import type { MediaRun } from '../../../engine/timeline/durations.ts';
import type { Rate } from '../../../engine/timeline/frameRate.ts';
import { heldBeforeEnd, stillAt, TIME_ROUNDING } from '../../../engine/timeline/mediaTime.ts';
import type { Segment, Stills } from './plan.ts';

/** The rate of stills as a fraction: they are counted in thousandths. */
export function stillRate(stills: number): Rate {
  return [Math.round(stills * 1000), 1000];
}

/** What a way of a run of stop-motion shows. Seconds of the source. */
interface Shown {
  /** Since the way began: of its first frame, and of the last that is not held. */
  begins: number;
  ends: number;
  /** Between two frames of the output. */
  step: number;
  frames: number;
  backwards: boolean;
}

/** The stills that mediaTimeAt shows in some frames of a way of a run. */
export function stillSegment(run: MediaRun, { begins, ends, step, frames, backwards }: Shown): Segment {
  const { start, end, stills = 1 } = run;
  const last = end - start - heldBeforeEnd(run);
  const indexAt = (place: number) => stillAt(stills, backwards ? last - place : place);
  const [played, over] = [indexAt(begins), indexAt(ends)];
  // When the first of them came: forwards at its own moment, backwards when the one after it was over.
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
 * Some frames of a segment.
 * @param from counted from its first one in the order of playing. @param step seconds of the source between two of them.
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

/** Which of the stills a frame shows, in the order of playing. */
function stillIn({ first, distance, count }: Stills, frame: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor((frame - first) / distance)));
}
