import { isPicture } from '../../../engine/kinds/families.ts';
import { layerBox, type Size } from '../../../engine/layout/box.ts';
import { parseRgba } from '../../../engine/layout/color.ts';
import type { Layer, PictureLayer } from '../../../engine/project/layers.ts';
import type { Probe } from '../media/probe.ts';
import type { Bitmap, ScenePlan } from './plan.ts';

/**
 * Whether pixels of a scene may be transparent: its back part is a canvas with a background that is not opaque, and no
 * static image covers it.
 */
export function hasClearBackground(
  { parts: [lowest] }: Pick<ScenePlan, 'parts'>,
  bitmaps: readonly Bitmap[],
  canvas: Size,
  probes: ReadonlyMap<string, Probe>,
): boolean {
  if (lowest?.kind !== 'bitmap') return false;
  const { background, layers, ...bitmap } = bitmaps.find(({ id }) => id === lowest.bitmap) as Bitmap;
  if (background !== undefined && parseRgba(background).a === 1) return false;
  const isStatic = bitmap.times.length === 1 && !bitmap.shown && !bitmap.moves && !bitmap.moved && !bitmap.blend;
  return !(isStatic && layers.some((layer) => isOpaqueCover(layer, canvas, probes)));
}

/** Whether a layer, as long as it is visible and not animated, covers the canvas with opaque pixels. */
export function isOpaqueCover(layer: Layer, canvas: Size, probes: ReadonlyMap<string, Probe>): boolean {
  if (!isPicture(layer)) return false;
  const probe = probes.get(layer.url);
  const isSolid = layer.globalAlpha === 1 && layer.radius === 0 && layer.blendMode === 'normal' && !layer.chromaKey;
  return probe !== undefined && !probe.hasAlpha && isSolid && fillsCanvas(layer, canvas);
}

function fillsCanvas(layer: PictureLayer, canvas: Size): boolean {
  const box = layerBox(layer, canvas);
  const isWhole = box.x === 0 && box.y === 0 && box.width === canvas.width && box.height === canvas.height;
  return layer.objectFit !== 'contain' && isWhole && box.rotation % 360 === 0;
}
