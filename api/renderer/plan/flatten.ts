import { animationAt, animationLength, animationLoops } from '../../../engine/kinds/animation.ts';
import type { Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { areaOf, overlaps, union } from '../../../engine/layout/rect.ts';
import type { TextLayer } from '../../../engine/project/layers.ts';
import {
  FRAME_ROUNDING,
  type FrameWindow,
  fpsOf,
  type Rate,
  type SceneFrames,
} from '../../../engine/timeline/frameRate.ts';
import type { SceneSpan } from '../../../engine/timeline/spans.ts';
import { type Draft, type DraftContext, draftsOf, type ShownVideo } from './layerDrafts.ts';
import { movingBitmap } from './movingImages.ts';
import type { Bitmap } from './plan.ts';
import { maxSequenceFrames, sequenceOf } from './sequence.ts';

/** An element of a flattened scene, back to front: a painted bitmap or a video. */
export type Slot =
  | { kind: 'bitmap'; bitmap: Omit<Bitmap, 'id'>; window: FrameWindow }
  | ({ kind: 'video'; bounds: Rect; window: FrameWindow } & ShownVideo);

/** Maximum ratio of a merged area to the sum of the merged areas. */
const mergeWaste = 1.4;

/**
 * Flattens a scene. Static layers are merged into as few cropped images as possible; layers that appear and disappear
 * are merged into sequences with an image per common state. A layer sinks below layers that it never touches, because
 * their order is invisible; so less is composited per frame.
 * @param time frames of the scene; no animation gets more images.
 */
export function flattenScene(scene: SceneSpan, canvas: Size, rate: Rate, time: SceneFrames): Slot[] {
  const whole = { from: 0, to: time.frames };
  const { background } = scene.scene;
  const ground: Draft = { kind: 'still', bounds: { x: 0, y: 0, ...canvas }, window: whole, background, layers: [] };
  return slotsOf(scene, [ground], { rate, time, canvas });
}

/** Flattens the layers of the whole project, as flattenScene does. @param frames of the video. */
export function flattenOverlay(overlay: SceneSpan, canvas: Size, rate: Rate, frames: number): Slot[] {
  return slotsOf(overlay, [], { rate, time: { start: 0, frames }, canvas });
}

/** @param drafts what is below the layers. */
function slotsOf(scene: SceneSpan, drafts: Draft[], context: DraftContext): Slot[] {
  for (const span of scene.layers) for (const draft of draftsOf(span, scene, context)) add(drafts, draft);
  return drafts.map((draft) => slotOf(draft, context.rate, scene, context.time));
}

/** Adds a draft on top, or merges it into a lower one if nothing in between overlaps it. */
function add(drafts: Draft[], draft: Draft): void {
  for (let i = drafts.length - 1; i >= 0; i -= 1) {
    const below = drafts[i] as Draft;
    const merged = merge(below, draft);
    if (merged) {
      drafts[i] = merged;
      return;
    }
    if (overlaps(below.bounds, draft.bounds) && meet(below.window, draft.window)) break;
  }
  drafts.push(draft);
}

/** Merges two drafts if that is worthwhile. */
function merge(below: Draft, draft: Draft): Draft | undefined {
  // A blended draft depends on everything below it. It is only painted together with the background.
  if (below.blend || (draft.blend && !(draft.kind === 'still' && isGround(below)))) return undefined;
  if (draft.kind === 'moving') return onGround(below, draft);
  const bounds = union(below.bounds, draft.bounds);
  if (below.kind === 'still' && draft.kind === 'still') {
    if (below.background === undefined && !fitsWell(below.bounds, draft.bounds)) return undefined;
    return { ...below, bounds, layers: [...below.layers, ...draft.layers] };
  }
  if (below.kind !== 'sequence' || draft.kind !== 'sequence' || !fitsWell(below.bounds, draft.bounds)) return undefined;
  if (below.isAlone || draft.isAlone) return undefined;
  const pictures = below.pictures + draft.pictures;
  if (pictures > maxSequenceFrames) return undefined;
  const window = {
    from: Math.min(below.window.from, draft.window.from),
    to: Math.max(below.window.to, draft.window.to),
  };
  const isShort = below.isShort === true && draft.isShort === true;
  return { ...below, bounds, window, pictures, isShort, layers: [...below.layers, ...draft.layers] };
}

function isGround(draft: Draft): boolean {
  return draft.kind === 'still' && draft.background !== undefined;
}

/** A moving image that covers the scene's bare background replaces it, unless it has a vignette. */
function onGround(below: Draft, draft: Draft & { kind: 'moving' }): Draft | undefined {
  if (draft.layer.vignette > 0 || below.kind !== 'still' || below.background === undefined || below.layers.length > 0)
    return undefined;
  const isWhole = areaOf(draft.bounds) >= areaOf(below.bounds) && draft.window.from === 0;
  return isWhole && draft.window.to >= below.window.to ? { ...draft, background: below.background } : undefined;
}

function slotOf(draft: Draft, rate: Rate, scene: SceneSpan, time: SceneFrames): Slot {
  const slot = plainSlotOf(draft, rate, scene, time);
  const { blend } = draft;
  return slot.kind === 'bitmap' && blend ? { ...slot, bitmap: { ...slot.bitmap, blend } } : slot;
}

function plainSlotOf(draft: Draft, rate: Rate, scene: SceneSpan, time: SceneFrames): Slot {
  const { bounds, window } = draft;
  switch (draft.kind) {
    case 'video':
      return draft;
    case 'moving': {
      const { layer, background } = draft;
      return { kind: 'bitmap', bitmap: movingBitmap(layer, bounds, rate, background), window };
    }
    case 'moved':
      return { kind: 'bitmap', bitmap: draft.bitmap, window };
    case 'animated':
      return { kind: 'bitmap', bitmap: { ...bounds, ...animated(draft.layer, window, { rate, scene, time }) }, window };
    case 'sequence':
      // The images of the sequence encode when layers are visible.
      return {
        kind: 'bitmap',
        bitmap: { ...bounds, ...sequenceOf(draft.layers, rate, time, scene.start) },
        // A short sequence ends after its last, empty image, which is not composited any longer.
        window: { from: 0, to: draft.isShort ? Math.min(time.frames, window.to + 1) : time.frames },
      };
    case 'still': {
      const { background, layers } = draft;
      const ground = background === undefined ? {} : { background };
      return { kind: 'bitmap', bitmap: { ...bounds, ...ground, layers, times: [0], loops: false }, window };
    }
  }
}

/** Images of an animated text, one per distinct look; for a looping animation, those of one run. */
function animated(
  layer: TextLayer,
  { from, to }: FrameWindow,
  { rate, scene, time }: { rate: Rate; scene: SceneSpan; time: SceneFrames },
): Pick<Bitmap, 'layers' | 'times' | 'at' | 'loops' | 'runs'> {
  const animation = layer.animation as NonNullable<TextLayer['animation']>;
  const fps = fpsOf(rate);
  const begins = layer.from ?? 0;
  const exact = animationLength(animation) * fps;
  // A layer or scene may begin a fraction of a frame before its first frame.
  const late = time.start + from - (scene.start + begins) * fps;
  const passed = late < FRAME_ROUNDING ? 0 : late;
  const at = (frame: number) => begins + (passed + frame) / fps;
  if (animationLoops(animation)) return { layers: [layer], ...runsOf(exact, passed, to - from, at) };
  // A finished animation shows its end state from the first frame that is not before its end.
  const count = Math.max(1, Math.ceil(exact - passed - FRAME_ROUNDING));
  const end = begins + animationLength(animation);
  const ran = Array.from({ length: count + 1 }, (_, i) => Math.min(end, at(i))).slice(0, to - from);
  const looks = ran.map((t) => JSON.stringify(animationAt(animation, t - begins)));
  const changes = looks.flatMap((look, i) => (look === looks[i - 1] ? [] : [i]));
  const times = changes.map((i) => ran[i] as number);
  return { layers: [layer], times, ...(changes.length < ran.length ? { at: changes } : {}), loops: false };
}

/** Shorter runs, in frames, are painted several at a time. */
const leastLooped = 2;
/** Shorter runs, in frames, are painted twice as finely: their neighboring frames differ visibly. */
const fineBelow = 120;

/**
 * Images of one run of a looping animation: one per frame if it is a whole number of frames. Otherwise each run meets
 * frames at other moments, so its images are evenly distributed, and each frame shows the nearest.
 * @param exact frames of one run. @param passed frames of the first run that are over at the first of `shown`
 * frames. @param at time of a frame, in seconds.
 */
function runsOf(
  exact: number,
  passed: number,
  shown: number,
  at: (frame: number) => number,
): Pick<Bitmap, 'times' | 'loops' | 'runs'> {
  const period = exact * Math.max(1, Math.ceil(leastLooped / exact - FRAME_ROUNDING));
  const whole = Math.round(period);
  const timesOf = (count: number, frameOf = (i: number) => i) =>
    Array.from({ length: count }, (_, i) => at(frameOf(i)));
  if (shown <= period) return { times: timesOf(shown), loops: false };
  if (Math.abs(period - whole) < FRAME_ROUNDING) return { times: timesOf(whole), loops: true };
  const count = Math.ceil(period < fineBelow ? 2 * period : period);
  const times = timesOf(count, (i) => (i * period) / count - passed);
  return { times, loops: true, runs: { period, passed } };
}

function fitsWell(a: Rect, b: Rect): boolean {
  return areaOf(union(a, b)) <= mergeWaste * (areaOf(a) + areaOf(b));
}

function meet(a: FrameWindow, b: FrameWindow): boolean {
  return a.from < b.to && b.from < a.to;
}
