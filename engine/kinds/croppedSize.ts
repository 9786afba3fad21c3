import type { PictureLayer } from '../project/layers.ts';

/** Returns the size of the visible part of an image file in pixels, if known. */
export function croppedSize({ width, height, crop }: Pick<PictureLayer, 'width' | 'height' | 'crop'>): {
  width?: number | undefined;
  height?: number | undefined;
} {
  if (!crop) return { width, height };
  return { width: width && width * crop.width, height: height && height * crop.height };
}
