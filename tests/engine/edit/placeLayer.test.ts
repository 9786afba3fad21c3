import { describe, expect, it } from 'vitest';
import { clippedBy, moveLayerInVideo, moveToLane } from '../../../engine/edit/placeLayer.ts';
import type { Project } from '../../../engine/project/project.ts';
import { lanesDuring, lanesOf } from '../../../engine/timeline/lanes.ts';
import { image, makeProject, scene, text, video } from '../make.ts';

const still = (id: string, layers: Parameters<typeof scene>[1], duration = 4) =>
  scene(id, layers, { duration, isImageVideo: true });

/** The layers of each scene, front to back: `id from–to`. */
const placesIn = ({ scenes, layers = [] }: Project) =>
  [...scenes.map((one) => one.layers), layers]
    .map((all) => all.map(({ id, from = 0, to }) => `${id} ${from}–${to ?? ''}`).join(', '))
    .join(' | ');

/** Rows of the visible layers, top to bottom. */
const rowsIn = (project: Project) =>
  lanesOf(project).visual.map(({ lane, spans }) => `${lane}: ${spans.map(({ layer }) => layer.id).join(' ')}`);

describe('moveLayerInVideo', () => {
  const project = makeProject(
    [still('a', [text('t', { from: 1, to: 2 }), image('i')]), still('b', [image('j')]), scene('c', [video('v', 5)])],
    { layers: [{ id: 'p', type: 'text', from: 1, to: 3 }] },
  );

  it.each([
    ['within its scene', 't', 2.5, 't 2.5–3.5, i 0– | j 0– | v 0– | p 1–3'],
    ['to the front of another scene, with its length', 't', 5, 'i 0– | t 1–2, j 0– | v 0– | p 1–3'],
    ['to a scene that its video times', 't', 9, 'i 0– | j 0– | t 1–2, v 0– | p 1–3'],
    ['before the video: to the first moment', 't', -3, 't 0–1, i 0– | j 0– | v 0– | p 1–3'],
    ['clipped by the end of the scene', 't', 7.5, 'i 0– | t 3.5–, j 0– | v 0– | p 1–3'],
    ['with the length of a scene it filled', 'i', 4, 't 1–2 | i 0–, j 0– | v 0– | p 1–3'],
    ['as a layer of the whole project', 'p', 6, 't 1–2, i 0– | j 0– | v 0– | p 6–8'],
  ])('moves a layer %s', (_, id, at, expected) => {
    expect(placesIn(moveLayerInVideo(project, id, at))).toBe(expected);
  });

  it('keeps the only video of a scene there, where it begins later', () => {
    const first = makeProject([scene('a', [video('v', 5)]), still('b', [])]);
    expect(placesIn(moveLayerInVideo(first, 'v', 6))).toBe('v 6– |  | ');
  });

  it('keeps the place in the other scene when the first one ends earlier', () => {
    const first = makeProject([scene('a', [video('v', 5), video('w', 3)]), still('b', [])]);
    expect(placesIn(moveLayerInVideo(first, 'v', 6))).toBe('w 0– | v 1– | ');
  });

  it('leaves a group behind and says how much is clipped', () => {
    const grouped = makeProject([still('a', [text('t', { from: 1, to: 3, group: 'g' })]), still('b', [])]);
    const moved = moveLayerInVideo(grouped, 't', 7);
    expect(moved.scenes[1]?.layers[0]).not.toHaveProperty('group');
    expect([clippedBy(grouped, moved, 't'), clippedBy(grouped, moveLayerInVideo(grouped, 't', 5), 't')]).toEqual([
      1, 0,
    ]);
  });

  it('does not call a layer clipped that lasts to the end of its scene by itself', () => {
    expect(clippedBy(project, moveLayerInVideo(project, 'i', 6), 'i')).toBe(0);
  });

  it('changes nothing for an unknown layer and for no number', () => {
    expect(moveLayerInVideo(project, 'none', 1)).toBe(project);
    expect(moveLayerInVideo(project, 't', Number.NaN)).toBe(project);
  });
});

describe('moveToLane', () => {
  const project = makeProject([
    still('a', [text('top', { to: 2 }), image('middle', { to: 3 }), text('free', { from: 2, to: 3 }), image('ground')]),
  ]);

  it('starts with rows in painting order', () => {
    expect(rowsIn(project)).toEqual(['3: top', '2: middle', '1: free', '0: ground']);
  });

  it.each([
    ['to a free place of a higher row', 'ground', 3, ['3: ground', '1: top', '0: middle']],
    ['behind all others', 'top', -1, ['2: middle', '1: ground', '0: top']],
    ['in front of what is in the row', 'ground', 1, ['2: top', '1: ground', '0: middle']],
  ])('moves a layer %s', (_, id, lane, expected) => {
    const simple = makeProject([still('a', [text('top', { to: 2 }), image('middle', { to: 3 }), image('ground')])]);
    expect(rowsIn(moveToLane(simple, id, lane))).toEqual(expected);
  });

  it('keeps audio in painting order and only notes its row', () => {
    const mixed = makeProject([still('a', [{ id: 's', type: 'audio', url: 's.mp3', duration: 2 }, image('ground')])]);
    const moved = moveToLane(mixed, 's', 1);
    expect(moved.scenes[0]?.layers.map(({ id, lane }) => [id, lane])).toEqual([
      ['s', 1],
      ['ground', undefined],
    ]);
  });

  it('keeps empty rows during a drag', () => {
    const before = lanesOf(project);
    const moved = moveToLane(project, 'top', 1, before);
    const during = lanesDuring(moved, before).visual.map(({ lane, spans }) => [lane, spans.length]);
    expect(during.map(([lane]) => lane)).toEqual([...during.map(([lane]) => lane)].sort((a = 0, b = 0) => b - a));
    expect(during.length).toBeGreaterThanOrEqual(before.visual.length);
  });

  it.each([-2, 1.5, 501, Number.NaN])('ignores the row %s', (lane) => {
    expect(moveToLane(project, 'top', lane)).toBe(project);
  });
});
