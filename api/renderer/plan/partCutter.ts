import { type FrameWindow, fpsOf } from '../../../engine/timeline/frameRate.ts';
import { timeOf } from './partTime.ts';
import type { Bitmap, BitmapPart, Input, Part, RenderPlan, VideoPart } from './plan.ts';
import { sliceBitmap } from './sliceBitmap.ts';
import { sliceVideo } from './sliceVideo.ts';

/** Inputs and bitmaps by ID, because cutting a long plan looks up thousands. */
export interface PartSources {
  inputs: ReadonlyMap<string, Input>;
  bitmaps: ReadonlyMap<string, Bitmap>;
  fps: number;
}

/** Returns the inputs and bitmaps of a plan by ID. */
export function sourcesOf(
  { inputs, bitmaps }: Pick<RenderPlan, 'inputs' | 'bitmaps'>,
  rate: RenderPlan['output']['rate'],
): PartSources {
  return {
    inputs: new Map(inputs.map((input) => [input.id, input])),
    bitmaps: new Map(bitmaps.map((bitmap) => [bitmap.id, bitmap])),
    fps: fpsOf(rate),
  };
}

/**
 * Cuts parts to some of their frames, and collects the inputs and bitmaps that the results need. Their IDs are unique; a
 * static bitmap keeps its ID, because it is the same in all.
 */
export class PartCutter {
  readonly inputs: Input[] = [];
  readonly #bitmaps = new Map<string, Bitmap>();
  readonly #source: PartSources;

  constructor(source: PartSources) {
    this.#source = source;
  }

  get bitmaps(): Bitmap[] {
    return [...this.#bitmaps.values()];
  }

  /** Returns a bitmap that a cut part needs; undefined for another ID. */
  bitmapOf(id: string): Bitmap | undefined {
    return this.#bitmaps.get(id);
  }

  /**
   * Cuts a part to a range of frames of its scene.
   * @param sceneFrames all frames of the scene. @param isBase whether it is the lowest part, which lasts to the end.
   */
  cut(part: Part, sceneFrames: number, range: FrameWindow, isBase = false): Part[] {
    const { from = 0, until = sceneFrames } = part;
    const seen = { from: Math.max(from, range.from), to: Math.min(until, range.to) };
    if (seen.to <= seen.from) return [];
    const own = { from: seen.from - from, to: seen.to - from };
    const place = { from: seen.from - range.from, to: seen.to - range.from };
    const frames = range.to - range.from;
    if (part.kind === 'bitmap') return this.#bitmap(part, own, timeOf(place, frames));
    return this.#video(part, own).map((made, i) => {
      const window = { from: place.from + made.window.from, to: place.from + made.window.to };
      return { ...made.part, ...timeOf(isBase && i === 0 ? { ...window, to: frames } : window, frames) };
    });
  }

  #bitmap({ bitmap }: BitmapPart, range: FrameWindow, time: Pick<Part, 'from' | 'until'>): Part[] {
    const source = this.#source.bitmaps.get(bitmap) as Bitmap;
    const made = sliceBitmap(source, range);
    if (!made) return [];
    const id = made === source ? bitmap : `${bitmap}-${range.from}`;
    this.#bitmaps.set(id, { ...made, id });
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
