import type { Bitmap, Output } from './plan.ts';

/** Bytes of a bitmap's raw pixels, of all its pictures together. */
export function bitmapBytes({ width, height, times, background }: Bitmap, { pixels }: Pick<Output, 'pixels'>): number {
  return width * height * times.length * (pixels === 'rgba' ? 4 : background === undefined ? 2.5 : 1.5);
}
