import { adjustPixels, isPlain } from '../../../engine/effects/adjustment.ts';
import { keyOf, keyPixels } from '../../../engine/effects/chromaKey.ts';
import { gradePixels } from '../../../engine/effects/color.ts';
import { cubeOf } from '../../../engine/effects/colorCube.ts';
import { adjustmentOf } from '../../../engine/effects/index.ts';
import { vignetteAngle, vignetteLight } from '../../../engine/effects/vignette.ts';
import type { View } from '../../../engine/kinds/pictureMotion.ts';
import { layerBox, type Size } from '../../../engine/layout/box.ts';
import type { Fitted } from '../../../engine/layout/fit.ts';
import { fitPicture, flipTransform } from '../../../engine/layout/fitPicture.ts';
import { fitView } from '../../../engine/layout/fitView.ts';
import type { Picture } from '../../../engine/painters/canvas.ts';
import { gradeOf } from '../../../engine/project/gradeOf.ts';
import type { PictureLayer } from '../../../engine/project/layers.ts';
import { hasEffects } from '../plan/shrunkSize.ts';
import { createSurface, pixelsOf } from './skia.ts';

/**
 * Applies the filters, color correction, flips and vignette of a layer to its image or video frame.
 * @param canvas of the project. @param view visible part of its box; absent: all.
 */
export function withEffects(picture: Picture, layer: PictureLayer, canvas: Size, view?: View): Picture {
  if (!hasEffects(layer)) return picture;
  const adjustment = adjustmentOf(layer);
  const grade = gradeOf(layer);
  const { vignette, chromaKey } = layer;
  const box = layerBox(layer, canvas);
  const fitted = fitPicture(layer, picture, box);
  const { width, height } = workedSize(picture, fitted, chromaKey !== undefined);
  const surface = createSurface(width, height);
  const { ctx } = surface;
  const scale = { width: width / picture.width, height: height / picture.height };
  ctx.setTransform(...flipTransform(layer, fitted.crop, scale));
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(picture.source, 0, 0, picture.width, picture.height, 0, 0, width, height);
  const pixels = pixelsOf(surface);
  if (chromaKey) keyPixels(pixels, width, keyOf(chromaKey), scale.width * (fitted.crop.width / fitted.target.width));
  if (!isPlain(adjustment)) adjustPixels(pixels, adjustment);
  if (grade) gradePixels(pixels, cubeOf(grade));
  if (vignette > 0) {
    const worked = fitPicture(layer, { width, height }, box);
    darken(pixels, width, vignetteAngle(vignette), view ? fitView(worked, box, view) : worked);
  }
  const shown = surface.canvas.getContext('2d');
  const data = shown.createImageData(width, height);
  data.data.set(pixels);
  shown.putImageData(data, 0, 0);
  return { source: surface.canvas, width, height };
}

/** Maximum pixels of an image that is enlarged before keying. */
const mostEnlarged = 4_000_000;

/**
 * Returns the size for pixel work: at most twice the visible size. A keyed image is at least as large as visible, as in
 * the preview, so that its edges are not those of enlarged pixels.
 */
function workedSize({ width, height }: Size, { crop, target }: Fitted, isKeyed: boolean): Size {
  const shown = Math.max(target.width / crop.width, target.height / crop.height);
  const most = Math.max(1, Math.sqrt(mostEnlarged / (width * height)));
  const scale = Math.min(isKeyed ? Math.max(1, Math.min(shown, most)) : 1, 2 * shown);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Darkens toward the corners of the visible part of an image, which may be stretched. */
function darken(pixels: Uint8ClampedArray, width: number, angle: number, { crop, target }: Fitted): void {
  const radius = Math.hypot(target.width, target.height) / 2;
  const [across, down] = [target.width / crop.width, target.height / crop.height];
  const [middle, height] = [{ x: crop.x + crop.width / 2, y: crop.y + crop.height / 2 }, pixels.length / 4 / width];
  for (let y = 0, at = 0; y < height; y += 1) {
    const fromY = (y + 0.5 - middle.y) * down;
    for (let x = 0; x < width; x += 1, at += 4) {
      const light = vignetteLight(angle, Math.hypot((x + 0.5 - middle.x) * across, fromY) / radius);
      pixels[at] = (pixels[at] as number) * light;
      pixels[at + 1] = (pixels[at + 1] as number) * light;
      pixels[at + 2] = (pixels[at + 2] as number) * light;
    }
  }
}
