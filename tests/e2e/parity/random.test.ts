import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultSize } from '../../../engine/layout/canvasSize.ts';
import { type MediaFacts, withMediaFacts } from '../../../engine/project/media.ts';
import { outputExtension } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { comparePictures, type FeatureLab, openFeatureLab, soundFaults } from '../../support/featureLab.ts';
import { madeMedia, randomMedia, randomProject } from '../../support/randomProject.ts';
import { framesOf, makeFile, projectOf, sharedProbe } from '../../support/renderLab.ts';
import { seedsOf } from '../../support/seeds.ts';
import { ssim } from '../../support/ssim.ts';

/**
 * Projects like those of `tests/api/renderer/paths.test.ts`: two small videos with most features, an image and a GIF.
 * CUTROOM_LONG=1 uses 200 seeds.
 */
const seeds = seedsOf({ usual: '22,52,61,108', long: '1-200' });
const table: string[] = [];
let lab: FeatureLab;
/** Facts of the media, by their URL in projects. */
const facts = new Map<string, MediaFacts>();

beforeAll(async () => {
  lab = await openFeatureLab(['canvas2d']);
  const texts = seeds.map((seed) => JSON.stringify(randomProject(seed)));
  for (const name of Object.values(randomMedia).flat()) {
    if (!texts.some((text) => text.includes(name))) continue;
    const file = join(lab.folder, name);
    if (name in madeMedia) makeFile(file, ...(madeMedia[name] ?? []));
    else copyFileSync(resolve('fixtures/media', name), file);
    facts.set(`/made/${name}`, await sharedProbe(file));
  }
});

afterAll(async () => {
  console.log(['seed, likeness, shift, lag in ms, lag of ambiguous audio, decibels:', ...table].join('\n'));
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

/**
 * The renderer places videos on whole pixels, the browser does not: up to half a pixel along the hard edges of test
 * patterns costs this much in seeds 116 and 142.
 */
const leastLikeness = 0.95;
/**
 * Levels by which a neighboring frame may be nearer. Where frames hardly differ, noise decides: rounding of partly
 * transparent pixels (0.07 in seed 129), or half a pixel along thin lines that move by as much (0.08 in seed 151).
 */
const mostShifted = 0.1;
/**
 * Both change the tempo by the same windows of 43 ms, but where a window continues the audio best depends on the last
 * bit of its samples. In seed 147 the same audio is one sample off at its own tempo, and up to 26 ms at half of it;
 * this does not add up.
 */
const tempoWindow = 0.043;

/**
 * Whether the audio of a window may match best at another lag: at another tempo, or if audio of a WebM is mixed with
 * other audio. WebM times are whole milliseconds, so the renderer's audio is up to 1.5 ms off after a seek, and mixes of
 * tones repeat nearly (14 ms in seed 1021, 35 ms in seed 1052). @param at start of the window, in seconds.
 */
function isAmbiguous(project: Project, at: number): boolean {
  const audible = soundtrack(withMediaFacts(project, facts)).filter(
    ({ start, end }) => start < at + 0.35 && end > at - 0.05,
  );
  return audible.some(({ speed, url }) => speed !== 1 || (audible.length > 1 && url.endsWith('.webm')));
}

async function expectSameVideo(seed: number, project: Project, told: string): Promise<void> {
  const both = await lab.exportBoth(project);
  const { here, there, frame, sound } = both;
  const { lowest, shifted } = comparePictures(both, project);
  const { lag, decibels } = soundFaults((sound ?? []).filter(({ at }) => !isAmbiguous(project, at)));
  const ambiguous = soundFaults((sound ?? []).filter(({ at }) => isAmbiguous(project, at)));
  const alike = lowest.map((value) => value.toFixed(4)).join(' ');
  const lags = [lag, ambiguous.lag].map((value) => (value * 1000).toFixed(1));
  table.push([seed, alike, shifted.toFixed(3), ...lags, decibels.toFixed(2)].join('\t'));
  expect.soft([here.complaints, there.complaints], told).toEqual(['', '']);
  expect.soft(here.frames, told).toBe(there.frames);
  expect.soft(Math.abs(here.duration - there.duration), told).toBeLessThanOrEqual(frame + 1e-6);
  expect.soft(here.hasSound, told).toBe(there.hasSound);
  expect.soft(Math.min(...lowest), `likeness ${told}`).toBeGreaterThanOrEqual(leastLikeness);
  expect.soft(shifted, `nearer to a frame beside ${told}`).toBeLessThan(mostShifted);
  expect.soft(lag, `sound ${told}`).toBeLessThanOrEqual(0.01);
  expect.soft(ambiguous.lag, `ambiguous sound ${told}`).toBeLessThanOrEqual(tempoWindow);
  expect.soft(Math.max(decibels, ambiguous.decibels), `sound ${told}`).toBeLessThanOrEqual(1.5);
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
