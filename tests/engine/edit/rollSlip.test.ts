import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLayer } from '../../../engine/edit/find.ts';
import { borderAt, canSlip, rollBorder, slipLayer } from '../../../engine/edit/rollSlip.ts';
import { type Parsed, parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { layerTime, totalDuration } from '../../../engine/timeline/durations.ts';
import { layeredInput, seeded } from '../../property/arbitraries.ts';
import { good, layerOf, makeProject, scene, text, video } from '../make.ts';

const clips = makeProject([
  scene('a', [
    text('t', { from: 0, to: 2, lane: 1 }),
    video('v', 20, { to: 4, isTrimmed: true, startTime: 2, endTime: 6, lane: 0 }),
    video('w', 20, { from: 4, isTrimmed: true, startTime: 3, endTime: 9, lane: 0 }),
  ]),
]);
const border = { before: 'v', after: 'w' };
const times = (project: Project) =>
  ['v', 'w'].map((id) => {
    const found = findLayer(project, id) as NonNullable<ReturnType<typeof findLayer>>;
    const { from, to } = layerTime(project, found);
    const { startTime, endTime } = layerOf(project, id, 'video');
    return [from, to, startTime, endTime];
  });

describe('rollBorder', () => {
  it('finds the border of two adjacent clips of a row', () => {
    expect(borderAt(clips, 'v', 'end')).toEqual(border);
    expect(borderAt(clips, 'w', 'start')).toEqual(border);
    expect([borderAt(clips, 'w', 'end'), borderAt(clips, 't', 'end')]).toEqual([undefined, undefined]);
  });

  it.each([
    [
      'later',
      5.5,
      [
        [0, 5.5, 2, 7.5],
        [5.5, 10, 4.5, 9],
      ],
    ],
    [
      'earlier',
      2,
      [
        [0, 2, 2, 4],
        [2, 10, 1, 9],
      ],
    ],
    [
      'no earlier than the second source begins',
      0.2,
      [
        [0, 1, 2, 3],
        [1, 10, 0, 9],
      ],
    ],
    [
      'not past the last second of the second clip',
      30,
      [
        [0, 9, 2, 11],
        [9, 10, 8, 9],
      ],
    ],
  ])('moves it %s: both clips change, nothing else moves', (_, at, expected) => {
    const next = rollBorder(clips, border, at);
    expect(times(next)).toEqual(expected);
    expect(totalDuration(next)).toBe(10);
  });

  it('keeps random projects valid, and the length of the video', () => {
    let count = 0;
    fc.assert(
      fc.property(layeredInput, fc.integer({ min: -500, max: 3000 }), (input, at) => {
        const project = good(parseProject(input) as Parsed<Project>);
        for (const { id } of project.scenes.flatMap(({ layers }) => layers)) {
          const found = borderAt(project, id, 'end');
          if (!found) continue;
          count += 1;
          const next = rollBorder(project, found, at / 100);
          expect(parseProject(JSON.parse(JSON.stringify(next))).ok).toBe(true);
        }
      }),
      seeded,
    );
    expect(count).toBeGreaterThan(0);
  });
});

describe('slipLayer', () => {
  it('plays another part of the source at the same time, within the source', () => {
    expect(times(slipLayer(clips, 'w', 7))).toEqual([
      [0, 4, 2, 6],
      [4, 10, 7, 13],
    ]);
    expect(times(slipLayer(clips, 'w', -3))[1]).toEqual([4, 10, 0, 6]);
    expect(times(slipLayer(clips, 'w', 99))[1]).toEqual([4, 10, 14, 20]);
  });

  it('leaves untrimmed and locked layers', () => {
    const project = makeProject([
      scene('a', [
        video('v', 9),
        video('w', 9, { isTrimmed: true, startTime: 1, endTime: 3, isLocked: true }),
        text('t'),
      ]),
    ]);
    for (const id of ['v', 'w', 't']) expect(slipLayer(project, id, 2)).toBe(project);
    expect(canSlip(layerOf(project, 'v', 'video'))).toBe(false);
  });
});
