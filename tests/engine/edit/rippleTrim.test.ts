import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLayer } from '../../../engine/edit/find.ts';
import { rippleTrim } from '../../../engine/edit/rippleTrim.ts';
import { type Parsed, parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { layerTime } from '../../../engine/timeline/durations.ts';
import { layeredInput, seeded } from '../../property/arbitraries.ts';
import { good, image, makeProject, scene, text, video } from '../make.ts';

/** Spans of layers, in seconds of their scenes. */
const times = (project: Project, ...ids: string[]) =>
  ids.map((id) => {
    const found = findLayer(project, id);
    const { from, to } = found ? layerTime(project, found) : { from: -1, to: -1 };
    return [from, to].map((seconds) => Math.round(seconds * 1000) / 1000);
  });

const clips = makeProject([
  scene('a', [
    text('title', { from: 9, to: 11 }),
    text('early', { from: 1, to: 9 }),
    video('v', 20, { to: 4, isTrimmed: true, startTime: 2, endTime: 6 }),
    video('w', 20, { from: 4, to: 8, isTrimmed: true, startTime: 5, endTime: 9 }),
    video('x', 20, { from: 8, isTrimmed: true, startTime: 5, endTime: 9 }),
  ]),
]);

describe('rippleTrim', () => {
  it.each<[string, string, 'start' | 'end', number, number[][]]>([
    [
      'an earlier end',
      'w',
      'end',
      6.5,
      [
        [0, 4],
        [4, 6.5],
        [6.5, 10.5],
        [7.5, 9.5],
      ],
    ],
    [
      'a later end',
      'w',
      'end',
      10,
      [
        [0, 4],
        [4, 10],
        [10, 14],
        [11, 13],
      ],
    ],
    [
      'a later start',
      'w',
      'start',
      5,
      [
        [0, 4],
        [4, 7],
        [7, 11],
        [8, 10],
      ],
    ],
    [
      'an earlier start',
      'w',
      'start',
      1,
      [
        [0, 4],
        [4, 11],
        [11, 15],
        [12, 14],
      ],
    ],
    [
      'an earlier start at the beginning of the scene',
      'v',
      'start',
      -1,
      [
        [0, 5],
        [5, 9],
        [9, 13],
        [10, 12],
      ],
    ],
    [
      'an end past the file',
      'v',
      'end',
      100,
      [
        [0, 18],
        [18, 22],
        [22, 26],
        [23, 25],
      ],
    ],
    [
      'a start that leaves a second',
      'v',
      'start',
      3.9,
      [
        [0, 1],
        [1, 5],
        [5, 9],
        [6, 8],
      ],
    ],
  ])('moves what follows %s, and keeps its start', (_, id, edge, at, expected) => {
    const next = rippleTrim(clips, id, edge, at);
    expect(times(next, 'v', 'w', 'x', 'title')).toEqual(expected);
    expect(findLayer(next, 'early')?.layer.from).toBe(1);
  });

  it('changes a chosen scene length by as much, only if something follows', () => {
    const project = makeProject([
      scene('a', [text('t', { from: 1, to: 3 }), text('u', { from: 4, to: 6 }), image('i')], {
        duration: 8,
        isImageVideo: true,
      }),
    ]);
    const next = rippleTrim(project, 't', 'end', 2);
    expect(times(next, 't', 'u', 'i')).toEqual([
      [1, 2],
      [3, 5],
      [0, 7],
    ]);
    expect(times(rippleTrim(project, 't', 'end', 20), 't', 'u')).toEqual([
      [1, 8],
      [9, 11],
    ]);
    expect(times(rippleTrim(project, 'u', 'end', 5), 'u', 'i')).toEqual([
      [4, 5],
      [0, 8],
    ]);
  });

  it('moves the subtitles of the voice, and leaves locked layers', () => {
    const project = makeProject([
      scene('a', [
        {
          id: 'c',
          type: 'subtitles',
          cues: [
            { id: '1', text: 'gone', startTime: 3, endTime: 4 },
            { id: '2', text: 'later', startTime: 5, endTime: 6 },
          ],
        },
        text('locked', { from: 6, to: 7, isLocked: true }),
        video('v', 4, { to: 4 }),
        video('w', 4, { from: 4 }),
      ]),
    ]);
    const next = rippleTrim(project, 'v', 'end', 3);
    expect(times(next, 'v', 'w', 'locked')).toEqual([
      [0, 3],
      [3, 7],
      [6, 7],
    ]);
    const cues = findLayer(next, 'c')?.layer;
    expect(cues?.type === 'subtitles' && cues.cues).toEqual([{ id: '2', text: 'later', startTime: 4, endTime: 5 }]);
  });

  it('moves only the row of a layer of the whole project', () => {
    const project = makeProject([scene('a', [image('i')], { duration: 10, isImageVideo: true })], {
      layers: [
        { id: 'other', type: 'text', from: 0, to: 8, lane: 3 },
        { id: 'more', type: 'text', from: 9, to: 9.5, lane: 3 },
        { id: 'one', type: 'text', from: 1, to: 3, lane: 2 },
        { id: 'two', type: 'text', from: 3, to: 5, lane: 2 },
      ],
    });
    const next = rippleTrim(project, 'one', 'end', 2);
    expect(times(next, 'one', 'two', 'more')).toEqual([
      [1, 2],
      [2, 4],
      [9, 9.5],
    ]);
  });

  it('loses no layer and keeps every project valid', () => {
    fc.assert(
      fc.property(
        layeredInput,
        fc.nat(),
        fc.boolean(),
        fc.integer({ min: -500, max: 3000 }),
        (input, pick, isStart, at) => {
          const project = good(parseProject(input) as Parsed<Project>);
          const all = project.scenes.flatMap(({ layers }) => layers);
          const layer = all[pick % Math.max(1, all.length)];
          if (!layer) return;
          const next = rippleTrim(project, layer.id, isStart ? 'start' : 'end', at / 100);
          expect(next.scenes.map(({ layers }) => layers.map(({ id }) => id))).toEqual(
            project.scenes.map(({ layers }) => layers.map(({ id }) => id)),
          );
          for (const { from = 0 } of next.scenes.flatMap(({ layers }) => layers))
            expect(from).toBeGreaterThanOrEqual(0);
          const parsed = parseProject(JSON.parse(JSON.stringify(next)));
          expect(parsed.ok ? [] : parsed.problems).toEqual([]);
        },
      ),
      seeded,
    );
  });
});
