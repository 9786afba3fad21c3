import type { Pixels } from '../../../painters/yuv.ts';
import type { Dither as DitherName } from '../../../project/output.ts';
import type { Color, Palette } from './palette.ts';

/** Maps frames to palette indices. */
export interface Dither {
  /**
   * Maps the next frame. Pixels that equal the previous frame get the transparent index, so the file stays small and
   * static areas do not flicker. @returns memory that is reused for the next frame.
   */
  apply(pixels: Pixels): Uint8Array;
}

/** Shares of the error for the neighbors: right, below left, below, below right; divided by `of`. */
interface Spread {
  right: number;
  left: number;
  below: number;
  beyond: number;
  of: number;
}

/** Error diffusion of ffmpeg's modes of these names, so the result looks like the renderer's. */
const spreads: Record<Exclude<DitherName, 'bayer'>, Spread> = {
  none: { right: 0, left: 0, below: 0, beyond: 0, of: 1 },
  floyd_steinberg: { right: 7, left: 3, below: 5, beyond: 1, of: 16 },
  sierra2_4a: { right: 2, left: 1, below: 1, beyond: 0, of: 4 },
};

/** Creates a dither. @param name of the dithering mode. */
export function createDither(palette: Palette, width: number, height: number, name: DitherName): Dither {
  const spread = spreads[name === 'bayer' ? 'none' : name];
  const pattern = name === 'bayer' ? bayer() : undefined;
  const places = new Uint8Array(width * height);
  const before = new Uint32Array(width * height);
  // Errors carried to this line and the next, three channels per pixel, with one pixel of padding at both ends.
  let [here, below] = [new Int16Array((width + 2) * 3), new Int16Array((width + 2) * 3)];
  let isFirst = true;
  return {
    apply({ data, isBlueFirst }) {
      const source = new Uint32Array(data.buffer, data.byteOffset, width * height);
      const [red, blue] = isBlueFirst ? [16, 0] : [0, 16];
      here.fill(0);
      for (let y = 0; y < height; y += 1) {
        below.fill(0);
        for (let x = 0; x < width; x += 1) {
          const at = y * width + x;
          const pixel = source[at] as number;
          if (!isFirst && pixel === before[at]) {
            places[at] = palette.clear;
            continue;
          }
          before[at] = pixel;
          const own = 3 * (x + 1);
          const lift = pattern ? (pattern[((y & 7) << 3) | (x & 7)] as number) : 0;
          const owed = (channel: number) => lift + Math.trunc((here[own + channel] as number) / spread.of);
          const r = clamp(((pixel >>> red) & 255) + owed(0));
          const g = clamp(((pixel >>> 8) & 255) + owed(1));
          const b = clamp(((pixel >>> blue) & 255) + owed(2));
          const place = palette.nearest(r, g, b);
          places[at] = place;
          if (spread.of === 1) continue;
          const [pr, pg, pb] = palette.colors[place] as Color;
          owe(spread, here, below, own, r - pr);
          owe(spread, here, below, own + 1, g - pg);
          owe(spread, here, below, own + 2, b - pb);
        }
        [here, below] = [below, here];
      }
      isFirst = false;
      return places;
    },
  };
}

/** Returns the ordered 8 × 8 pattern, as an offset per pixel: ffmpeg's, at its scale of 3. */
function bayer(): Int8Array {
  return Int8Array.from({ length: 64 }, (_, p) => {
    const q = p ^ (p >> 3);
    const value = ((p & 4) >> 2) | ((q & 4) >> 1) | ((p & 2) << 1) | ((q & 2) << 2) | ((p & 1) << 4) | ((q & 1) << 5);
    return (value >> 3) - 4;
  });
}

function owe(spread: Spread, here: Int16Array, below: Int16Array, at: number, error: number): void {
  here[at + 3] = (here[at + 3] as number) + spread.right * error;
  below[at - 3] = (below[at - 3] as number) + spread.left * error;
  below[at] = (below[at] as number) + spread.below * error;
  below[at + 3] = (below[at + 3] as number) + spread.beyond * error;
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, value));
}
