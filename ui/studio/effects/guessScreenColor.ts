import { defaultChromaKey } from '../../../engine/edit/chromaKey.ts';
import { likeliestScreen } from '../../../engine/effects/screenColor.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { centerOf, rotatedAround } from '../../../engine/layout/point.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { shownCanvas } from '../stage/shownCanvas.ts';
import { studio } from '../state/studio.ts';

/** Inset of the samples from the edges, as a share, and samples per edge. */
const inset = 0.03;
const along = 6;

/** The most likely screen color of a visible layer; the default green if unclear. */
export function guessScreenColor({ id }: PictureLayer): string {
  const preview = shownCanvas()?.preview;
  const box = preview?.boxOf(id);
  if (!preview || !box) return defaultChromaKey.color;
  const { width, height } = canvasSize(studio.project);
  const places = Array.from({ length: along }, (_, i) => inset + ((1 - 2 * inset) * i) / (along - 1));
  // The lower edge is left out, since a person usually covers it.
  const edge = places.flatMap((at): [number, number][] => [
    [at, inset],
    [inset, at],
    [1 - inset, at],
  ]);
  const colors = edge.flatMap(([x, y]) => {
    const upright = { x: box.x + x * box.width, y: box.y + y * box.height };
    const place = rotatedAround(upright, centerOf(box), box.rotation);
    return preview.colorAt(id, { x: place.x / width, y: place.y / height }) ?? [];
  });
  return likeliestScreen(colors) ?? defaultChromaKey.color;
}
