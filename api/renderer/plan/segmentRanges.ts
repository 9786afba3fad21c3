import { type FrameWindow, fpsOf } from '../../../engine/timeline/frameRate.ts';
import type { RenderPlan, ScenePlan } from './plan.ts';
import type { PlanSegment } from './renderMode.ts';

/** Default length of a segment, in seconds. */
export const usualSegment = 20;
/** Short scenes are joined while their segment reads at most this many parts. */
const mostParts = 24;

/**
 * Minimum pixels of a segment for caching its scenes separately: encoding less again is cheaper than cutting. A video
 * of one segment, which is cached only for its scenes, needs twice as many.
 */
const mostUncut = 200_000_000;

/**
 * Splits a video into segments. In segments that are slow to encode, scenes start with key frames: when one scene
 * changes, the others need not be encoded again.
 * @param seconds approximate length of a segment.
 */
export function planSegments(plan: Pick<RenderPlan, 'scenes' | 'output'>, seconds?: number): PlanSegment[] {
  const { width, height, pixels, codec } = plan.output;
  const ranges = segmentRanges(plan, seconds);
  const least = ranges.length > 1 ? mostUncut : 2 * mostUncut;
  return ranges.map((range) => {
    // Animations are not encoded in segments, and SVT-AV1 ignores requested key frames.
    const isUncut = pixels === 'rgba' || codec === 'av1' || width * height * (range.to - range.from) < least;
    const keyFrames = isUncut ? [] : sceneStarts(plan, range);
    return keyFrames.length > 0 ? { ...range, keyFrames } : range;
  });
}

/** Returns the scene starts in a range that are at least a second apart and from its ends. */
function sceneStarts({ scenes, output }: Pick<RenderPlan, 'scenes' | 'output'>, { from, to }: FrameWindow): number[] {
  const second = fpsOf(output.rate);
  const starts: number[] = [];
  for (const { start } of scenes)
    if (start - (starts.at(-1) ?? from) >= second && to - start >= second) starts.push(start);
  return starts;
}

/**
 * Splits a video into segments that are encoded separately: at scene boundaries, joining short scenes, and inside long
 * scenes, but never inside a transition. Cuts are frame-accurate, because each segment starts with its own key frame.
 * @param seconds approximate length: segments have at least half of it where scenes can be joined, and 1.5 times it at
 * most.
 */
export function segmentRanges(
  { scenes, output }: Pick<RenderPlan, 'scenes' | 'output'>,
  seconds = usualSegment,
): FrameWindow[] {
  const usual = Math.max(2, seconds * fpsOf(output.rate));
  const [shortest, longest] = [usual / 2, usual * 1.5];
  const total = output.frames;
  // Joining WebM segments by copying loses transparency.
  const isWhole = output.alpha && output.format === 'webm';
  if (isWhole || (total <= longest && partsOf(scenes) <= mostParts)) return [{ from: 0, to: total }];
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

/** Splits a scene into equal parts; the first one contains its whole transition. */
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
