import type { PictureLayer } from '../project/layers.ts';

/** Size of the part of a picture's file that is shown, pixels, as far as that is known. */
export function croppedSize({ width, height, crop }: Pick<PictureLayer, 'width' | 'height' | 'crop'>): {
  width?: number | undefined;
  height?: number | undefined;
} {
  if (!crop) return { width, height };
  return { width: width && width * crop.width, height: height && height * crop.height };
}
