import { describe, expect, it } from 'vitest';
import {
  addScene,
  duplicateScene,
  pasteScene,
  removeScene,
  reorderScene,
  setSceneBackground,
} from '../../../engine/edit/scenes.ts';
import { MAX_SCENES } from '../../../engine/project/limits.ts';
import { isStill } from '../../../engine/project/output.ts';
import { sceneDuration, totalDuration } from '../../../engine/timeline/durations.ts';
import { countedIds, image, makeProject, scene, sceneAt, text, video } from '../make.ts';

const ids = (project: { scenes: { id: string }[] }) => project.scenes.map(({ id }) => id);

describe('addScene', () => {
  it('makes an image scene last 3 s, and the new scene too', () => {
    const project = addScene(makeProject([scene('a', [image('i')])], { isImage: true }), countedIds());
    expect(isStill(project)).toBe(false);
    expect(project.scenes).toMatchObject([
      { id: 'a', isImageVideo: true, duration: 3 },
      { id: 'n1', isImageVideo: true, duration: 3, layers: [] },
    ]);
    expect(totalDuration(project)).toBe(6);
  });

  it('keeps the length of an image scene', () => {
    const project = addScene(makeProject([scene('a', [image('i')], { duration: 5 })]), countedIds());
    expect(sceneAt(project, 0)).toMatchObject({ isImageVideo: true, duration: 5 });
  });

  it('keeps a scene timed by a video, but not one with only a GIF', () => {
    const timed = addScene(makeProject([scene('a', [video('v', 4)])]), countedIds());
    expect(sceneAt(timed, 0)).toMatchObject({ isImageVideo: false, duration: 0 });
    const gif = addScene(makeProject([scene('a', [video('v', 4, { converted_gif: true })])]), countedIds());
    expect(sceneAt(gif, 0)).toMatchObject({ isImageVideo: true, duration: 3 });
  });

  it('does not modify the given project', () => {
    const project = makeProject([scene('a', [image('i')])]);
    const before = structuredClone(project);
    addScene(project, countedIds());
    expect(project).toEqual(before);
  });
});

describe('duplicateScene', () => {
  it('inserts a copy with new ids after the original', () => {
    const original = scene('a', [text('t'), video('v', 4)], { maxLayer: 'v', background: '#123456' });
    const project = duplicateScene(makeProject([original, scene('b')]), 'a', countedIds());
    expect(ids(project)).toEqual(['a', 'n1', 'b']);
    const copy = sceneAt(project, 1);
    expect(copy.layers.map(({ id, type }) => [id, type])).toEqual([
      ['n2', 'text'],
      ['n3', 'video'],
    ]);
    expect(copy).toMatchObject({ background: '#123456', maxLayer: 'n3' });
  });

  it('turns a single still into an image scene too', () => {
    const project = duplicateScene(makeProject([scene('a', [image('i')])]), 'a', countedIds());
    expect(project.scenes.map(({ duration }) => duration)).toEqual([3, 3]);
  });
});

describe('pasteScene', () => {
  const copied = sceneAt(makeProject([scene('a', [text('t')], { duration: 4, isImageVideo: true })]), 0);

  it('inserts the scene after the given one with new ids, or at the end if that is gone', () => {
    const project = makeProject([scene('a', [text('t')]), scene('b')]);
    expect(ids(pasteScene(project, copied, 'a', countedIds()))).toEqual(['a', 'n1', 'b']);
    const last = pasteScene(project, copied, 'x', countedIds());
    expect(ids(last)).toEqual(['a', 'b', 'n1']);
    expect(sceneAt(last, 2)).toMatchObject({ duration: 4, layers: [{ id: 'n2', type: 'text' }] });
  });

  it('ends a still and stops at the maximum number of scenes', () => {
    const still = makeProject([scene('b')], { isImage: true });
    expect(pasteScene(still, copied, 'b', countedIds()).output.type).toBe('video');
    const full = makeProject(Array.from({ length: MAX_SCENES }, (_, i) => scene(`s${i}`)));
    expect(pasteScene(full, copied, 's0', countedIds())).toBe(full);
    expect(addScene(full, countedIds())).toBe(full);
  });
});

describe('removeScene', () => {
  const pictures = (rest = {}) => scene('a', [image('i')], { duration: 3, isImageVideo: true, ...rest });

  it('resets the remaining scene if it is a default image scene', () => {
    const project = removeScene(makeProject([pictures(), scene('b')]), 'b');
    expect(project.scenes).toMatchObject([{ id: 'a', isImageVideo: false, duration: 0 }]);
    expect(isStill(project)).toBe(true);
    expect(removeScene(makeProject([pictures({ duration: 4 }), scene('b')]), 'b').output.type).toBe('video');
  });

  it.each([
    ['another length', pictures({ duration: 4 }), {}],
    ['a video', pictures({ layers: [video('v', 2)] }), {}],
    ['a trimmed video', pictures({ layers: [video('v', 9, { isTrimmed: true, startTime: 1, endTime: 3 })] }), {}],
    ['a GIF', pictures({ layers: [video('v', 2, { converted_gif: true })] }), {}],
    ['an animated text', pictures({ layers: [text('t', { animation: { id: 'text-focus-in' } })] }), {}],
    ['audio', pictures(), { audio: { url: 'a.mp3', duration: 5 } }],
  ])('keeps the remaining scene with %s', (_what, left, rest) => {
    const project = makeProject([left, scene('b')], rest);
    expect(removeScene(project, 'b').scenes).toEqual([sceneAt(project, 0)]);
  });

  it('resets the remaining scene if the animation of its text is "none"', () => {
    const left = pictures({ layers: [text('t', { animation: { id: 'none' } })] });
    expect(sceneAt(removeScene(makeProject([left, scene('b')]), 'b'), 0).duration).toBe(0);
  });

  it('keeps image scenes while several are left', () => {
    const project = removeScene(makeProject([pictures(), scene('b', [], { duration: 3 }), scene('c')]), 'c');
    expect(project.scenes.map(({ duration }) => duration)).toEqual([3, 3]);
  });

  it('never removes the only scene or an unknown one', () => {
    const project = makeProject([scene('a')]);
    expect(removeScene(project, 'a')).toBe(project);
    expect(removeScene(project, 'x')).toBe(project);
  });
});

describe('reorderScene', () => {
  const project = makeProject(['a', 'b', 'c', 'd'].map((id) => scene(id)));

  it.each([
    ['b', 2, 'acdb'],
    ['d', -3, 'dabc'],
    ['a', 99, 'bcda'],
    ['c', -99, 'cabd'],
    ['c', 0, 'abcd'],
    ['x', 1, 'abcd'],
    ['a', Number.NaN, 'abcd'],
  ])('moves %s by %d', (id, difference, order) => {
    expect(ids(reorderScene(project, id, difference)).join('')).toBe(order);
  });
});

it('sets the background of one scene', () => {
  const project = setSceneBackground(makeProject([scene('a'), scene('b')]), 'b', '#000000');
  expect(project.scenes.map(({ background }) => background)).toEqual(['#ffffff', '#000000']);
});

it('gives an added scene 3 s on the timeline', () => {
  const project = addScene(makeProject([scene('a', [video('v', 4)])]), countedIds());
  expect(sceneDuration(project, sceneAt(project, 1))).toBe(3);
  expect(totalDuration(project)).toBe(7);
});
