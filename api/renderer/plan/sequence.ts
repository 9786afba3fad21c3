import type { Layer } from '../../../engine/project/layers.ts';
import { type FrameWindow, fpsOf, type Rate, type SceneFrames } from '../../../engine/timeline/frameRate.ts';
import type { Bitmap } from './plan.ts';

/** Maximum number of images in a sequence, which are stored on disk. */
export const maxSequenceFrames = 4000;

/** A layer that appears or disappears. */
export interface TimedLayer {
  layer: Layer;
  /** Frames of the scene in which it is visible. */
  window: FrameWindow;
  /** Number of frames from the first on that all look different; 0 for a static layer. */
  animatedFrames: number;
  /** Further frames at which its look changes. */
  changes: readonly number[];
}

/**
 * Combines layers into a sequence: a new image whenever a layer appears, disappears or changes, and an empty one where
 * there is none.
 * @param layers back to front. @param begins start of the scene in seconds of the video, not always on a frame.
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
  const fps = fpsOf(rate);
  const late = start / fps - begins;
  return {
    layers: layers.map(({ layer }) => layer),
    // Animations count from their layer's own start, which may lie between frames.
    times: at.map((frame) => (Math.abs(late) < 1e-9 ? frame / fps : Math.max(0, frame / fps + late))),
    at,
    shown: shownAt(layers, at),
    loops: false,
  };
}

/** Returns the visible layers for each of some frames; in one pass, because there may be hundreds. */
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
