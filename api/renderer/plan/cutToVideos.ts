import type { Rect } from '../../../engine/layout/fit.ts';
import { areaOf, intersection, overlaps } from '../../../engine/layout/rect.ts';
import type { Bitmap, Part, ScenePlan, VideoPart } from './plan.ts';
import { hasClearPixels } from './videoPart.ts';

/** Minimum share of its area that must be saved to paint a bitmap twice. */
const leastSaved = 0.1;

/**
 * Cuts bitmaps that partly cover a video to the shared area. The rest is painted into the scene's background. Less is
 * composited per frame, and the result looks the same.
 * @returns the bitmaps, in their order.
 */
export function cutToVideos(scenes: readonly ScenePlan[], bitmaps: readonly Bitmap[]): Bitmap[] {
  const originals = new Map(bitmaps.map((bitmap) => [bitmap.id, bitmap]));
  const cut = new Map(originals);
  const original = (part: Part) => (part.kind === 'bitmap' ? originals.get(part.bitmap) : undefined);
  const boundsOf = (part: Part): Rect => {
    if (part.kind === 'video') return part.bounds;
    const bitmap = original(part) as Bitmap;
    return bitmap.moved?.bounds ?? bitmap;
  };
  for (const { parts } of scenes) {
    const ground = parts[0] && original(parts[0]);
    if (!ground || ground.background === undefined || !standsStill(ground)) continue;
    for (const [i, part] of parts.entries()) {
      const picture = original(part);
      if (i < 2 || !picture || !standsStill(picture) || !isThroughout(part)) continue;
      const [below, ...others] = parts.slice(1, i).filter((other) => overlaps(boundsOf(other), picture));
      if (below?.kind !== 'video' || others.length > 0 || !hidesAll(below)) continue;
      const shared = intersection(picture, below.bounds);
      if (areaOf(shared) > (1 - leastSaved) * areaOf(picture)) continue;
      const { layers } = cut.get(ground.id) as Bitmap;
      cut.set(ground.id, { ...ground, layers: [...layers, ...picture.layers] });
      cut.set(picture.id, { ...picture, ...shared });
    }
  }
  return [...cut.values()];
}

function standsStill({ times, moves, moved, at, loops }: Bitmap): boolean {
  return times.length === 1 && !moves && !moved && !at && !loops;
}

function isThroughout({ from, until }: Part): boolean {
  return from === undefined && until === undefined;
}

/** Whether a video hides everything below it, on even pixels because of its 4:2:0 chroma. */
function hidesAll(video: VideoPart): boolean {
  const { x, y, width, height } = video.bounds;
  return (
    isThroughout(video) &&
    !hasClearPixels(video) &&
    !video.mask &&
    !video.blend &&
    !video.track &&
    video.turn === 0 &&
    [x, y, width, height].every((side) => side % 2 === 0)
  );
}
