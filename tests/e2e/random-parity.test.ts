import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultSize } from '../../engine/layout/canvasSize.ts';
import { outputExtension } from '../../engine/project/output.ts';
import type { Project } from '../../engine/project/project.ts';
import { comparePictures, type FeatureLab, openFeatureLab, soundFaults } from '../support/featureLab.ts';
import { madeMedia, randomMedia, randomProject } from '../support/randomProject.ts';
import { framesOf, makeFile, projectOf } from '../support/renderLab.ts';
import { seedsOf } from '../support/seeds.ts';
import { ssim } from '../support/ssim.ts';

/**
 * The projects of `tests/api/paths.test.ts` that a browser can export. Left out because they differ: 27 (the server shows a
 * layer one frame late), 147, 151 (onset of audio from WebM), and 2, 32, 44, 52, 111, 116, 129, 140, 142 (some of their
 * frames).
 */
const seeds = seedsOf({
  usual: '4,26,61,108',
  long: '3-5,7-9,13-15,17-19,21-26,28-30,34-43,45-51,53-110,112-115,117-128,130-139,141,143-146,148-150,152-200',
});
const table: string[] = [];
let lab: FeatureLab;

beforeAll(async () => {
  lab = await openFeatureLab(['canvas2d']);
  for (const name of Object.values(randomMedia).flat()) {
    const file = join(lab.folder, name);
    if (name in madeMedia) makeFile(file, ...(madeMedia[name] ?? []));
    else copyFileSync(resolve('fixtures/media', name), file);
  }
});

afterAll(async () => {
  console.log(['seed, likeness, shift, lag in ms, decibels:', ...table].join('\n'));
  await lab?.close();
});

it.each(seeds)('the browser exports random project %i as the server renders it', async (seed) => {
  const text = JSON.stringify(randomProject(seed));
  const project = projectOf(JSON.parse(text.replace(/"url":"/g, '"url":"/made/')));
  const why = await lab.whyNot(project);
  if (why !== undefined) return void table.push(`${seed}: ${why}`);
  if (project.output.type === 'video') await expectSameVideo(seed, project, text);
  else await expectSamePictures(seed, project, text);
});

async function expectSameVideo(seed: number, project: Project, told: string): Promise<void> {
  const both = await lab.exportBoth(project);
  const { here, there, frame, sound } = both;
  const { lowest, shifted } = comparePictures(both, project);
  const { lag, decibels } = soundFaults(sound ?? []);
  const alike = lowest.map((value) => value.toFixed(4)).join(' ');
  table.push([seed, alike, shifted.toFixed(3), (lag * 1000).toFixed(1), decibels.toFixed(2)].join('\t'));
  expect.soft([here.complaints, there.complaints], told).toEqual(['', '']);
  expect.soft(here.frames, told).toBe(there.frames);
  expect.soft(Math.abs(here.duration - there.duration), told).toBeLessThanOrEqual(frame + 1e-6);
  expect.soft(here.hasSound, told).toBe(there.hasSound);
  expect.soft(Math.min(...lowest), `likeness ${told}`).toBeGreaterThanOrEqual(0.96);
  expect.soft(shifted, `nearer to a frame beside ${told}`).toBeLessThan(0.05);
  expect.soft(lag, `sound ${told}`).toBeLessThanOrEqual(0.01);
  expect.soft(decibels, `sound ${told}`).toBeLessThanOrEqual(1.5);
}

/**
 * Compares a GIF or a still as ffmpeg decodes it. Of a GIF, blocks of pixels are compared: dithering multiplies differences
 * of one level, but keeps the mean of an area.
 */
async function expectSamePictures(seed: number, project: Project, told: string): Promise<void> {
  const files = await lab.exportFiles(project, outputExtension(project.output));
  const { width, height } = resultSize(project);
  const isGif = project.output.type === 'gif';
  const block = isGif ? 4 : 1;
  const [here, there] = [files.here, files.there].map((file) =>
    framesOf(file, width, height).map((frame) => blocksOf(frame, width, block)),
  ) as [Uint8ClampedArray[], Uint8ClampedArray[]];
  expect(here.length, told).toBe(there.length);
  const size = [Math.floor(width / block), Math.floor(height / block)] as const;
  const lowest = Math.min(...here.map((one, i) => ssim(one, there[i] as Uint8ClampedArray, ...size)));
  table.push([seed, lowest.toFixed(4), `${here.length} pictures`].join('\t'));
  expect.soft(lowest, told).toBeGreaterThanOrEqual(isGif ? 0.95 : 0.97);
}

/** Returns the means of square blocks of pixels on white, as opaque pixels. @param side of a block. */
function blocksOf(pixels: Uint8ClampedArray, width: number, side: number): Uint8ClampedArray {
  const height = pixels.length / 4 / width;
  const [across, down] = [Math.floor(width / side), Math.floor(height / side)];
  const means = new Float64Array(across * down * 4);
  for (let y = 0; y < down * side; y += 1)
    for (let x = 0; x < across * side; x += 1) {
      const [from, to] = [4 * (y * width + x), 4 * (Math.floor(y / side) * across + Math.floor(x / side))];
      const alpha = (pixels[from + 3] as number) / 255;
      for (let c = 0; c < 3; c += 1) {
        const value = alpha * (pixels[from + c] as number) + 255 * (1 - alpha);
        means[to + c] = (means[to + c] as number) + value / side ** 2;
      }
      means[to + 3] = 255;
    }
  return Uint8ClampedArray.from(means);
}
