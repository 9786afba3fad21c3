import type { Size } from '../../../engine/layout/box.ts';
import type { Picture } from '../../../engine/painters/canvas.ts';
import { createSurface, pixelsOf } from './skia.ts';

/**
 * Shrinks an image with the same bicubic filter as videos, as wide as the ratio. Skia's box filter would turn fine
 * patterns into coarse ones.
 */
export function shrunk({ source, width, height }: Picture, to: Size): Picture {
  const from = createSurface(width, height);
  from.ctx.drawImage(source, 0, 0, width, height, 0, 0, width, height);
  const { canvas } = createSurface(to.width, to.height);
  const ctx = canvas.getContext('2d');
  const image = ctx.createImageData(to.width, to.height);
  image.data.set(straight(resampled(pixelsOf(from), { width, height }, to)));
  ctx.putImageData(image, 0, 0);
  return { source: canvas, ...to };
}

/** Returns premultiplied red, green, blue and alpha of the smaller image. */
function resampled(pixels: Uint8ClampedArray, from: Size, to: Size): Float32Array {
  const across = filterOf(from.width, to.width);
  const down = filterOf(from.height, to.height);
  const rows = new Float32Array(4 * to.width * from.height);
  for (let y = 0; y < from.height; y += 1) {
    for (let x = 0; x < to.width; x += 1) {
      const { first, weights } = across[x] as Taps;
      let [r, g, b, a] = [0, 0, 0, 0];
      let at = 4 * (y * from.width + first);
      for (let i = 0; i < weights.length; i += 1, at += 4) {
        const weight = (weights[i] as number) * (pixels[at + 3] as number);
        r += weight * (pixels[at] as number);
        g += weight * (pixels[at + 1] as number);
        b += weight * (pixels[at + 2] as number);
        a += weight;
      }
      rows.set([r, g, b, a], 4 * (y * to.width + x));
    }
  }
  const result = new Float32Array(4 * to.width * to.height);
  const line = 4 * to.width;
  for (let y = 0; y < to.height; y += 1) {
    const { first, weights } = down[y] as Taps;
    for (let i = 0; i < weights.length; i += 1) {
      const weight = weights[i] as number;
      const start = (first + i) * line;
      for (let x = 0; x < line; x += 1)
        result[y * line + x] = (result[y * line + x] as number) + weight * (rows[start + x] as number);
    }
  }
  return result;
}

/** Converts premultiplied colors to straight ones. */
function straight(multiplied: Float32Array): Float32Array {
  for (let at = 0; at < multiplied.length; at += 4) {
    const alpha = multiplied[at + 3] as number;
    for (let plane = at; plane < at + 3; plane += 1)
      multiplied[plane] = alpha > 0.5 ? (multiplied[plane] as number) / alpha : 0;
  }
  return multiplied;
}

/** Source pixels of a target pixel, with weights that add up to 1. */
interface Taps {
  first: number;
  weights: Float32Array;
}

function filterOf(from: number, to: number): Taps[] {
  const step = from / to;
  return Array.from({ length: to }, (_, i) => {
    const middle = (i + 0.5) * step;
    const first = Math.max(0, Math.ceil(middle - 2 * step - 0.5));
    const last = Math.min(from - 1, Math.floor(middle + 2 * step - 0.5));
    const weights = Float32Array.from({ length: last - first + 1 }, (_, k) =>
      cubic(Math.abs(first + k + 0.5 - middle) / step),
    );
    const sum = weights.reduce((all, weight) => all + weight, 0);
    return { first, weights: weights.map((weight) => weight / sum) };
  });
}

/** ffmpeg's bicubic filter (Mitchell and Netravali with B = 0, C = 0.6). @param x distance, 0 to 2. */
function cubic(x: number): number {
  if (x < 1) return 1.4 * x ** 3 - 2.4 * x ** 2 + 1;
  return x < 2 ? -0.6 * x ** 3 + 3 * x ** 2 - 4.8 * x + 2.4 : 0;
}
