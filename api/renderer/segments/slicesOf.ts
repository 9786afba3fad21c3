import type { FrameWindow } from '../../../engine/timeline/frameRate.ts';
import { PartCutter, type PartSources, sourcesOf } from '../plan/partCutter.ts';
import type { Part, RenderPlan, ScenePlan } from '../plan/plan.ts';
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
    const own = { ...cutScene(cutter, scene, shown), start };
    return isCutOff ? [{ ...lastFrame(cutter, before), start }, own] : [own];
  });
  const { inputs, bitmaps } = cutter;
  const frames = range.to - range.from;
  const output = { ...plan.output, frames };
  const keyFrames = range.keyFrames ? { keyFrames: range.keyFrames.map((frame) => frame - range.from) } : {};
  return { ...plan, output, scenes, inputs, bitmaps, sounds: [], segments: [{ from: 0, to: frames, ...keyFrames }] };
}

function cutScene(
  cutter: PartCutter,
  { transition, overlaid = 0, ...scene }: ScenePlan,
  range: FrameWindow,
): ScenePlan {
  const cut = (parts: readonly Part[], isLowest: boolean) =>
    parts.flatMap((part, i) => cutter.cut(part, scene.frames, range, isLowest && i === 0));
  const own = cut(scene.parts.slice(0, scene.parts.length - overlaid), true);
  const over = cut(scene.parts.slice(scene.parts.length - overlaid), false);
  return {
    ...scene,
    frames: range.to - range.from,
    parts: [...own, ...over],
    ...(over.length > 0 ? { overlaid: over.length } : {}),
    ...(transition && range.from === 0 ? { transition } : {}),
  };
}

/** The last frame of a scene, from which the next scene's transition starts. */
function lastFrame(cutter: PartCutter, { transition, overlaid = 0, parts, ...scene }: ScenePlan): ScenePlan {
  const own = { ...scene, parts: parts.slice(0, parts.length - overlaid) };
  return { ...cutScene(cutter, own, { from: scene.frames - 1, to: scene.frames }), isHidden: true };
}
