import { type Bytes, compressLzw } from './lzw.ts';
import type { Area } from './mapper.ts';
import type { Palette } from './palette.ts';

/** What happens to a frame before the next: it stays, or its area is cleared. */
export type Disposal = 'stays' | 'cleared';

const disposals: Record<Disposal, number> = { stays: 1, cleared: 2 };

/** Writes the start of a GIF: size, color table and repeat count (0: forever, -1: no repeats). */
export function writeGifStart(
  out: Bytes,
  { width, height, palette, repeats }: { width: number; height: number; palette: Palette; repeats: number },
): void {
  const depth = depthOf(palette);
  write(out, [...letters('GIF89a'), ...short(width), ...short(height), 0xf0 | (depth - 1), palette.clear, 0]);
  const table = new Uint8Array(3 << depth);
  table.set(palette.colors.subarray(0, 3 * palette.clear));
  write(out, table);
  if (repeats >= 0) write(out, [0x21, 0xff, 11, ...letters('NETSCAPE2.0'), 3, 1, ...short(repeats), 0]);
}

/** Writes a frame. @param places color indexes of its area. @param delay hundredths of a second. */
export function writeGifFrame(
  out: Bytes,
  places: Uint8Array,
  { area, delay, disposal, palette }: { area: Area; delay: number; disposal: Disposal; palette: Palette },
): void {
  write(out, [0x21, 0xf9, 4, (disposals[disposal] << 2) | 1, ...short(delay), palette.clear, 0]);
  write(out, [0x2c, ...short(area.x), ...short(area.y), ...short(area.width), ...short(area.height), 0]);
  compressLzw(places, Math.max(2, depthOf(palette)), out);
}

/** Writes the trailer of a GIF. */
export function writeGifEnd(out: Bytes): void {
  write(out, [0x3b]);
}

/** Bits per color index, including the transparent one. */
function depthOf({ clear }: Palette): number {
  return Math.max(1, Math.ceil(Math.log2(clear + 1)));
}

function letters(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

function short(value: number): [number, number] {
  return [value & 255, value >> 8];
}

function write(out: Bytes, bytes: ArrayLike<number>): void {
  out.reserve(bytes.length);
  out.data.set(bytes, out.length);
  out.length += bytes.length;
}
