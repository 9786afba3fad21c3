import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import { vignetteAngle, vignetteLight } from '../../engine/effects/vignette.ts';
import { meanDifference } from '../support/meanDifference.ts';
import { paintFrames } from '../support/paintFrames.ts';
import { framesOf, type LabOptions, locally, openRenderLab, projectOf } from '../support/renderLab.ts';
import { ssim } from '../support/ssim.ts';

const lab = openRenderLab('moving');
afterAll(lab.close);
const [width, height] = [320, 180];
const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };
const image = { id: 'i', type: 'image', url: resolve('fixtures/media/lake.jpg'), position: whole };
const zoom = { motion: { type: 'zoom-in', duration: 0.8 } };
const fps = 30;

it.each<[string, object, object, LabOptions]>([
  ['over the whole canvas', zoom, {}, {}],
  ['darkened over the whole canvas', { ...zoom, vignette: 80 }, {}, {}],
  ['over the whole canvas, in segments', { motion: { type: 'pan-left', duration: 1 } }, {}, { segmentLength: 0.4 }],
  [
    'in a box, all of it seen',
    { motion: { type: 'pan-down', duration: 1 }, objectFit: 'contain', position: box(10, 10, 50, 80), from: 0.2 },
    {},
    {},
  ],
  ['mirrored, begun before', { motion: { type: 'zoom-out', duration: 1, at: 0.3 }, flipped: true }, {}, {}],
  [
    'darkened, with clear corners',
    { ...zoom, url: resolve('fixtures/media/sticker.png'), position: box(10, 10, 50, 80), vignette: 60 },
    {},
    {},
  ],
  ['turned and darkened', { ...zoom, position: box(20, 20, 60, 60, 25), vignette: 80 }, {}, {}],
  ['in a GIF', zoom, { output: { type: 'gif', fps } }, {}],
])('renders a moving image as painted at each moment: %s', async (_name, fields, more, options) => {
  const scenes = [{ id: 's', background: '#7788aa', duration: 1, layers: [{ ...image, ...fields }] }];
  const body = { width, height, ...more, scenes };
  const frames = framesOf(await lab.render(body, options), width, height);
  expect(frames).toHaveLength(fps);
  const shown = [2, 14, 29];
  const moments = await paintFrames(
    projectOf(body),
    shown.map((frame) => frame / fps),
    locally,
  );
  const alike = moments.map((moment, i) =>
    ssim(frames[shown[i] as number] as Uint8ClampedArray, pixelsOf(moment), width, height),
  );
  // Even a correct frame loses a little by encoding and by the few colors of a GIF; a frame too early or too late
  // gives 0.95 at most.
  for (const value of alike) expect(value, `${alike}`).toBeGreaterThan(0.97);
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
