import type { Bitmap, Output } from './plan.ts';

/** Bytes per pixel. */
const pixelBytes = { rgba: 4, yuva420p: 2.5, yuv420p: 1.5 } as const;

/** Returns the pixel format of a bitmap. Bitmaps that move by subpixels keep full chroma. */
export function rawFormat(
  { background, moves, moved }: Pick<Bitmap, 'background' | 'moves' | 'moved'>,
  { pixels }: Pick<Output, 'pixels'>,
): keyof typeof pixelBytes {
  if (pixels === 'rgba') return pixels;
  if (background !== undefined) return 'yuv420p';
  return moves || moved ? 'rgba' : 'yuva420p';
}

/** Returns the size of a bitmap's raw pixels, in bytes, of all its images together. */
export function bitmapBytes(bitmap: Bitmap, output: Pick<Output, 'pixels'>): number {
  return bitmap.width * bitmap.height * bitmap.times.length * pixelBytes[rawFormat(bitmap, output)];
}
