import { type Key, keyPixels } from '../../effects/chromaKey.ts';
import { isVideo } from '../../kinds/families.ts';
import type { Size } from '../../layout/box.ts';
import { fitPicture, flipTransform } from '../../layout/fitPicture.ts';
import type { Picture } from '../../painters/canvas.ts';
import type { PictureLayer } from '../../project/layers.ts';
import type { MediaHandle } from '../media/mediaPool.ts';

/** Longest side in pixels of an image that is keyed only for its shadow; videos need it for every frame. */
const mostSide = { still: 2048, moving: 640 };

/**
 * Returns the image that casts the shadow of an image or video layer: with its chroma key and flips applied. For a
 * video without a key, its size is enough.
 * @param scale canvas pixels per project pixel.
 */
export function shadowCaster(
  layer: PictureLayer,
  { source, width, height }: MediaHandle,
  { box, key, scale }: { box: Size; key: Key | undefined; scale: number },
): Picture {
  if (isVideo(layer) && !key) return { source: undefined, width, height };
  const { flipped, flippedVertical } = layer;
  if (!source || !(key || flipped || flippedVertical)) return { source, width, height };
  const { crop, target } = fitPicture(layer, { width, height }, box);
  const shown = (scale * target.width) / crop.width;
  const most = (isVideo(layer) ? mostSide.moving : mostSide.still) / Math.max(width, height);
  const shrunk = Math.min(1, most, shown);
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * shrunk)), Math.max(1, Math.round(height * shrunk)));
  const ctx = canvas.getContext('2d', { willReadFrequently: key !== undefined });
  if (!ctx) return { source, width, height };
  ctx.setTransform(...flipTransform(layer, crop, { width: canvas.width / width, height: canvas.height / height }));
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(source, 0, 0, canvas.width, canvas.height);
  if (key) {
    const pixels = ctx.getImageData(0, 0, canvas.width, canvas.height);
    keyPixels(pixels.data, canvas.width, key, (shrunk * crop.width) / target.width);
    ctx.putImageData(pixels, 0, 0);
  }
  return { source: canvas, width: canvas.width, height: canvas.height };
}
