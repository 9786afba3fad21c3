import type { Bitmap, Output } from './plan.ts';

/** Bytes of a pixel. */
const pixelBytes = { rgba: 4, yuva420p: 2.5, yuv420p: 1.5 } as const;

/** How the raw pixels of a bitmap are written: what moves between pixels of the canvas keeps all its colors. */
export function rawFormat(
  { background, moves, moved }: Pick<Bitmap, 'background' | 'moves' | 'moved'>,
  { pixels }: Pick<Output, 'pixels'>,
): keyof typeof pixelBytes {
  if (pixels === 'rgba') return pixels;
  if (background !== undefined) return 'yuv420p';
  return moves || moved ? 'rgba' : 'yuva420p';
}

/** Bytes of a bitmap's raw pixels, of all its pictures together. */
export function bitmapBytes(bitmap: Bitmap, output: Pick<Output, 'pixels'>): number {
  return bitmap.width * bitmap.height * bitmap.times.length * pixelBytes[rawFormat(bitmap, output)];
}
