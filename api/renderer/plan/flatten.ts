import { animationAt, animationLength, animationLoops } from '../../../engine/kinds/animation.ts';
import { cueChanges } from '../../../engine/kinds/cueStates.ts';
import { isPicture, isVideo } from '../../../engine/kinds/families.ts';
import { kindOf } from '../../../engine/kinds/index.ts';
import { isText } from '../../../engine/kinds/text.ts';
import { layerBox, type Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { areaOf, overlaps, union } from '../../../engine/layout/rect.ts';
import { paintedBounds } from '../../../engine/painters/index.ts';
import { castsShadow } from '../../../engine/painters/picture.ts';
import type { ImageLayer, Layer, TextLayer, VideoLayer } from '../../../engine/project/layers.ts';
import {
  FRAME_ROUNDING,
  type FrameWindow,
  perSecond,
  type Rate,
  type SceneFrames,
  windowOf,
} from '../../../engine/timeline/frameRate.ts';
import type { LayerSpan, SceneSpan } from '../../../engine/timeline/spans.ts';
import { isMovingPicture, movesWithin, movingBitmap } from './moving.ts';
import type { Bitmap, Blend } from './plan.ts';
import { mostPictures, sequenceOf, type TimedLayer } from './sequence.ts';

/** What a scene is made of after flattening, back to front: painted pictures, and videos between them. */
export type Slot =
  | { kind: 'bitmap'; bitmap: Omit<Bitmap, 'id'>; window: FrameWindow }
  | { kind: 'video'; span: LayerSpan & { layer: VideoLayer }; bounds: Rect; window: FrameWindow };

/** A slot in the making: one picture, one animated text, a sequence of pictures that layers share, or a video. */
type Draft = { bounds: Rect; window: FrameWindow; blend?: Blend } & (
  | { kind: 'still'; background?: string; layers: Layer[] }
  | { kind: 'animated'; layer: TextLayer }
  | { kind: 'moving'; layer: ImageLayer; background?: string }
  | { kind: 'sequence'; layers: TimedLayer[]; pictures: number }
  | { kind: 'video'; span: LayerSpan & { layer: VideoLayer } }
);

/** A picture may grow by merging until it holds this much more area than what is merged. */
const mergeWaste = 1.4;

/**
 * Flattens a scene: layers that stand still are merged into as few pictures as possible, each cropped to what it
 * shows; those that come and go are merged into sequences of pictures, one for each state that they have together. A
 * layer sinks below others that it never touches, because their order cannot be seen; so less is composited for every
 * frame.
 * @param time frames of the scene; no animation gets more pictures.
 */
export function flattenScene(scene: SceneSpan, canvas: Size, rate: Rate, time: SceneFrames): Slot[] {
  const whole = { from: 0, to: time.frames };
  const { background } = scene.scene;
  const drafts: Draft[] = [{ kind: 'still', bounds: { x: 0, y: 0, ...canvas }, window: whole, background, layers: [] }];
  for (const span of scene.layers) {
    const { layer } = span;
    const window = windowOf(span, scene, rate, time);
    const box = layerBox(layer, canvas);
    const bounds = clipToCanvas(paintedBounds(layer, box), canvas);
    // A video in an empty box shows nothing; rounded to even pixels, it would be a speck.
    if (!bounds || !window || (isVideo(layer) && (box.width <= 0 || box.height <= 0))) continue;
    const blend = isPicture(layer) && layer.blendMode !== 'normal' ? { blend: layer.blendMode } : {};
    if (isVideo(layer) && castsShadow(layer)) add(drafts, { ...shadowOf(layer, bounds, window, time), ...blend });
    add(drafts, { ...draftOf(span, bounds, window, { rate, time, canvas }), ...blend });
  }
  return drafts.map((draft) => slotOf(draft, rate, scene, time));
}

function draftOf(
  span: LayerSpan,
  bounds: Rect,
  window: FrameWindow,
  { rate, time, canvas }: { rate: Rate; time: SceneFrames; canvas: Size },
): Draft {
  const { layer } = span;
  const place = { bounds, window };
  if (isVideo(layer)) return { ...place, kind: 'video', span: { ...span, layer } };
  const isWhole = window.from === 0 && window.to === time.frames;
  const moves = kindOf(layer).isMoving(layer);
  if (isMovingPicture(layer) && movesWithin(layer, canvas))
    return { ...place, bounds: layerBox(layer, canvas), kind: 'moving', layer };
  if (moves && isText(layer) && (isWhole || animationLoops(layer.animation as NonNullable<TextLayer['animation']>)))
    return { ...place, kind: 'animated', layer };
  if (isWhole && !moves) return { ...place, kind: 'still', layers: [layer] };
  const changes = changedFrames(span, rate, time, window);
  const timed = { layer, window, animatedFrames: moves ? animatedFrames(layer, rate, window) : 0, changes };
  return { ...place, kind: 'sequence', layers: [timed], pictures: 2 + timed.animatedFrames + changes.length };
}

/** The shadow of a video, which stands still below it: a video among painted layers is its shadow alone. */
function shadowOf(layer: VideoLayer, bounds: Rect, window: FrameWindow, { frames }: SceneFrames): Draft {
  if (window.from === 0 && window.to === frames) return { kind: 'still', bounds, window, layers: [layer] };
  const timed = { layer, window, animatedFrames: 0, changes: [] };
  return { kind: 'sequence', bounds, window, layers: [timed], pictures: 2 };
}

/** Puts a draft on the others, or into one of them below which nothing comes in its way. */
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

/** Two drafts as one where that is worth it. */
function merge(below: Draft, draft: Draft): Draft | undefined {
  // What is blended shows all that is below it, which is painted with it only where that is the ground.
  if (below.blend || (draft.blend && !(draft.kind === 'still' && isGround(below)))) return undefined;
  if (draft.kind === 'moving') return onGround(below, draft);
  const bounds = union(below.bounds, draft.bounds);
  if (below.kind === 'still' && draft.kind === 'still') {
    if (below.background === undefined && !fitsWell(below.bounds, draft.bounds)) return undefined;
    return { ...below, bounds, layers: [...below.layers, ...draft.layers] };
  }
  if (below.kind !== 'sequence' || draft.kind !== 'sequence' || !fitsWell(below.bounds, draft.bounds)) return undefined;
  const pictures = below.pictures + draft.pictures;
  if (pictures > mostPictures) return undefined;
  const window = {
    from: Math.min(below.window.from, draft.window.from),
    to: Math.max(below.window.to, draft.window.to),
  };
  return { ...below, bounds, window, pictures, layers: [...below.layers, ...draft.layers] };
}

function isGround(draft: Draft): boolean {
  return draft.kind === 'still' && draft.background !== undefined;
}

/** A moving picture that hides the scene's bare ground takes its place, unless its corners alone are to be dark. */
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

function plainSlotOf(draft: Draft, rate: Rate, { start }: SceneSpan, time: SceneFrames): Slot {
  const { bounds, window } = draft;
  switch (draft.kind) {
    case 'video':
      return { kind: 'video', span: draft.span, bounds, window };
    case 'moving': {
      const { layer, background } = draft;
      return { kind: 'bitmap', bitmap: movingBitmap(layer, bounds, rate, background), window };
    }
    case 'animated':
      return { kind: 'bitmap', bitmap: { ...bounds, ...animated(draft.layer, rate, window) }, window };
    case 'sequence':
      // What comes and goes says so in its pictures.
      return {
        kind: 'bitmap',
        bitmap: { ...bounds, ...sequenceOf(draft.layers, rate, time, start) },
        window: { from: 0, to: time.frames },
      };
    case 'still': {
      const { background, layers } = draft;
      const ground = background === undefined ? {} : { background };
      return { kind: 'bitmap', bitmap: { ...bounds, ...ground, layers, times: [0], loops: false }, window };
    }
  }
}

/** Pictures of an animated text, one for each look that it has in turn; of one that starts over those of one run. */
function animated(
  layer: TextLayer,
  rate: Rate,
  { from, to }: FrameWindow,
): Pick<Bitmap, 'layers' | 'times' | 'at' | 'loops'> {
  const animation = layer.animation as NonNullable<TextLayer['animation']>;
  const length = animationLength(animation);
  const begins = layer.from ?? 0;
  const count = Math.max(1, Math.round(length * perSecond(rate)));
  if (!animationLoops(animation)) {
    const ran = Array.from({ length: count + 1 }, (_, i) => Math.min(length, i / perSecond(rate))).slice(0, to - from);
    const looks = ran.map((t) => JSON.stringify(animationAt(animation, t)));
    const at = looks.flatMap((look, i) => (look === looks[i - 1] ? [] : [i]));
    const times = at.map((i) => begins + (ran[i] as number));
    return { layers: [layer], times, ...(at.length < ran.length ? { at } : {}), loops: false };
  }
  const times = Array.from({ length: count }, (_, i) => begins + (i / count) * length);
  return { layers: [layer], times: times.slice(0, to - from), loops: count < to - from };
}

/** The frames of its scene from which on a layer that has few looks, as subtitles do, has another one. */
function changedFrames(
  { layer, start }: LayerSpan,
  rate: Rate,
  time: SceneFrames,
  { from, to }: FrameWindow,
): number[] {
  const frames = cueChanges(layer).map((at) => Math.ceil((start + at) * perSecond(rate) - FRAME_ROUNDING) - time.start);
  return [...new Set(frames)].filter((frame) => frame > from && frame < to);
}

/** Frames until a text that is animated once, or a picture that moves, stands still, at most as many as it has. */
function animatedFrames(layer: Layer, rate: Rate, { from, to }: FrameWindow): number {
  const { motion, animation } = layer as Partial<Pick<ImageLayer, 'motion'> & Pick<TextLayer, 'animation'>>;
  const length = motion ? Math.max(0, motion.duration - (motion.at ?? 0)) : animation ? animationLength(animation) : 0;
  return Math.min(to - from, Math.ceil(length * perSecond(rate)) + 1);
}

/** Cuts bounds to the canvas, on even pixels so that 4:2:0 colour of picture and video meet; undefined when nothing is left. */
export function clipToCanvas(bounds: Rect, canvas: Size): Rect | undefined {
  const left = Math.max(0, Math.floor(bounds.x / 2) * 2);
  const top = Math.max(0, Math.floor(bounds.y / 2) * 2);
  const right = Math.min(canvas.width, Math.ceil((bounds.x + bounds.width) / 2) * 2);
  const bottom = Math.min(canvas.height, Math.ceil((bounds.y + bounds.height) / 2) * 2);
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : undefined;
}

function fitsWell(a: Rect, b: Rect): boolean {
  return areaOf(union(a, b)) <= mergeWaste * (areaOf(a) + areaOf(b));
}

function meet(a: FrameWindow, b: FrameWindow): boolean {
  return a.from < b.to && b.from < a.to;
}
