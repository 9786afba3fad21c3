import { type FrameWindow, fpsOf } from '../../../engine/timeline/frameRate.ts';
import { timeOf } from '../plan/partTime.ts';
import type { Bitmap, BitmapPart, Input, Part, RenderPlan, ScenePlan, VideoPart } from '../plan/plan.ts';
import type { PlanSegment } from '../plan/renderMode.ts';
import { sliceVideo } from '../plan/sliceVideo.ts';
import { sliceBitmap } from './sliceBitmap.ts';

/**
 * Returns the plan of each segment of a video, without audio, with only its visible inputs and bitmaps. IDs are unique
 * across all slices; a static bitmap keeps its ID, because it is the same in all. A segment may start with a
 * transition, but never inside one.
 */
export function slicesOf(plan: RenderPlan): readonly RenderPlan[] {
  const earlier = known.get(plan);
  if (earlier) return earlier;
  const index = indexOf(plan);
  const slices = plan.segments.map((range) => slicePlan(plan, range, index));
  known.set(plan, slices);
  return slices;
}

/** Plans do not change, and several steps of a render need the slices of the same one. */
const known = new WeakMap<RenderPlan, readonly RenderPlan[]>();

/** Returns one slice. @param place index of the segment. */
export function sliceAt(plan: RenderPlan, place: number): RenderPlan {
  return slicePlan(plan, plan.segments[place] as PlanSegment, indexOf(plan));
}

/** @param range frames of the video. */
function slicePlan(plan: RenderPlan, range: PlanSegment, index: PlanIndex): RenderPlan {
  const book = new Book(index);
  const scenes = plan.scenes.flatMap((scene, i) => {
    const shown = { from: Math.max(0, range.from - scene.start), to: Math.min(scene.frames, range.to - scene.start) };
    if (shown.to <= shown.from) return [];
    const before = plan.scenes[i - 1];
    const isCutOff = scene.transition !== undefined && range.from === scene.start && before !== undefined;
    const start = scene.start + shown.from - range.from;
    const own = { ...book.scene(scene, shown), start };
    return isCutOff ? [{ ...book.lastFrame(before), start }, own] : [own];
  });
  const { inputs, bitmaps } = book;
  const frames = range.to - range.from;
  const output = { ...plan.output, frames };
  const keyFrames = range.keyFrames ? { keyFrames: range.keyFrames.map((frame) => frame - range.from) } : {};
  return { ...plan, output, scenes, inputs, bitmaps, sounds: [], segments: [{ from: 0, to: frames, ...keyFrames }] };
}

/** Inputs and bitmaps by ID, because slices of long plans look up thousands. */
interface PlanIndex {
  inputs: ReadonlyMap<string, Input>;
  bitmaps: ReadonlyMap<string, Bitmap>;
  fps: number;
}

function indexOf({ inputs, bitmaps, output }: RenderPlan): PlanIndex {
  return {
    inputs: new Map(inputs.map((input) => [input.id, input])),
    bitmaps: new Map(bitmaps.map((bitmap) => [bitmap.id, bitmap])),
    fps: fpsOf(output.rate),
  };
}

/** Collects the inputs and bitmaps of a slice. */
class Book {
  readonly inputs: Input[] = [];
  readonly bitmaps: Bitmap[] = [];
  readonly #source: PlanIndex;

  constructor(source: PlanIndex) {
    this.#source = source;
  }

  scene({ transition, ...scene }: ScenePlan, range: FrameWindow): ScenePlan {
    return {
      ...scene,
      frames: range.to - range.from,
      parts: scene.parts.flatMap((part, i) => this.#part(part, scene.frames, range, i === 0)),
      ...(transition && range.from === 0 ? { transition } : {}),
    };
  }

  /** The last frame of a scene, from which the next scene's transition starts. */
  lastFrame({ transition, ...scene }: ScenePlan): ScenePlan {
    return { ...this.scene(scene, { from: scene.frames - 1, to: scene.frames }), isHidden: true };
  }

  #part(part: Part, sceneFrames: number, range: FrameWindow, isBase: boolean): Part[] {
    const { from = 0, until = sceneFrames } = part;
    const seen = { from: Math.max(from, range.from), to: Math.min(until, range.to) };
    if (seen.to <= seen.from) return [];
    const own = { from: seen.from - from, to: seen.to - from };
    const place = { from: seen.from - range.from, to: seen.to - range.from };
    const frames = range.to - range.from;
    if (part.kind === 'bitmap') return this.#bitmap(part, own, timeOf(place, frames));
    return this.#video(part, own).map((made, i) => {
      const window = { from: place.from + made.window.from, to: place.from + made.window.to };
      // The lowest part lasts to the end of its scene.
      return { ...made.part, ...timeOf(isBase && i === 0 ? { ...window, to: frames } : window, frames) };
    });
  }

  #bitmap({ bitmap }: BitmapPart, range: FrameWindow, time: Pick<Part, 'from' | 'until'>): Part[] {
    const source = this.#source.bitmaps.get(bitmap) as Bitmap;
    const made = sliceBitmap(source, range);
    if (!made) return [];
    const id = made === source ? bitmap : `${bitmap}-${range.from}`;
    this.bitmaps.push({ ...made, id });
    return [{ kind: 'bitmap', bitmap: id, ...time }];
  }

  #video(part: VideoPart, own: FrameWindow): { part: VideoPart; window: FrameWindow }[] {
    const { from, until, ...timeless } = part;
    const input = this.#source.inputs.get(part.input) as Input;
    return sliceVideo(timeless, input, own, this.#source.fps).map((slice) => {
      const id = `${input.id}-${own.from + slice.window.from}`;
      this.inputs.push({ ...slice.input, id });
      return { part: { ...slice.part, input: id }, window: slice.window };
    });
  }
}
