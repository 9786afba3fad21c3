import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { outputExtension } from '../../engine/project/output.ts';
import type { Project } from '../../engine/project/project.ts';
import { comparePictures, type FeatureLab, openFeatureLab, soundFaults } from '../support/featureLab.ts';
import { madeMedia, randomMedia, randomProject } from '../support/randomProject.ts';
import { framesOf, makeFile, projectOf } from '../support/renderLab.ts';
import { seedsOf } from '../support/seeds.ts';
import { ssim } from '../support/ssim.ts';

/**
 * The projects of `tests/api/paths.test.ts` that a browser can export. Left out because they differ: 2, 18 (a moment between two
 * frames), 27 (first frame of a layer), 37 (one frame more of a video of uneven frames), and 5, 32 (onset of a sound).
 */
const seeds = seedsOf({ usual: '4,26', long: '3,4,7-9,13-15,17,19,21-26,29,30,34-36,38-40' });
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
 * Compares a GIF or a still as ffmpeg decodes it. A GIF is compared in small size, because dithering multiplies differences
 * of one level but keeps the mean of an area.
 */
async function expectSamePictures(seed: number, project: Project, told: string): Promise<void> {
  const { here, there } = await lab.exportFiles(project, outputExtension(project.output));
  const isGif = project.output.type === 'gif';
  const side = isGif ? 40 : 160;
  const [made, rendered] = [here, there].map((file) => framesOf(file, side, side)) as [
    Uint8ClampedArray[],
    Uint8ClampedArray[],
  ];
  expect(made.length, told).toBe(rendered.length);
  const lowest = Math.min(...made.map((one, i) => ssim(one, rendered[i] as Uint8ClampedArray, side, side)));
  table.push([seed, lowest.toFixed(4), `${made.length} pictures`].join('\t'));
  expect.soft(lowest, told).toBeGreaterThanOrEqual(isGif ? 0.95 : 0.97);
}
