import type { FrameWindow } from '../../../engine/timeline/frameRate.ts';
import type { Input, Segment, VideoPart } from './plan.ts';
import { firstFrameOf, framesOf, runAt, segmentsOf } from './runFrames.ts';
import { partOfSegment } from './stills.ts';
import { trackFrom } from './track.ts';

/** A span of a video part with an input of its own. */
export interface VideoSlice {
  part: VideoPart;
  input: Input;
  /** Its frames, counted from the start of the range. */
  window: FrameWindow;
}

/** Maximum number of loop iterations that are read separately; beyond it, one is read and repeated. */
const mostRuns = 3;

/**
 * Cuts a video part to some of its frames: one slice, or for a loop one per iteration, if they are few.
 * @param range frames since the part's start. @param fps frames per second of the output.
 */
export function sliceVideo(part: VideoPart, input: Input, range: FrameWindow, fps: number): VideoSlice[] {
  return stretchesOf(part, input, range, fps).map((slice) => ({
    ...slice,
    part: trackFrom(slice.part, range.from + slice.window.from),
  }));
}

function stretchesOf(part: VideoPart, input: Input, range: FrameWindow, fps: number): VideoSlice[] {
  const { loop, ...once } = part;
  const step = part.speed / fps;
  if (!loop) return [sliceOf(part, input, runSlice(part.segments, range, step), range, range.from)];
  const windows = runsIn(loop, range);
  if (windows.length > mostRuns) {
    const from = (loop.from ?? 0) + range.from;
    return [{ part: { ...part, loop: { ...loop, from } }, input, window: { from: 0, to: range.to - range.from } }];
  }
  return windows.map((window) => {
    const since = (loop.from ?? 0) + window.from - runAt(loop, window.from) * loop.period;
    const frames = window.to - window.from;
    const place = Math.max(0, since) * step;
    return sliceOf(
      once,
      input,
      segmentsOf(loop.run, { step, place, frames, ends: false, first: 0 }),
      window,
      range.from,
    );
  });
}

/** @param begins first frame of the range. */
function sliceOf(
  part: VideoPart,
  input: Input,
  segments: readonly Segment[],
  window: FrameWindow,
  begins: number,
): VideoSlice {
  const first = Math.min(...segments.map(({ offset }) => offset));
  const skip = wholeTicks(first - (input.preroll ?? 0), input);
  return {
    part: {
      ...part,
      segments: segments.map(({ offset, earliest, latest, ...segment }) => ({
        ...segment,
        offset: offset - skip,
        ...(earliest === undefined ? {} : { earliest: earliest - skip }),
        ...(latest === undefined ? {} : { latest: latest - skip }),
      })),
    },
    input: { ...input, seek: input.seek + skip },
    window: { from: window.from - begins, to: window.to - begins },
  };
}

/** Rounds a time down to whole ticks. */
function wholeTicks(seconds: number, { tick: [count, per] = [1, 1_000_000] }: Input): number {
  return Math.max(0, (Math.floor((seconds * per) / count + 1e-6) * count) / per);
}

/** Cuts a run to a range of frames; after its end, its last frame remains. @param step seconds of source per frame. */
function runSlice(segments: readonly Segment[], range: FrameWindow, step: number): Segment[] {
  const all = framesOf(segments);
  const first = Math.min(range.from, all - 1);
  const end = Math.max(first + 1, Math.min(range.to, all));
  let start = 0;
  return segments.flatMap((segment) => {
    const [from, to] = [Math.max(first - start, 0), Math.min(end - start, segment.frames)];
    start += segment.frames;
    if (to <= from) return [];
    return [partOfSegment(segment, from, to, step)];
  });
}

/** Returns the frames of each loop iteration within a range; stops after `mostRuns` + 1. */
function runsIn(loop: NonNullable<VideoPart['loop']>, range: FrameWindow): FrameWindow[] {
  const windows: FrameWindow[] = [];
  for (let run = runAt(loop, range.from); firstFrameOf(loop, run) < range.to; run += 1) {
    const from = Math.max(range.from, firstFrameOf(loop, run));
    const to = Math.min(range.to, firstFrameOf(loop, run + 1));
    if (to > from) windows.push({ from, to });
    if (windows.length > mostRuns) break;
  }
  return windows;
}
