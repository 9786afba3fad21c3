import type { Layer } from '../../../engine/project/layers.ts';
import { type FrameWindow, perSecond, type Rate, type SceneFrames } from '../../../engine/timeline/frameRate.ts';
import type { Bitmap } from './plan.ts';

/** Pictures that one sequence has at most, before it is made whole: what is painted of it lies on the disk. */
export const mostPictures = 4000;

/** A layer that comes and goes. */
export interface TimedLayer {
  layer: Layer;
  /** Frames of the scene in which it is seen. */
  window: FrameWindow;
  /** How many of them look each different, from the first on; 0 for a layer that stands still. */
  animatedFrames: number;
  /** Further frames from which on it has another look. */
  changes: readonly number[];
}

/**
 * The states that some layers have one after the other: a new picture wherever one comes, goes or moves, and a clear one
 * where there is none.
 * @param layers back to front. @param begins when the scene begins, seconds of the video: not always on a frame.
 */
export function sequenceOf(
  layers: readonly TimedLayer[],
  rate: Rate,
  { start, frames }: SceneFrames,
  begins: number,
): Pick<Bitmap, 'layers' | 'times' | 'at' | 'shown' | 'loops'> {
  const cuts = new Set<number>();
  for (const { window, animatedFrames, changes } of layers) {
    cuts.add(window.from).add(window.to);
    for (let i = 1; i < animatedFrames; i += 1) cuts.add(window.from + i);
    for (const frame of changes) cuts.add(frame);
  }
  const at = [...cuts].filter((frame) => frame < frames).sort((a, b) => a - b);
  const fps = perSecond(rate);
  const late = start / fps - begins;
  return {
    layers: layers.map(({ layer }) => layer),
    // Animations count from their layer's own start, which need not be on the grid of the frames.
    times: at.map((frame) => (Math.abs(late) < 1e-9 ? frame / fps : Math.max(0, frame / fps + late))),
    at,
    shown: shownAt(layers, at),
    loops: false,
  };
}

/** Which layers are seen from each of some frames on; one walk over all, because there may be hundreds. */
function shownAt(layers: readonly TimedLayer[], at: readonly number[]): number[][] {
  const byStart = layers.map((_, i) => i).sort((a, b) => startOf(layers, a) - startOf(layers, b));
  let seen: number[] = [];
  let next = 0;
  return at.map((frame) => {
    seen = seen.filter((i) => (layers[i] as TimedLayer).window.to > frame);
    while (next < byStart.length && startOf(layers, byStart[next] as number) <= frame) {
      const i = byStart[next] as number;
      if ((layers[i] as TimedLayer).window.to > frame) seen = [...seen, i].sort((a, b) => a - b);
      next += 1;
    }
    return seen;
  });
}

function startOf(layers: readonly TimedLayer[], i: number): number {
  return (layers[i] as TimedLayer).window.from;
}
