import { afterAll, expect, it } from 'vitest';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import type { Box } from '../../engine/layout/box.ts';
import { decodeFrames } from '../support/decode.ts';
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
function layerOf(name: string, other: string, index: number): { layer: { id: string }; cell: Cell } {
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

/** Frames of each scene: it lasts as long as the clip, 0.12 s. */
const FRAMES = 3;

/** A scene for each option, with all later ones, in one render. */
const cases = names.map((name) => {
  const others = names.slice(names.indexOf(name));
  return { name, others, made: others.map((other, index) => layerOf(name, other, index)) };
});
let rendered: Promise<{ found: Uint8ClampedArray[]; painted: Uint8ClampedArray[] }> | undefined;
async function both(): Promise<{ found: Uint8ClampedArray[]; painted: Uint8ClampedArray[] }> {
  const scenes = cases.map(({ name, made }) => ({
    ...{ id: name, background: '#123456' },
    layers: made.map(({ layer }) => ({ ...layer, id: `${name}-${layer.id}` })),
  }));
  const body = { width, height, scenes };
  const path = await lab.render({ ...body, output: { type: 'video' } });
  const seen = cases.map((_, i) => FRAMES * i + 1);
  const painted = await paintFrames(
    projectOf(body),
    seen.map((frame) => frame / 25),
    locally,
  );
  return { found: decodeFrames(path, seen, width, height), painted: painted.map(pixelsOf) };
}

it.each(cases)('renders $name with each later option, at odd sizes and positions, as painted', async (one) => {
  rendered ??= both();
  const { found, painted } = await rendered;
  const at = cases.indexOf(one);
  for (const [index, { cell }] of one.made.entries()) {
    const [a, b] = [cellOf(found[at] as Uint8ClampedArray, cell), cellOf(painted[at] as Uint8ClampedArray, cell)];
    // Each pair by itself: one wrong layer hardly changes the similarity of the whole canvas.
    const pair = `${one.name}, ${one.others[index]}`;
    expect.soft(ssim(a, b, cellSize.width, cellSize.height), pair).toBeGreaterThan(0.92);
    expect.soft(meanDifference(a, b), pair).toBeLessThan(12);
  }
});
