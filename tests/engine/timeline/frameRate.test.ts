import { expect, it } from 'vitest';
import { outputRate, type Rate } from '../../../engine/timeline/frameRate.ts';
import { makeProject, scene, video } from '../make.ts';

const film = new Map([['a.mp4', { kind: 'video' as const, fps: 24, variableFrameRate: false }]]);

it.each<[fps: number | undefined, Rate]>([
  [undefined, [24, 1]],
  [25, [25, 1]],
  [23.976, [24_000, 1001]],
  [23.98, [24_000, 1001]],
  [29.97, [30_000, 1001]],
  [59.94, [60_000, 1001]],
  [119.88, [120_000, 1001]],
  [12.5, [12_500, 1000]],
  [1, [1, 1]],
  [120, [120, 1]],
])('the frame rate %s of a video means the fraction %j', (fps, rate) => {
  const project = makeProject([scene('s', [video('a', 2)])]);
  const output = { ...project.output, ...(fps === undefined ? {} : { fps }) } as typeof project.output;
  expect(outputRate({ ...project, output }, film)).toEqual(rate);
});
