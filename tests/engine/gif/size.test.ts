import { expect, it } from 'vitest';
import { estimateGif } from '../../../engine/edit/gifSize.ts';
import { gifDefaults } from '../../../engine/project/output.ts';
import { makeProject, scene, text, video } from '../make.ts';

const moving = makeProject([scene('a', [video('v', 4)])], { width: 480, height: 270 });

it('estimates a range that includes the measured sizes of videos of 4 s with 480 by 270 pixels at 15 a second', () => {
  const { least, most } = estimateGif(moving, gifDefaults);
  for (const bytes of [1_071_889, 2_912_315]) {
    expect(bytes).toBeGreaterThan(least);
    expect(bytes).toBeLessThan(most);
  }
  const few = estimateGif(moving, { ...gifDefaults, colors: 64 });
  expect(few.most / most).toBeCloseTo(0.61, 2);
});

it('follows width and rate, and counts a still image as one frame', () => {
  const { most } = estimateGif(moving, gifDefaults);
  expect(estimateGif(moving, { ...gifDefaults, width: 240 }).most / most).toBeCloseTo(0.25, 1);
  expect(estimateGif(moving, { ...gifDefaults, fps: 30 }).most / most).toBeCloseTo(2, 5);
  const still = makeProject([scene('a', [text('t')], { duration: 4 })], { width: 480, height: 270 });
  expect(estimateGif(still, gifDefaults).most / most).toBeCloseTo(1 / 60, 5);
  const unanimated = makeProject([scene('a', [text('t', { animation: { id: 'none' } })], { duration: 4 })]);
  const never = makeProject([scene('a', [text('t')], { duration: 4 })]);
  expect(estimateGif(unanimated, gifDefaults)).toEqual(estimateGif(never, gifDefaults));
});
