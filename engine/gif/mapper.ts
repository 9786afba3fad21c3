import type { Dither } from '../project/output.ts';
import { leastOpacity, nearest, type Palette } from './palette.ts';

/** A part of a frame, in pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Maps pixels to color indexes of a palette. */
export interface Mapper {
  /**
   * Maps a part of a frame. Unchanged pixels keep their index, so that static areas do not flicker.
   * @param pixels of the whole frame. @param before pixels of the previous frame; absent: every pixel is mapped.
   * @param places indexes of the whole frame; only those of the part are written.
   */
  map(pixels: Uint32Array, before: Uint32Array | undefined, area: Area, places: Uint8Array): void;
}

/** Share of a pixel's error that its neighbors receive, in sixteenths: right, below left, below, below right. */
type Spread = readonly [right: number, left: number, below: number, beyond: number];

const spreads: Record<Exclude<Dither, 'bayer'>, Spread> = {
  none: [0, 0, 0, 0],
  floyd_steinberg: [7, 3, 5, 1],
  sierra2_4a: [8, 4, 4, 0],
};

/** Bits per channel of the color lookup table. */
const bits = 6;
const cut = 8 - bits;
/** Marks colors that were not looked up yet. The last index of the table is never a color. */
const unknown = 255;

/** Creates a mapper. @param width of frames, in pixels. */
export function createMapper(palette: Palette, width: number, dither: Dither): Mapper {
  const { colors, clear } = palette;
  const tables: Tables = {
    ...{ palette, width },
    known: new Uint8Array(1 << (3 * bits)).fill(unknown),
    packed: Uint32Array.from({ length: clear }, (_, i) => packedColor(colors, i)),
    spread: spreads[dither === 'bayer' ? 'none' : dither],
    pattern: dither === 'bayer' ? bayer() : new Int8Array(64),
  };
  // One spare pixel at each end.
  let [here, next] = [new Int32Array(3 * (width + 2)), new Int32Array(3 * (width + 2))];
  return {
    map(pixels, before, { x, y, width: wide, height }, places) {
      here.fill(0);
      for (let line = y; line < y + height; line += 1) {
        next.fill(0);
        mapLine(tables, { pixels, before, places }, { y: line, from: x, to: x + wide, here, next });
        [here, next] = [next, here];
      }
    },
  };
}

interface Tables {
  palette: Palette;
  width: number;
  /** Color indexes by the top bits of a color, filled on demand. */
  known: Uint8Array;
  /** Color of each index. */
  packed: Uint32Array;
  spread: Spread;
  pattern: Int8Array;
}

/** A part of a line, and the error passed to this and the next line, in sixteenths, three channels per pixel. */
interface Line {
  y: number;
  from: number;
  to: number;
  here: Int32Array;
  next: Int32Array;
}

interface Pictures {
  pixels: Uint32Array;
  before: Uint32Array | undefined;
  places: Uint8Array;
}

function mapLine(tables: Tables, { pixels, before, places }: Pictures, { y, from, to, here, next }: Line): void {
  const { known, packed, pattern, width, palette } = tables;
  const [right, left, below, beyond] = tables.spread;
  // Error of the pixel to the left.
  let [r, g, b] = [0, 0, 0];
  for (let x = from; x < to; x += 1) {
    const at = y * width + x;
    const pixel = pixels[at] as number;
    const isKept = before !== undefined && pixel === before[at];
    if (isKept || pixel >>> 24 < leastOpacity) {
      if (!isKept) places[at] = palette.clear;
      r = g = b = 0;
      continue;
    }
    const own = 3 * (x + 1);
    const lift = pattern[((y & 7) << 3) | (x & 7)] as number;
    const red = clamped((pixel & 255) + lift + ((r * right + (here[own] as number) + 8) >> 4));
    const green = clamped(((pixel >>> 8) & 255) + lift + ((g * right + (here[own + 1] as number) + 8) >> 4));
    const blue = clamped(((pixel >>> 16) & 255) + lift + ((b * right + (here[own + 2] as number) + 8) >> 4));
    const key = ((red >> cut) << (2 * bits)) | ((green >> cut) << bits) | (blue >> cut);
    let place = known[key] as number;
    if (place === unknown) {
      place = placeOf(palette, key);
      known[key] = place;
    }
    places[at] = place;
    if (right === 0) continue;
    const color = packed[place] as number;
    r = red - (color & 255);
    g = green - ((color >> 8) & 255);
    b = blue - (color >> 16);
    next[own - 3] = (next[own - 3] as number) + left * r;
    next[own - 2] = (next[own - 2] as number) + left * g;
    next[own - 1] = (next[own - 1] as number) + left * b;
    next[own] = (next[own] as number) + below * r;
    next[own + 1] = (next[own + 1] as number) + below * g;
    next[own + 2] = (next[own + 2] as number) + below * b;
    // Nothing was passed to the pixel below right yet.
    next[own + 3] = beyond * r;
    next[own + 4] = beyond * g;
    next[own + 5] = beyond * b;
  }
}

/** Returns the index nearest to the colors of a key. */
function placeOf({ colors, clear }: Palette, key: number): number {
  const middle = (1 << cut) >> 1;
  const channel = (shift: number) => (((key >> shift) & ((1 << bits) - 1)) << cut) | middle;
  return nearest(colors, clear, channel(2 * bits), channel(bits), channel(0));
}

function packedColor(colors: Uint8Array, i: number): number {
  const [red, green, blue] = colors.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
  return red | (green << 8) | (blue << 16);
}

/** Clamps to the range of a channel, 0 to 255. */
function clamped(value: number): number {
  return Math.max(0, Math.min(255, value));
}

/** Ordered 8 × 8 pattern that is added to pixels: that of ffmpeg's paletteuse at scale 3. */
function bayer(): Int8Array {
  return Int8Array.from({ length: 64 }, (_, p) => {
    const q = p ^ (p >> 3);
    const value = ((p & 4) >> 2) | ((q & 4) >> 1) | ((p & 2) << 1) | ((q & 2) << 2) | ((p & 1) << 4) | ((q & 1) << 5);
    return (value >> 3) - 4;
  });
}
