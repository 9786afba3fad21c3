import { type FrameWindow, perSecond } from '../../../engine/timeline/frameRate.ts';
import type { RenderPlan, ScenePlan } from './plan.ts';
import type { PlanSegment } from './way.ts';

/** About how long a segment is unless told otherwise, seconds. */
export const usualSegment = 20;
/** Scenes are gathered while a segment reads no more files than this, a scene's own aside. */
const mostParts = 24;

/**
 * Scenes are cut out of a segment for the cache where it has this many pixels: encoding fewer again costs less than that
 * does. Of a video of one segment, which is cached for its scenes alone, twice as many.
 */
const mostUncut = 200_000_000;

/**
 * The segments of a video. Within one that takes long to encode its scenes begin with key frames: when one of them
 * changes, the others need not be encoded again.
 * @param seconds about how long one is.
 */
export function planSegments(plan: Pick<RenderPlan, 'scenes' | 'output'>, seconds?: number): PlanSegment[] {
  const { width, height, pixels } = plan.output;
  const ranges = segmentRanges(plan, seconds);
  const least = ranges.length > 1 ? mostUncut : 2 * mostUncut;
  return ranges.map((range) => {
    // Animations are made otherwise.
    const isUncut = pixels === 'rgba' || width * height * (range.to - range.from) < least;
    const keyFrames = isUncut ? [] : sceneStarts(plan, range);
    return keyFrames.length > 0 ? { ...range, keyFrames } : range;
  });
}

/** Where scenes begin in a range, a second from each other and from its ends at least. */
function sceneStarts({ scenes, output }: Pick<RenderPlan, 'scenes' | 'output'>, { from, to }: FrameWindow): number[] {
  const second = perSecond(output.rate);
  const starts: number[] = [];
  for (const { start } of scenes)
    if (start - (starts.at(-1) ?? from) >= second && to - start >= second) starts.push(start);
  return starts;
}

/**
 * Where a video is cut into the segments that are encoded each by itself: at the borders of scenes, short ones gathered,
 * and within long ones, never within a transition. The lengths are those of a frame-accurate cut, not of key frames: the
 * encoder begins each with one.
 * @param seconds about how long one is: half of that at least where scenes can be gathered, half more at most.
 */
export function segmentRanges(
  { scenes, output }: Pick<RenderPlan, 'scenes' | 'output'>,
  seconds = usualSegment,
): FrameWindow[] {
  const usual = Math.max(2, seconds * perSecond(output.rate));
  const [shortest, longest] = [usual / 2, usual * 1.5];
  const total = output.frames;
  // Copying segments into one file loses which pixels are clear.
  if (output.alpha || (total <= longest && partsOf(scenes) <= mostParts)) return [{ from: 0, to: total }];
  const ranges: FrameWindow[] = [];
  let open: { from: number; parts: number } | undefined;
  const close = (to: number) => {
    if (open && to > open.from) ranges.push({ from: open.from, to });
    open = undefined;
  };
  for (const scene of scenes) {
    const { start, frames, parts } = scene;
    const isLong = frames > longest;
    const isFull = open && (start - open.from >= shortest || open.parts + parts.length > mostParts);
    if (isLong || isFull) close(start);
    if (isLong) ranges.push(...cutScene(scene, usual));
    else open = { from: open?.from ?? start, parts: (open?.parts ?? 0) + parts.length };
  }
  close(total);
  return ranges;
}

/** Equal parts of a scene; the first one holds its transition whole. */
function cutScene({ start, frames, transition }: ScenePlan, length: number): FrameWindow[] {
  const count = Math.max(1, Math.round(frames / length));
  const first = transition?.frames ?? 0;
  const cuts = Array.from({ length: count - 1 }, (_, i) => Math.round((frames * (i + 1)) / count)).filter(
    (cut) => cut >= first,
  );
  return [0, ...cuts].map((from, i) => ({ from: start + from, to: start + (cuts[i] ?? frames) }));
}

function partsOf(scenes: readonly ScenePlan[]): number {
  return scenes.reduce((sum, { parts }) => sum + parts.length, 0);
}
