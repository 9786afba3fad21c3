import type { Pixels } from '../../../painters/yuv.ts';
import type { Color, Palette } from './palette.ts';

/** Turns pictures into places of a palette. */
export interface Dither {
  /**
   * One picture after the other. Pixels that are as in the picture before get the clear place, so that the file stays
   * small and what stands still does not flicker. @returns memory that is used again with the next picture.
   */
  apply(pixels: Pixels): Uint8Array;
}

/** Makes a dither that spreads what a pixel lacks over its neighbours (Sierra's "Filter Lite", as the renderer's). */
export function createDither(palette: Palette, width: number, height: number): Dither {
  const places = new Uint8Array(width * height);
  const before = new Uint32Array(width * height);
  // What this line and the next owe, three channels a pixel, with a pixel to spare at both ends.
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
          const r = clamp(((pixel >>> red) & 255) + ((here[own] as number) >> 2));
          const g = clamp(((pixel >>> 8) & 255) + ((here[own + 1] as number) >> 2));
          const b = clamp(((pixel >>> blue) & 255) + ((here[own + 2] as number) >> 2));
          const place = palette.nearest(r, g, b);
          places[at] = place;
          const [pr, pg, pb] = palette.colors[place] as Color;
          owe(here, below, own, r - pr);
          owe(here, below, own + 1, g - pg);
          owe(here, below, own + 2, b - pb);
        }
        [here, below] = [below, here];
      }
      isFirst = false;
      return places;
    },
  };
}

/** Half to the right, a quarter to the left below and a quarter below; counted in quarters. */
function owe(here: Int16Array, below: Int16Array, at: number, error: number): void {
  here[at + 3] = (here[at + 3] as number) + 2 * error;
  below[at - 3] = (below[at - 3] as number) + error;
  below[at] = (below[at] as number) + error;
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, value));
}
