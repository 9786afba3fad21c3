import type { FrameWindow } from '../../../engine/timeline/frameRate.ts';
import { PartCutter, type PartSources, sourcesOf } from '../plan/partCutter.ts';
import { framesWithTail, type RenderPlan, type ScenePlan, splitParts } from '../plan/plan.ts';
import type { PlanSegment } from '../plan/renderMode.ts';

/**
 * Returns the plan of each segment of a video, without audio, with only its visible inputs and bitmaps. IDs are unique
 * across all slices; a static bitmap keeps its ID, because it is the same in all. A segment may start with a
 * transition, but never inside one.
 */
export function slicesOf(plan: RenderPlan): readonly RenderPlan[] {
  const earlier = known.get(plan);
  if (earlier) return earlier;
  const index = sourcesOf(plan, plan.output.rate);
  const slices = plan.segments.map((range) => slicePlan(plan, range, index));
  known.set(plan, slices);
  return slices;
}

/** Plans do not change, and several steps of a render need the slices of the same one. */
const known = new WeakMap<RenderPlan, readonly RenderPlan[]>();

/** Returns one slice. @param place index of the segment. */
export function sliceAt(plan: RenderPlan, place: number): RenderPlan {
  return slicePlan(plan, plan.segments[place] as PlanSegment, sourcesOf(plan, plan.output.rate));
}

/** @param range frames of the video. */
function slicePlan(plan: RenderPlan, range: PlanSegment, sources: PartSources): RenderPlan {
  const cutter = new PartCutter(sources);
  const scenes = plan.scenes.flatMap((scene, i) => {
    const shown = { from: Math.max(0, range.from - scene.start), to: Math.min(scene.frames, range.to - scene.start) };
    if (shown.to <= shown.from) return [];
    const before = plan.scenes[i - 1];
    const isCutOff = scene.transition !== undefined && range.from === scene.start && before !== undefined;
    const start = scene.start + shown.from - range.from;
    const isContinued = scene.tail !== undefined && range.to > scene.start + scene.frames;
    const own = { ...cutScene(cutter, scene, shown, isContinued ? scene.tail : 0), start };
    return isCutOff ? [{ ...hiddenTail(cutter, before), start }, own] : [own];
  });
  const { inputs, bitmaps } = cutter;
  const frames = range.to - range.from;
  const output = { ...plan.output, frames };
  const keyFrames = range.keyFrames ? { keyFrames: range.keyFrames.map((frame) => frame - range.from) } : {};
  return { ...plan, output, scenes, inputs, bitmaps, sounds: [], segments: [{ from: 0, to: frames, ...keyFrames }] };
}

/** @param tail frames to keep after the range, if it ends with the scene. */
function cutScene(
  cutter: PartCutter,
  { transition, overlaid, tail: whole = 0, ...scene }: ScenePlan,
  range: FrameWindow,
  tail = 0,
): ScenePlan {
  const all = framesWithTail({ frames: scene.frames, tail: whole });
  const longer = { from: range.from, to: range.to + tail };
  const parts = splitParts({ ...scene, overlaid });
  const own = parts.own.flatMap((part, i) => cutter.cut(part, all, longer, i === 0));
  const over = parts.over.flatMap((part) => cutter.cut(part, scene.frames, range));
  return {
    ...scene,
    frames: range.to - range.from,
    ...(tail > 0 ? { tail } : {}),
    parts: [...own, ...over],
    ...(over.length > 0 ? { overlaid: over.length } : {}),
    ...(transition && range.from === 0 ? { transition } : {}),
  };
}

/** The tail of a scene, which the transition into the next one shows. */
function hiddenTail(cutter: PartCutter, { transition, overlaid, parts, ...scene }: ScenePlan): ScenePlan {
  const own = { ...scene, parts: splitParts({ parts, overlaid }).own };
  return { ...cutScene(cutter, own, { from: scene.frames, to: framesWithTail(scene) }), isHidden: true };
}
