import type { Dither } from '../project/output.ts';
import { fpsOf, type Rate } from '../timeline/frameRate.ts';
import { openGifFile } from './gifFile.ts';
import { type Area, createMapper } from './mapper.ts';
import { createColorCount, leastOpacity, type Palette } from './palette.ts';

/** Settings of a GIF. */
export interface GifSettings {
  width: number;
  height: number;
  /** Number of frames. */
  count: number;
  rate: Rate;
  /** Size of the color table, including the transparent index. */
  places: number;
  dither: Dither;
  /** Whether equal consecutive frames are merged into one with their total duration. */
  merges?: boolean;
  /** 0: forever, -1: no repeats. */
  repeats: number;
}

/** Where the frames come from, and where the file goes. */
export interface GifPorts {
  /**
   * Reads a frame: red in the lowest byte, alpha in the highest. Called for all frames in order, first for the palette,
   * then again.
   */
  read(index: number, into: Uint32Array): Promise<void>;
  /** Receives the next bytes of the file; they are valid until the promise resolves. */
  write(bytes: Uint8Array): Promise<void>;
  /** @param share of the finished work, 0 to 1. */
  onProgress?(share: number): void;
}

/** Returns the size of the color table for a number of colors; with 4 or more, one is the transparent index. */
export function gifPlaces(colors: number): number {
  return colors < 4 ? colors + 1 : colors;
}

/** Encodes a GIF with one global color table. @throws what `read` and `write` throw. */
export async function encodeGif(settings: GifSettings, { read, write, onProgress }: GifPorts): Promise<void> {
  const { width, height, count, rate, dither, repeats, merges = false } = settings;
  const frame = () => new Uint32Array(width * height);
  let [now, before, ahead] = [frame(), frame(), merges ? frame() : new Uint32Array()];
  const colors = createColorCount();
  let hasClear = false;
  for (let i = 0; i < count; i += 1) {
    await read(i, now);
    colors.add(now);
    hasClear ||= hasClearPixel(now);
    onProgress?.((0.3 * (i + 1)) / count);
  }
  const palette = colors.palette(settings.places);
  const mapper = createMapper(palette, width, dither);
  // With transparency, each frame must erase the previous one. Otherwise unchanged pixels need not be drawn again.
  const file = openGifFile(palette, hasClear ? 'cleared' : 'stays', repeats);
  const hundredths = (frame: number) => Math.round((frame * 100) / fpsOf(rate));
  const places = new Uint8Array(width * height);
  const shown = new Uint8Array(width * height);
  const speck: Area = { x: 0, y: 0, width: 1, height: 1 };
  for (let i = 0, next = 1; i < count; i = next, next += 1) {
    if (i === 0 || !merges) await read(i, now);
    const last = i > 0 ? before : undefined;
    const area = (last ? changedArea(now, last, width, height) : wholeOf(width, height)) ?? speck;
    // The delay of a frame is known once the next different frame is found.
    for (; merges && next < count; next += 1) {
      await read(next, ahead);
      if (changedArea(ahead, now, width, height) || hundredths(next + 1) - hundredths(i) > longestDelay) break;
    }
    mapper.map(now, last, area, places);
    const seen = hasClear && last ? (shownArea(places, palette, width, height) ?? speck) : area;
    const cut = cutOut(places, last && !hasClear ? shown : undefined, seen, width, palette);
    await write(file.add(cut, { area: seen, delay: hundredths(next) - hundredths(i) }));
    shown.set(places);
    [before, now, ahead] = merges ? [now, ahead, before] : [now, before, ahead];
    onProgress?.(0.3 + (0.7 * next) / count);
  }
  await write(file.end());
}

/** A GIF delay has two bytes. */
const longestDelay = 65_535;

function hasClearPixel(pixels: Uint32Array): boolean {
  for (let i = 0; i < pixels.length; i += 1) if ((pixels[i] as number) >>> 24 < leastOpacity) return true;
  return false;
}

function wholeOf(width: number, height: number): Area {
  return { x: 0, y: 0, width, height };
}

/** Bounding box of all changed pixels; undefined if none changed. */
function changedArea(now: Uint32Array, before: Uint32Array, width: number, height: number): Area | undefined {
  return areaWhere((at) => now[at] !== before[at], width, height);
}

/** Bounding box of all opaque pixels; undefined if there are none. */
function shownArea(places: Uint8Array, { clear }: Palette, width: number, height: number): Area | undefined {
  return areaWhere((at) => places[at] !== clear, width, height);
}

function areaWhere(is: (at: number) => boolean, width: number, height: number): Area | undefined {
  const rowHas = (y: number, from: number, to: number) => {
    for (let x = from; x < to; x += 1) if (is(y * width + x)) return true;
    return false;
  };
  let [top, bottom] = [0, height];
  while (top < height && !rowHas(top, 0, width)) top += 1;
  if (top === height) return undefined;
  while (!rowHas(bottom - 1, 0, width)) bottom -= 1;
  let [left, right] = [width, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = 0; x < left; x += 1) if (is(y * width + x)) left = x;
    for (let x = width - 1; x >= right; x -= 1) if (is(y * width + x)) right = x + 1;
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Cuts out the indexes of an area. Pixels that are already visible become transparent. */
function cutOut(
  places: Uint8Array,
  shown: Uint8Array | undefined,
  area: Area,
  width: number,
  { clear }: Palette,
): Uint8Array {
  const cut = new Uint8Array(area.width * area.height);
  let to = 0;
  for (let y = area.y; y < area.y + area.height; y += 1) {
    for (let at = y * width + area.x; at < y * width + area.x + area.width; at += 1) {
      const place = places[at] as number;
      cut[to] = shown !== undefined && shown[at] === place ? clear : place;
      to += 1;
    }
  }
  return cut;
}
