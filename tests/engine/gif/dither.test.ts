import { describe, expect, it } from 'vitest';
import { walkBytes } from '../../../engine/formats/fileWalk.ts';
import { walkGif } from '../../../engine/formats/gifBlocks.ts';
import { usesIndex } from '../../../engine/formats/gifPixels.ts';
import { encodeGif } from '../../../engine/gif/encodeGif.ts';
import { createMapper } from '../../../engine/gif/mapper.ts';
import type { Palette } from '../../../engine/gif/palette.ts';
import type { dithers } from '../../../engine/project/outputSchema.ts';

const side = 32;
/** Black and white. */
const palette: Palette = { colors: Uint8Array.of(0, 0, 0, 255, 255, 255), clear: 2 };

/** Share of white in a plain gray image. */
function whiteOf(name: (typeof dithers)[number], gray: number): number {
  const pixels = new Uint32Array(side * side).fill((0xff000000 | (gray * 0x010101)) >>> 0);
  const places = new Uint8Array(side * side);
  createMapper(palette, side, name).map(pixels, undefined, { x: 0, y: 0, width: side, height: side }, places);
  return places.reduce((sum, place) => sum + place, 0) / places.length;
}

it('dithers a gray to black and white in proportion to its lightness, except without dithering', () => {
  for (const name of ['floyd_steinberg', 'sierra2_4a'] as const) {
    for (const gray of [40, 100, 200]) expect(whiteOf(name, gray)).toBeCloseTo(gray / 255, 1);
  }
  expect([whiteOf('none', 120), whiteOf('none', 135)]).toEqual([0, 1]);
  // A pattern changes values only slightly, so it mixes only grays near the middle.
  expect([whiteOf('bayer', 100), whiteOf('bayer', 160)]).toEqual([0, 1]);
  expect(Math.abs(whiteOf('bayer', 128) - 0.5)).toBeLessThan(0.2);
});

it('encodes frames that are read in order, first for the palette, then for the file', async () => {
  const asked: number[] = [];
  const bytes: number[] = [];
  const settings = { width: 4, height: 4, count: 3, places: 256, dither: 'none', repeats: 0 } as const;
  await encodeGif(
    { ...settings, rate: [10, 1] },
    {
      async read(index, into) {
        asked.push(index);
        into.fill((0xff000000 | (index * 90)) >>> 0);
      },
      write: async (part) => void bytes.push(...part),
    },
  );
  expect(asked).toEqual([0, 1, 2, 0, 1, 2]);
  expect(walkGif(Uint8Array.from(bytes))).toMatchObject({ width: 4, height: 4, frames: 3, duration: 0.3 });
});

describe('a frame of a GIF', () => {
  /** Codes of three bits: clear, one pixel of color 0, end; in blocks of one byte. */
  const onePixel = Uint8Array.of(2, 1, 0x44, 1, 0x01, 0);

  it('uses only the colors of its pixels, however small its blocks are', () => {
    expect([0, 3].map((index) => walkBytes(usesIndex(0, index, 1), onePixel))).toEqual([true, false]);
  });

  it('counts as using every color if pixels are missing', () => {
    expect(walkBytes(usesIndex(0, 3, 2), onePixel)).toBe(true);
    expect(walkBytes(usesIndex(0, 3, 1), onePixel.subarray(0, 2))).toBe(true);
  });
});
