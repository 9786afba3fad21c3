import { afterAll, expect, it } from 'vitest';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import type { Box } from '../../engine/layout/box.ts';
import { decodeFrame } from '../support/decode.ts';
import { meanDifference } from '../support/meanDifference.ts';
import { paintFrames } from '../support/paintFrames.ts';
import { locally, openRenderLab, projectOf } from '../support/renderLab.ts';
import { ssim } from '../support/ssim.ts';

const lab = openRenderLab('layer-options');
afterAll(lab.close);

const clip = lab.made('clip.mp4', '-f', 'lavfi', '-i', 'testsrc=s=160x90:r=25:d=0.12', '-pix_fmt', 'yuv420p');
const [width, height] = [322, 270];

/** Options of a video layer apart from its position. */
const options: Record<string, object> = {
  radius: { radius: 60 },
  flipped: { flipped: true },
  flippedVertical: { flippedVertical: true },
  opacity: { globalAlpha: 0.6 },
  vignette: { vignette: 60 },
  key: { chromaKey: { color: '#00ff00' } },
  crop: { crop: { x: 0.11, y: 0.07, width: 0.61, height: 0.73 } },
  rotation: { rotation: 33 },
  quarter: { rotation: 270 },
  filter: { filterName: 'Noir' },
  adjusted: { brightness: 130, contrast: 80, saturation: 160 },
  fade: { fadeOpacity: 40 },
  blend: { blendMode: 'multiply' },
  contain: { objectFit: 'contain' },
  reversed: { isReversed: true },
  shadow: { shadowColor: '#000000' },
  moving: { animateIn: { type: 'slide', side: 'left', duration: 0.1 } },
};
const names = Object.keys(options);

type Cell = Pick<Box, 'x' | 'y' | 'width' | 'height'>;
const cellSize = { width: 64, height: 66 };

/** A layer with two options, at an odd position and size, and its cell of the canvas. */
function layerOf(name: string, other: string, index: number): { layer: object; cell: Cell } {
  const { rotation = 0, ...more } = { ...options[name], ...options[other] } as { rotation?: number };
  const [column, row] = [index % 5, Math.floor(index / 5)];
  const place = {
    x: 1 + cellSize.width * column + (index % 3),
    y: 3 + cellSize.height * row,
    width: 43 + 2 * (index % 4),
    height: 31 + 2 * (index % 3),
  };
  const share = (pixels: number, of: number) => `${(100 * pixels) / of}%`;
  const position = {
    ...{ x: share(place.x, width), y: share(place.y, height) },
    ...{ width: share(place.width, width), height: share(place.height, height), rotation },
  };
  const layer = { id: `v${index}`, type: 'video', url: clip, objectFit: 'cover', ...more, position };
  return { layer, cell: { x: cellSize.width * column, y: cellSize.height * row, ...cellSize } };
}

function cellOf(pixels: Uint8ClampedArray, { x, y, width: across, height: down }: Cell): Uint8ClampedArray {
  const rows = Array.from({ length: down }, (_, row) => 4 * ((y + row) * width + x));
  return new Uint8ClampedArray(rows.flatMap((start) => [...pixels.subarray(start, start + 4 * across)]));
}

it.each(names)('renders %s with each later option, at odd sizes and positions, as painted', async (name) => {
  const others = names.slice(names.indexOf(name));
  const made = others.map((other, index) => layerOf(name, other, index));
  const body = { width, height, scenes: [{ id: 's', background: '#123456', layers: made.map(({ layer }) => layer) }] };
  const path = await lab.render({ ...body, output: { type: 'video' } });
  const [painted] = await paintFrames(projectOf(body), [0.04], locally);
  const [found, wanted] = [decodeFrame(path, 0.04, width, height), pixelsOf(painted as NonNullable<typeof painted>)];
  for (const [index, { cell }] of made.entries()) {
    const [a, b] = [cellOf(found, cell), cellOf(wanted, cell)];
    // Each pair by itself: one wrong layer hardly changes the similarity of the whole canvas.
    expect.soft(ssim(a, b, cellSize.width, cellSize.height), `${name}, ${others[index]}`).toBeGreaterThan(0.92);
    expect.soft(meanDifference(a, b), `${name}, ${others[index]}`).toBeLessThan(12);
  }
});
