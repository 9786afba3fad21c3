import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findLayer } from '../../../engine/edit/find.ts';
import { coveredRow, makeWay, moveIntoCoveredRow, type PlaceMode } from '../../../engine/edit/makeWay.ts';
import { allLayers } from '../../../engine/project/allLayers.ts';
import { type Parsed, parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { layerTime, sceneDuration } from '../../../engine/timeline/durations.ts';
import { lanesOf } from '../../../engine/timeline/lanes.ts';
import { layeredInput, seeded } from '../../property/arbitraries.ts';
import { countedIds, good, image, makeProject, scene, sceneAt, text, video } from '../make.ts';

/** Spans of the layers of the first scene, in seconds. */
const times = (project: Project) =>
  Object.fromEntries(
    sceneAt(project, 0).layers.map((layer) => {
      const { from, to } = layerTime(project, { scene: sceneAt(project, 0), layer });
      return [layer.id, [from, to].map((seconds) => Math.round(seconds * 1000) / 1000)];
    }),
  );
const titles = makeProject([
  scene(
    'a',
    [
      text('new', { from: 2, to: 4 }),
      text('t', { from: 0, to: 3 }),
      text('u', { from: 3, to: 3.5 }),
      text('v', { from: 3.5, to: 6 }),
      image('i'),
    ],
    { duration: 7, isImageVideo: true },
  ),
]);
const made = (project: Project, mode: PlaceMode, ids = ['t', 'u', 'v']) =>
  makeWay(project, 'new', ids, mode, countedIds());

describe('makeWay', () => {
  it('inserts a layer: splits what lasts through its start, and moves the rest later', () => {
    const next = made(titles, 'insert');
    expect(times(next)).toEqual({ new: [2, 4], t: [0, 2], n1: [4, 5], u: [5, 5.5], v: [5.5, 8], i: [0, 8] });
    expect(sceneDuration(next, sceneAt(next, 0))).toBe(8);
  });

  it('overwrites with a layer: cuts off what it covers', () => {
    expect(times(made(titles, 'overwrite'))).toEqual({ new: [2, 4], t: [0, 2], v: [4, 6], i: [0, 7] });
    const long = makeProject([scene('a', [text('new', { from: 2, to: 4 }), video('v', 9)])]);
    expect(times(made(long, 'overwrite', ['v']))).toEqual({ new: [2, 4], n1: [4, 9], v: [0, 2] });
  });

  it('leaves locked layers, linked ones and those of other rows', () => {
    const project = makeProject([
      scene(
        'a',
        [
          text('new', { from: 2, to: 4, link: 'l' }),
          text('t', { from: 1, to: 5, link: 'l' }),
          text('u', { from: 1, to: 5, isLocked: true }),
          text('v', { from: 1, to: 5 }),
        ],
        { duration: 7, isImageVideo: true },
      ),
    ]);
    for (const mode of ['insert', 'overwrite'] as const) expect(made(project, mode, ['t', 'u'])).toBe(project);
  });

  it('keeps a video that would be left with less than a second', () => {
    const project = makeProject([scene('a', [text('new', { from: 0.5, to: 8.5 }), video('v', 9)])]);
    const next = made(project, 'overwrite', ['v']);
    expect(findLayer(next, 'v')).toBeDefined();
  });

  it('moves a layer into the row that it covers', () => {
    expect(coveredRow(titles, 'new')?.ids).toEqual(['t', 'u', 'v']);
    expect(coveredRow(titles, 'i')).toBe(undefined);
    const next = moveIntoCoveredRow(titles, 'new', 'insert', countedIds());
    const row = lanesOf(next).visual.find(({ spans }) => spans.some(({ layer }) => layer.id === 'new'));
    expect(row?.spans.map(({ layer }) => layer.id)).toEqual(['t', 'new', 'n1', 'u', 'v']);
  });

  it('keeps every project valid, and loses no layer by inserting', () => {
    fc.assert(
      fc.property(layeredInput, fc.nat(), fc.boolean(), (input, pick, isInsert) => {
        const project = good(parseProject(input) as Parsed<Project>);
        const all = project.scenes.flatMap(({ layers }) => layers);
        const layer = all[pick % Math.max(1, all.length)];
        if (!layer) return;
        const ids = allLayers(project).map(({ id }) => id);
        const next = makeWay(project, layer.id, ids, isInsert ? 'insert' : 'overwrite', countedIds());
        const left = allLayers(next);
        expect(left.some(({ id }) => id === layer.id)).toBe(true);
        if (isInsert) expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
        for (const { from = 0 } of next.scenes.flatMap(({ layers }) => layers)) expect(from).toBeGreaterThanOrEqual(0);
        const parsed = parseProject(JSON.parse(JSON.stringify(next)));
        expect(parsed.ok ? [] : parsed.problems).toEqual([]);
      }),
      seeded,
    );
  });
});
