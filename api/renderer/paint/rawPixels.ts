import type { Size } from '../../../engine/layout/box.ts';
import type { Rect } from '../../../engine/layout/fit.ts';
import { yuvSize } from '../../../engine/painters/yuv.ts';
import type { Output } from '../plan/plan.ts';

type Pixels = Output['pixels'];

/**
 * Returns raw pixels of a transparent image: RGBA, or 4:2:0 with an alpha plane. @param width,height even for 4:2:0.
 */
export function clearPixels({ width, height }: Size, pixels: Pixels): Uint8Array {
  if (pixels === 'rgba') return new Uint8Array(4 * width * height);
  const luma = width * height;
  const bytes = new Uint8Array(yuvSize(width, height, true));
  bytes.fill(16, 0, luma);
  bytes.fill(128, luma, luma + luma / 2);
  return bytes;
}

/** Copies raw pixels of a part into those of an image. @param from,to positions of both in pixels; even for 4:2:0. */
export function putPixels(part: Uint8Array, from: Rect, whole: Uint8Array, to: Rect, pixels: Pixels): void {
  const [x, y] = [from.x - to.x, from.y - to.y];
  if (pixels === 'rgba') {
    putPlane(part, { at: 0, width: 4 * from.width, height: from.height }, whole, {
      at: 0,
      width: 4 * to.width,
      x: 4 * x,
      y,
    });
    return;
  }
  let [partAt, wholeAt] = [0, 0];
  for (const scale of [1, 2, 2, 1]) {
    const [width, height] = [from.width / scale, from.height / scale];
    putPlane(part, { at: partAt, width, height }, whole, {
      at: wholeAt,
      width: to.width / scale,
      x: x / scale,
      y: y / scale,
    });
    partAt += width * height;
    wholeAt += (to.width / scale) * (to.height / scale);
  }
}

/** @param part.at,whole.at offset of the plane. @param whole.x,whole.y position of the part in it. */
function putPlane(
  from: Uint8Array,
  part: { at: number; width: number; height: number },
  to: Uint8Array,
  whole: { at: number; width: number; x: number; y: number },
): void {
  for (let row = 0; row < part.height; row += 1) {
    const start = part.at + row * part.width;
    to.set(from.subarray(start, start + part.width), whole.at + (whole.y + row) * whole.width + whole.x);
  }
}

/** Composites an image on black, in place. @param data straight RGBA, 0 to 255. */
export function putOnBlack(data: Uint8ClampedArray): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 255) continue;
    for (let plane = at; plane < at + 3; plane += 1) data[plane] = ((data[plane] as number) * alpha) / 255;
    data[at + 3] = 255;
  }
}
