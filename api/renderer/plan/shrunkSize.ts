import { isPlain } from '../../../engine/effects/adjustment.ts';
import { adjustmentOf } from '../../../engine/effects/index.ts';
import { isKeyed } from '../../../engine/kinds/families.ts';
import { layerBox, type Size } from '../../../engine/layout/box.ts';
import { fitPicture } from '../../../engine/layout/fitPicture.ts';
import { gradeOf } from '../../../engine/project/gradeOf.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';

/** Below this ratio, Skia shrinks well enough and much faster. */
const leastShrinking = 4;
/** Larger images, in pixels, are left to Skia: filtering takes `shrinkingBytes` per pixel. */
const mostFiltered = 24_000_000;
/** Bytes per pixel of an image that is filtered: its pixels twice, and rows of floats of a quarter or half of its width. */
export const shrinkingBytes = 16;

/**
 * Returns the size that a layer needs of its image, if that is far smaller than the image; twice that size with
 * effects.
 */
export function shrunkSize(layer: PictureLayer, picture: Size, canvas: Size): Size | undefined {
  if (('motion' in layer && layer.motion) || isKeyed(layer)) return undefined;
  if (picture.width * picture.height > mostFiltered) return undefined;
  const { crop, target } = fitPicture(layer, picture, layerBox(layer, canvas));
  const shown = Math.max(target.width / crop.width, target.height / crop.height);
  if (!(shown > 0) || shown > 1 / leastShrinking) return undefined;
  const sideOf = (length: number) => Math.max(1, Math.round(length * shown * (hasEffects(layer) ? 2 : 1)));
  return { width: sideOf(picture.width), height: sideOf(picture.height) };
}

/** Whether a layer changes its image. */
export function hasEffects(layer: PictureLayer): boolean {
  const { flipped, flippedVertical, vignette, chromaKey } = layer;
  const isColored = !isPlain(adjustmentOf(layer)) || gradeOf(layer) !== undefined || chromaKey !== undefined;
  return isColored || flipped || flippedVertical || vignette > 0;
}
