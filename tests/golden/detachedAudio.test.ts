import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { detachAudio } from '../../engine/edit/detachAudio.ts';
import { trimLayerTime } from '../../engine/edit/layerTime.ts';
import { countedIds } from '../engine/make.ts';
import { hertz, openRenderLab, projectOf, samplesOf } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('detached-audio');
afterAll(lab.close);

/** Scenes of 1.3 s, of the video, and of 1 s, as a WAV file. */
const project = (fields: object) =>
  projectOf({
    ...{ width: 64, height: 36, output: { type: 'audio', format: 'wav' } },
    scenes: [
      { id: 'a', duration: 1.3 },
      { id: 'b', layers: [{ id: 'v', type: 'video', url: numbers, duration: 4, ...fields }] },
      { id: 'c', duration: 1 },
    ],
  });
/** The loudest sample of a span, in seconds. */
const peakOf = (samples: Float32Array, from: number, to: number) =>
  samples.subarray(from * hertz, to * hertz).reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);

it.each([
  [
    'with volume and fades',
    { from: 0.4, volume: 0.7, fadeIn: 0.5, fadeOut: 0.3, isTrimmed: true, startTime: 1, endTime: 3 },
  ],
  ['at another speed', { speed: 1.5, isTrimmed: true, startTime: 0.5, endTime: 3.5 }],
  ['in a loop', { loopMode: 'duration', playLength: 3.5, isTrimmed: true, startTime: 1, endTime: 2.2 }],
])('detached audio sounds the same %s', async (_name, fields) => {
  const whole = project(fields);
  const [before, after] = [
    samplesOf(await lab.render(whole)),
    samplesOf(await lab.render(detachAudio(whole, 'v', countedIds()))),
  ];
  expect(peakOf(before, 0, before.length / hertz)).toBeGreaterThan(0.05);
  expect(after.length).toBe(before.length);
  const farthest = before.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (after[i] as number))), 0);
  // One step of 16 bits.
  expect(farthest).toBeLessThan(1.5 / 32_768);
});

it('detached audio is audible before its picture as a J-cut, in sync', async () => {
  const whole = project({ from: 0, isTrimmed: true, startTime: 1, endTime: 3 });
  const early = trimLayerTime(detachAudio(whole, 'v', countedIds()), 'n1', 'start', 0.3);
  const [before, after] = [samplesOf(await lab.render(whole)), samplesOf(await lab.render(early))];
  expect(peakOf(before, 0, 1.25)).toBeLessThan(1e-3);
  expect(peakOf(after, 0.3, 1.25)).toBeGreaterThan(0.05);
  const from = Math.round(1.4 * hertz);
  const farthest = before
    .subarray(from, Math.round(3.2 * hertz))
    .reduce((most, sample, i) => Math.max(most, Math.abs(sample - (after[from + i] as number))), 0);
  expect(farthest).toBeLessThan(1.5 / 32_768);
});
