import { quantize } from 'gifenc';
import type { Pixels } from '../../../painters/yuv.ts';

/** A color: red, green and blue, 0 to 255. */
export type Color = [number, number, number];

/** The colors of a GIF; an additional index means "as before". */
export interface Palette {
  colors: Color[];
  /** Index that leaves the previous frame visible. */
  clear: number;
  /** Returns the index of the nearest color. @param r,g,b 0 to 255. */
  nearest(r: number, g: number, b: number): number;
}

/** Size of the smallest table, as on the server. */
const LEAST_PLACES = 4;
/** Sampled pixels per frame. */
const SAMPLES = 40_000;

/** Collects pixels for a palette. */
export interface PaletteMaker {
  look(pixels: Pixels): void;
  make(): Palette;
}

/**
 * Creates a palette maker. @param places size of the GIF's table, 2 to 256; includes the index for "as before" if 4 or
 * more.
 */
export function createPaletteMaker(places: number): PaletteMaker {
  const most = places < LEAST_PLACES ? places : places - 1;
  const seen: Uint8Array[] = [];
  return {
    look: (pixels) => seen.push(sampleOf(pixels)),
    make() {
      const whole = new Uint8Array(seen.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const part of seen) {
        whole.set(part, at);
        at += part.length;
      }
      return paletteOf(quantize(whole, most).slice(0, most));
    },
  };
}

/** Samples pixels at regular distances, red first. */
function sampleOf({ data, isBlueFirst }: Pixels): Uint8Array {
  const count = data.length / 4;
  // An odd step, so that lines are not sampled at the same columns.
  const step = Math.max(1, Math.floor(count / SAMPLES)) | 1;
  const found = new Uint8Array(4 * Math.ceil(count / step));
  const [red, blue] = isBlueFirst ? [2, 0] : [0, 2];
  for (let i = 0, to = 0; i < count; i += step, to += 4) {
    found[to] = data[4 * i + red] as number;
    found[to + 1] = data[4 * i + 1] as number;
    found[to + 2] = data[4 * i + blue] as number;
    found[to + 3] = 255;
  }
  return found;
}

function paletteOf(colors: Color[]): Palette {
  // Lookups by the uppermost bits of a color are cached.
  const known = new Int16Array(1 << 16).fill(-1);
  return {
    colors,
    clear: colors.length,
    nearest(r, g, b) {
      const key = ((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3);
      const found = known[key] as number;
      if (found >= 0) return found;
      const place = search(colors, (r & 0xf8) | 4, (g & 0xfc) | 2, (b & 0xf8) | 4);
      known[key] = place;
      return place;
    },
  };
}

function search(colors: readonly Color[], r: number, g: number, b: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < colors.length; i += 1) {
    const [red, green, blue] = colors[i] as Color;
    const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
    if (distance < least) [least, best] = [distance, i];
  }
  return best;
}
