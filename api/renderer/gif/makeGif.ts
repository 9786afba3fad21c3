import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Dither } from '../../../engine/project/output.ts';
import { perSecond, type Rate } from '../../../engine/timeline/frameRate.ts';
import { type Disposal, writeGifEnd, writeGifFrame, writeGifStart } from './gifFile.ts';
import type { Bytes } from './lzw.ts';
import { type Area, createMapper } from './mapper.ts';
import { createColorCount, leastOpacity, type Palette } from './palette.ts';

/** A GIF that is to be made of frames that lie in a file, one after the other as red, green, blue and alpha. */
export interface GifWork {
  /** The file of frames, and that of the GIF. */
  frames: string;
  out: string;
  width: number;
  height: number;
  count: number;
  rate: Rate;
  /** Places of its table, that of what is clear too. */
  places: number;
  dither: Dither;
  /** Whether frames that are alike become one, which is shown for as long as all of them. */
  merges?: boolean;
  /** 0: forever, -1: not at all. */
  repeats: number;
}

/** How a GIF is made. */
export interface GifRun {
  signal?: AbortSignal | undefined;
  /** @param share of the work that is done, 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Makes a GIF with one table of colors for all its frames.
 * @throws the signal's reason when aborted; the system's error.
 */
export async function makeGif(work: GifWork, run: GifRun): Promise<void> {
  const source = await open(work.frames);
  try {
    const target = await open(work.out, 'w');
    try {
      await writeGif(work, source, target, run);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function writeGif(
  work: GifWork,
  source: FileHandle,
  target: FileHandle,
  { signal, onProgress }: GifRun,
): Promise<void> {
  const { width, height, count, rate, dither, repeats, merges = false } = work;
  const read = async (index: number, into: Uint32Array) => {
    signal?.throwIfAborted();
    await readFrame(source, index, into);
    // So that a signal, or a question, is heard between two frames.
    await breathe();
  };
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
  const palette = colors.palette(work.places);
  const mapper = createMapper(palette, width, dither);
  const out = createBytes();
  writeGifStart(out, { width, height, palette, repeats });
  // What moves on a clear ground takes back what it showed before; else what stays the same is not shown again.
  const disposal: Disposal = hasClear ? 'cleared' : 'stays';
  const hundredths = (frame: number) => Math.round((frame * 100) / perSecond(rate));
  const places = new Uint8Array(width * height);
  const shown = new Uint8Array(width * height);
  const speck: Area = { x: 0, y: 0, width: 1, height: 1 };
  for (let i = 0, next = 1; i < count; i = next, next += 1) {
    if (i === 0 || !merges) await read(i, now);
    const last = i > 0 ? before : undefined;
    const area = (last ? changedArea(now, last, width, height) : wholeOf(width, height)) ?? speck;
    // The delay of a frame is known when the next one is that differs.
    for (; merges && next < count; next += 1) {
      await read(next, ahead);
      if (changedArea(ahead, now, width, height) || hundredths(next + 1) - hundredths(i) > longestDelay) break;
    }
    mapper.map(now, last, area, places);
    const seen = hasClear ? (shownArea(places, palette, width, height) ?? speck) : area;
    const cut = cutOut(places, last && !hasClear ? shown : undefined, seen, width, palette);
    writeGifFrame(out, cut, { area: seen, delay: hundredths(next) - hundredths(i), disposal, palette });
    shown.set(places);
    await out.flush(target);
    [before, now, ahead] = merges ? [now, ahead, before] : [now, before, ahead];
    onProgress?.(0.3 + (0.7 * next) / count);
  }
  writeGifEnd(out);
  await out.flush(target);
}

/** In a GIF a delay has two bytes. */
const longestDelay = 65_535;

function hasClearPixel(pixels: Uint32Array): boolean {
  for (let i = 0; i < pixels.length; i += 1) if ((pixels[i] as number) >>> 24 < leastOpacity) return true;
  return false;
}

async function readFrame(file: FileHandle, index: number, into: Uint32Array): Promise<void> {
  const bytes = new Uint8Array(into.buffer);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, index * bytes.length + at);
    if (bytesRead === 0) throw new Error(`Frame ${index} is not there.`);
    at += bytesRead;
  }
}

function wholeOf(width: number, height: number): Area {
  return { x: 0, y: 0, width, height };
}

/** Around all pixels that are other than before; undefined where none is. */
function changedArea(now: Uint32Array, before: Uint32Array, width: number, height: number): Area | undefined {
  return areaWhere((at) => now[at] !== before[at], width, height);
}

/** Around all that is not clear; undefined where all is. */
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

/** Places of an area alone; those that are shown already are clear. */
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

function createBytes(): Bytes & { flush(file: FileHandle): Promise<void> } {
  return {
    data: new Uint8Array(1 << 16),
    length: 0,
    reserve(length) {
      if (this.length + length <= this.data.length) return;
      const grown = new Uint8Array(2 * (this.length + length));
      grown.set(this.data.subarray(0, this.length));
      this.data = grown;
    },
    async flush(file) {
      // Unlike a single write, it goes on until all is there or the disk is full.
      await file.appendFile(this.data.subarray(0, this.length));
      this.length = 0;
    },
  };
}
