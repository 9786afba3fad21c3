import { cuesWithin } from '../../../engine/kinds/cueStates.ts';
import { withRegion } from '../../../engine/painters/subtitlesRegion.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import type { FrameWindow } from '../../../engine/timeline/frameRate.ts';
import type { Bitmap } from './plan.ts';
import { trackFrom } from './track.ts';

/**
 * Cuts a bitmap to some of its frames.
 * @param range frames since its part's start; for a sequence, frames of its scene.
 * @returns undefined if a sequence shows nothing in them.
 */
export function sliceBitmap(bitmap: Bitmap, range: FrameWindow): Bitmap | undefined {
  if (bitmap.at) return sliceSequence(bitmap, bitmap.at, range);
  const { times, loops, runs, moves, moved } = bitmap;
  if (moved) return range.from > 0 ? { ...bitmap, moved: trackFrom(moved, range.from) } : bitmap;
  if (moves && range.from > 0) return { ...bitmap, moves: { ...moves, at: moves.at + range.from } };
  if (times.length === 1) return bitmap;
  const count = range.to - range.from;
  if (!loops) return { ...bitmap, times: times.slice(Math.min(range.from, times.length - 1)).slice(0, count) };
  if (runs) return { ...bitmap, runs: { ...runs, passed: (runs.passed + range.from) % runs.period } };
  const first = range.from % times.length;
  const shifted = [...times.slice(first), ...times.slice(0, first)];
  return { ...bitmap, times: shifted.slice(0, count), loops: count > shifted.length };
}

/** Returns the images that a sequence shows in a range, with only their layers. */
function sliceSequence(bitmap: Bitmap, at: readonly number[], { from, to }: FrameWindow): Bitmap | undefined {
  const first = Math.max(
    0,
    at.findLastIndex((frame) => frame <= from),
  );
  const after = at.findIndex((frame) => frame >= to);
  const end = after < 0 ? at.length : after;
  const times = bitmap.times.slice(first, end);
  const moments = at.slice(first, end).map((frame) => Math.max(0, frame - from));
  if (!bitmap.shown) return { ...bitmap, times, at: moments };
  const shown = bitmap.shown.slice(first, end);
  const used = [...new Set(shown.flat())].sort((a, b) => a - b);
  if (used.length === 0) return undefined;
  return {
    ...bitmap,
    layers: used.map((i) => shownPart(bitmap.layers[i] as Layer, times)),
    times,
    at: moments,
    shown: shown.map((layers) => layers.map((i) => used.indexOf(i))),
  };
}

/** Removes the cues of a layer that no image in the range shows, because they change nothing here. */
function shownPart(layer: Layer, times: readonly number[]): Layer {
  const { from = 0 } = layer;
  const whole = layer.type === 'subtitles' ? withRegion(layer) : layer;
  return cuesWithin(whole, (times[0] ?? 0) - from, (times.at(-1) ?? 0) - from);
}
