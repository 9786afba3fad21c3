import { FRAME_ROUNDING, type FrameWindow } from '../../../engine/timeline/frameRate.ts';
import type { Input, Loop, Segment, VideoPart } from '../plan/plan.ts';
import { firstFrameOf, framesOf, runAt } from '../plan/runFrames.ts';
import { preroll } from '../plan/videoPart.ts';

/** A stretch of a video part that is read by an input of its own. */
export interface VideoSlice {
  part: VideoPart;
  input: Input;
  /** Its frames, counted from the first of the range. */
  window: FrameWindow;
}

/** So many runs of a loop are read one by one; of more, one is read and repeated. */
const mostRuns = 3;

/** Reading goes on this long after the last frame that is wanted began, seconds. */
const postroll = 0.1;

/**
 * What of a video part some of its frames show: one stretch, or for a loop one for each of its few runs.
 * @param range frames since the part began. @param fps frames a second of the output.
 */
export function sliceVideo(part: VideoPart, input: Input, range: FrameWindow, fps: number): VideoSlice[] {
  const { loop } = part;
  const step = part.speed / fps;
  if (!loop) return [sliceOf(part, input, runSlice(part.segments, range, step), step, range, range.from)];
  const runs = runsIn(loop, range);
  if (runs.length > mostRuns) return [laterRuns(part, input, loop, range)];
  const { loop: _, ...once } = part;
  return runs.map(({ first, window }) => {
    const segments = loopSlice(part.segments, { first, count: window.to - window.from, step, fine: loop.fine });
    return sliceOf(once, input, segments, step, window, range.from);
  });
}

function sliceOf(
  part: VideoPart,
  input: Input,
  segments: Segment[],
  step: number,
  window: FrameWindow,
  begins: number,
): VideoSlice {
  const earliest = Math.min(...segments.map(({ offset }) => offset));
  const latest = Math.max(...segments.map(({ offset, frames }) => offset + (frames - 1) * step));
  const skip = Math.max(0, earliest - preroll);
  const length = Math.min(input.length - skip, latest + step + postroll - skip);
  return {
    part: { ...part, segments: segments.map((segment) => ({ ...segment, offset: segment.offset - skip })) },
    input: { ...input, seek: input.seek + skip, length },
    window: { from: window.from - begins, to: window.to - begins },
  };
}

/** The frames of a run that a range takes; after its end its last one. */
function runSlice(segments: readonly Segment[], range: FrameWindow, step: number): Segment[] {
  const all = framesOf(segments);
  const from = Math.min(range.from, all - 1);
  const to = Math.max(from + 1, Math.min(range.to, all));
  return pick(
    segments,
    (start, frames) => {
      const first = Math.max(from, start) - start;
      return { first, count: Math.min(to, start + frames) - start - first, every: 1 };
    },
    step,
  );
}

/** Which frames of a segment are taken: the first, how many, and each how-manieth. */
interface Taken {
  first: number;
  count: number;
  every: number;
}

/** @param step seconds of the source between two frames of a segment. */
function pick(segments: readonly Segment[], taken: (start: number, frames: number) => Taken, step: number): Segment[] {
  let start = 0;
  return segments.flatMap(({ offset, frames, backwards }) => {
    const { first, count, every } = taken(start, frames);
    start += frames;
    if (count <= 0) return [];
    const earliest = backwards ? frames - 1 - (first + (count - 1) * every) : first;
    return [{ offset: offset + earliest * step, frames: count, backwards }];
  });
}

/** A run of a loop, as far as a range shows it. */
interface RunSlice {
  /** Its first frame that is taken, counted in the frames of the run. */
  first: number;
  /** Frames since the part began. */
  window: FrameWindow;
}

function runsIn(loop: Loop, range: FrameWindow): RunSlice[] {
  const { period, fine, frames } = loop;
  const runs: RunSlice[] = [];
  for (let run = runAt(loop, range.from); firstFrameOf(loop, run) < range.to; run += 1) {
    const window = {
      from: Math.max(range.from, firstFrameOf(loop, run)),
      to: Math.min(range.to, firstFrameOf(loop, run + 1)),
    };
    if (window.to <= window.from) continue;
    const first = Math.min(frames - 1, Math.floor((window.from - run * period + FRAME_ROUNDING) * fine));
    runs.push({ first, window });
    if (runs.length > mostRuns) break;
  }
  return runs;
}

/** Frames of one run of a loop: of those that it takes each `fine`-th from `first` on. */
function loopSlice(
  segments: readonly Segment[],
  { first, count, step, fine }: { first: number; count: number; step: number; fine: number },
): Segment[] {
  return pick(
    segments,
    (start, frames) => {
      const skipped = Math.max(0, Math.ceil((start - first) / fine));
      const from = first + skipped * fine - start;
      return { first: from, count: Math.min(count - skipped, Math.ceil((frames - from) / fine)), every: fine };
    },
    step / fine,
  );
}

/** Many short runs: one is read, and repeated from where the range begins. */
function laterRuns(part: VideoPart, input: Input, loop: Loop, range: FrameWindow): VideoSlice {
  const window = { from: 0, to: range.to - range.from };
  return { part: { ...part, loop: { ...loop, from: (loop.from ?? 0) + range.from } }, input, window };
}
