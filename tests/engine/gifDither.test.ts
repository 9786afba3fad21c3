import { expect, it } from 'vitest';
import { createDither } from '../../engine/browser/export/gif/dither.ts';
import type { Palette } from '../../engine/browser/export/gif/palette.ts';
import type { dithers } from '../../engine/project/outputSchema.ts';

const side = 32;
/** Black or white, whichever is nearer. */
const palette: Palette = {
  colors: [
    [0, 0, 0],
    [255, 255, 255],
  ],
  clear: 2,
  nearest: (r, g, b) => (r + g + b > 382 ? 1 : 0),
};

/** Share of white in a plain gray image. */
function whiteOf(name: (typeof dithers)[number], gray: number): number {
  const data = new Uint8ClampedArray(side * side * 4).fill(gray);
  const places = createDither(palette, side, side, name).apply({ data, isBlueFirst: false } as never);
  return places.reduce((sum, place) => sum + place, 0) / places.length;
}

it('dithers a gray to black and white in proportion to its lightness, except without dithering', () => {
  for (const name of ['floyd_steinberg', 'sierra2_4a'] as const) {
    for (const gray of [40, 100, 200]) expect(whiteOf(name, gray)).toBeCloseTo(gray / 255, 1);
  }
  expect([whiteOf('none', 120), whiteOf('none', 135)]).toEqual([0, 1]);
  // A pattern changes values only slightly, so it mixes only grays near the middle.
  expect([whiteOf('bayer', 100), whiteOf('bayer', 160)]).toEqual([0, 1]);
  expect(Math.abs(whiteOf('bayer', 127.5) - 0.5)).toBeLessThan(0.2);
});
