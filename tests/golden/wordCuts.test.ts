import { resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { removeSpans } from '../../engine/edit/removeSpan.ts';
import { newId } from '../../engine/project/id.ts';
import type { Project } from '../../engine/project/project.ts';
import { totalDuration } from '../../engine/timeline/durations.ts';
import { remainingSpans, timeBeforeCuts } from '../../engine/timeline/timeSpans.ts';
import { good } from '../engine/make.ts';
import { hertz, levelOf, numbersIn, openRenderLab, projectOf, samplesOf } from '../support/renderLab.ts';

const lab = openRenderLab('word-cuts');
afterAll(lab.close);

const numbers = resolve('fixtures/media/numbers.mp4');
const video = (id: string, rest: object) => ({
  id,
  type: 'video',
  url: numbers,
  duration: 10,
  isTrimmed: true,
  ...rest,
});

/** Two scenes, one of which plays faster, and a voice over both. */
const whole = projectOf({
  ...{ width: 320, height: 180, quality: 'fast' },
  scenes: [
    { id: 'a', layers: [video('v', { startTime: 1, endTime: 5 })] },
    { id: 'b', layers: [video('w', { startTime: 3, endTime: 9, speed: 2 })] },
  ],
  layers: [{ id: 'voice', type: 'audio', url: resolve('fixtures/media/speech.wav'), from: 0.5 }],
});
const spans = [
  [0.8, 1.2],
  [1.5, 1.9],
  [3.6, 4.4],
  [5.2, 5.5],
].map(([startTime = 0, endTime = 0]) => ({ startTime, endTime }));

const inWav = (project: Project) => lab.render({ ...project, output: { type: 'audio', format: 'wav' } });

it('renders each remaining moment once, with its frame and its audio', async () => {
  const { project, gone } = good(removeSpans(whole, spans, () => newId()));
  const kept = remainingSpans(gone, totalDuration(whole));
  const [before, after] = [numbersIn(await lab.render(whole)), numbersIn(await lab.render(project))];
  expect(after).toHaveLength(Math.round(totalDuration(project) * 30));
  for (const [frame, number] of after.entries()) {
    const source = timeBeforeCuts((frame + 0.5) / 30, kept) * 30;
    // Frames of the source do not begin at a cut: the one before or after may be shown.
    const near = [-1, 0, 1].map((by) => before[Math.floor(source) + by]);
    expect(near, `frame ${frame}`).toContain(number);
  }
  const [heard, cut] = [samplesOf(await inWav(whole)), samplesOf(await inWav(project))];
  expect(cut.length / hertz).toBeCloseTo(totalDuration(project), 1);
  // The same samples, but for the resampled second scene, and next to cuts.
  const difference = new Float32Array(cut.length);
  for (let i = 0; i < cut.length; i += 1) {
    const t = i / hertz;
    const source = timeBeforeCuts(t, kept);
    const isNear = kept.some(({ startTime, endTime }) => Math.min(source - startTime, endTime - source) < 0.05);
    if (!isNear && source < 4) difference[i] = (cut[i] as number) - (heard[Math.round(source * hertz)] as number);
  }
  expect(levelOf(difference, 0, 2.8)).toBeLessThan(-60);
  expect(levelOf(cut, 0, 2.8)).toBeGreaterThan(-40);
});
