import { toneOf } from '../../engine/effects/index.ts';
import { isPlain, tonePixels } from '../../engine/effects/tone.ts';
import { vignetteAngle, vignetteLight } from '../../engine/effects/vignette.ts';
import { layerBox, type Size } from '../../engine/layout/box.ts';
import { type Fitted, fitMedia } from '../../engine/layout/fit.ts';
import type { Picture } from '../../engine/painters/canvas.ts';
import type { VideoLayer } from '../../engine/project/layers.ts';
import { createSurface, pixelsOf } from './skia.ts';

/** A video's frame with its filters, its mirroring and its dark corners, as it is painted. @param canvas of the project. */
export function withLook(picture: Picture, layer: VideoLayer, canvas: Size): Picture {
  const tone = toneOf(layer);
  const { flipped, flippedVertical, vignette } = layer;
  if (isPlain(tone) && !flipped && !flippedVertical && vignette === 0) return picture;
  const { width, height } = picture;
  const surface = createSurface(width, height);
  const { ctx } = surface;
  ctx.setTransform(flipped ? -1 : 1, 0, 0, flippedVertical ? -1 : 1, flipped ? width : 0, flippedVertical ? height : 0);
  ctx.drawImage(picture.source, 0, 0, width, height, 0, 0, width, height);
  const pixels = pixelsOf(surface);
  if (!isPlain(tone)) tonePixels(pixels, tone);
  if (vignette > 0)
    darken(pixels, width, vignetteAngle(vignette), fitMedia(picture, layerBox(layer, canvas), layer.objectFit));
  const shown = surface.canvas.getContext('2d');
  const data = shown.createImageData(width, height);
  data.data.set(pixels);
  shown.putImageData(data, 0, 0);
  return { source: surface.canvas, width, height };
}

/** Darkens towards the corners of the part of a picture that is shown; the picture may be stretched there. */
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
