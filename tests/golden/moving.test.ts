import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import { vignetteAngle, vignetteLight } from '../../engine/effects/vignette.ts';
import { meanDifference } from '../support/meanDifference.ts';
import { paintFrames } from '../support/paintFrames.ts';
import { type LabOptions, locally, openRenderLab, projectOf } from '../support/renderLab.ts';
import { similarityOf } from '../support/similarity.ts';

const lab = openRenderLab('moving');
afterAll(lab.close);
const [width, height] = [320, 180];
const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };
const image = { id: 'i', type: 'image', url: resolve('fixtures/media/lake.jpg'), position: whole };
const zoom = { motion: { type: 'zoom-in', duration: 0.8 } };
const fps = 30;

const plain: [string, object][] = [
  ['over the whole canvas', zoom],
  ['darkened over the whole canvas', { ...zoom, vignette: 80 }],
  [
    'in a box, all of it seen',
    { motion: { type: 'pan-down', duration: 1 }, objectFit: 'contain', position: box(10, 10, 50, 80), from: 0.2 },
  ],
  ['mirrored, begun before', { motion: { type: 'zoom-out', duration: 1, at: 0.3 }, flipped: true }],
  [
    'darkened, with clear corners',
    { ...zoom, url: resolve('fixtures/media/sticker.png'), position: box(10, 10, 50, 80), vignette: 60 },
  ],
  ['turned and darkened', { ...zoom, position: box(20, 20, 60, 60, 25), vignette: 80 }],
];

/** Similarities of a scene of a second for the fields of each image. */
async function likenessOf(images: readonly object[], more: object = {}, options: LabOptions = {}): Promise<number[][]> {
  const scenes = images.map((fields, i) => ({
    ...{ id: `s${i}`, background: '#7788aa', duration: 1 },
    layers: [{ ...image, id: `i${i}`, ...fields }],
  }));
  const body = { width, height, ...more, scenes };
  const shown = [2, 14, 29].map((frame) => frame / fps);
  return similarityOf(projectOf(body), await lab.render(body, options), {
    ...{ fps, shown, seconds: images.length, width, height },
  });
}

// Even a correct frame loses a little by encoding and by the few colors of a GIF; a frame too early or too late gives
// 0.95 at most.
const least = 0.97;

let film: Promise<number[][]> | undefined;
it.each(plain.map(([name], i) => [name, i] as const))(
  'renders a moving image as painted at each moment: %s',
  async (_name, i) => {
    film ??= likenessOf(plain.map(([, fields]) => fields));
    const alike = (await film)[i] ?? [];
    expect(alike).toHaveLength(3);
    for (const value of alike) expect(value, `${alike}`).toBeGreaterThan(least);
  },
);

it.each<[string, object, object, LabOptions]>([
  ['over the whole canvas, in segments', { motion: { type: 'pan-left', duration: 1 } }, {}, { segmentLength: 0.4 }],
  ['in a GIF', zoom, { output: { type: 'gif', fps } }, {}],
])('renders a moving image as painted at each moment: %s', async (_name, fields, more, options) => {
  const alike = (await likenessOf([fields], more, options)).flat();
  for (const value of alike) expect(value, `${alike}`).toBeGreaterThan(least);
});

it('keeps the vignette of a moving image in the visible corners', async () => {
  const painted = async (fields: object) => {
    const motion = { type: 'pan-left', duration: 1 };
    const scenes = [{ id: 's', duration: 1, layers: [{ ...image, motion, ...fields }] }];
    const made = await paintFrames(projectOf({ width, height, scenes }), [0, 0.5, 1], locally);
    return made.map(pixelsOf);
  };
  const [plain, dark] = [await painted({}), await painted({ vignette: 80 })];
  for (const [i, pixels] of plain.entries()) {
    const wanted = pixels.map((value, at) => {
      const [x, y] = [(Math.floor(at / 4) % width) + 0.5, Math.floor(at / 4 / width) + 0.5];
      const distance = Math.hypot(x - width / 2, y - height / 2) / Math.hypot(width / 2, height / 2);
      return at % 4 === 3 ? value : value * vignetteLight(vignetteAngle(80), distance);
    });
    expect(meanDifference(dark[i] as Uint8ClampedArray, wanted)).toBeLessThan(1);
  }
});

function box(x: number, y: number, wide: number, high: number, rotation = 0): object {
  return { x: `${x}%`, y: `${y}%`, width: `${wide}%`, height: `${high}%`, rotation };
}
