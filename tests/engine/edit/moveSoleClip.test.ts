import { describe, expect, it } from 'vitest';
import { moveSoleClip } from '../../../engine/edit/moveSoleClip.ts';
import type { Project } from '../../../engine/project/project.ts';
import { makeProject, scene, text, video } from '../make.ts';

/** The layers of each scene, front to back, then those of the project: `id from–to`. */
const placesIn = ({ scenes, layers = [] }: Project) =>
  [...scenes.map((one) => one.layers), layers]
    .map((all) => all.map(({ id, from = 0, to }) => `${id} ${from}–${to ?? ''}`).join(', '))
    .join(' | ');

/** Scenes of 6, 5 and 3 s. */
const project = makeProject([
  scene('a', [video('u', 6)]),
  scene('b', [text('t'), video('v', 5)]),
  scene('c', [video('w', 3)]),
]);
const alongRow = { isOnOtherRow: false };
const onOtherRow = { isOnOtherRow: true };

const sceneOrder = (moved: Project | undefined) => moved?.scenes.map(({ id }) => id).join(' ');

describe('moveSoleClip', () => {
  it.each([
    ['past the middle of the scene before', 'w', 8.4, 'a c b'],
    ['to the start', 'w', -1, 'c a b'],
    ['past the middle of the scene after', 'u', 2.6, 'b a c'],
  ])('takes the scene along its row %s', (_, id, at, expected) => {
    expect(sceneOrder(moveSoleClip(project, id, at, alongRow))).toBe(expected);
  });

  it.each([
    ['a small way along its row', 'w', 10, alongRow],
    ['a moment of its own scene', 'w', 12, onOtherRow],
    ['a moment after the end', 'u', 8, onOtherRow],
    ['a layer that does not set the length', 't', 0, onOtherRow],
    ['an unknown layer', 'none', 0, onOtherRow],
    ['no number', 'w', Number.NaN, alongRow],
  ])('does not apply to %s', (_, id, at, row) => {
    expect(moveSoleClip(project, id, at, row)).toBeUndefined();
  });

  it('leaves for the scene of the moment, with its length, and removes the emptied scene', () => {
    const moved = moveSoleClip(project, 'w', 2, onOtherRow) as Project;
    expect(placesIn(moved)).toBe('w 2–5, u 0– | t 0–, v 0– | ');
  });

  it('becomes a layer of the whole project where it would last longer than the scene', () => {
    expect(placesIn(moveSoleClip(project, 'w', 4, onOtherRow) as Project)).toBe('u 0– | t 0–, v 0– | w 4–7');
  });

  it('begins where it is dropped when its scene was before that', () => {
    expect(placesIn(moveSoleClip(project, 'u', 7, onOtherRow) as Project)).toBe('t 0–, v 0– | w 0– | u 7–13');
  });

  it('leaves other layers behind in a scene of one second', () => {
    const moved = moveSoleClip(project, 'v', 1, onOtherRow) as Project;
    expect(placesIn(moved)).toBe('v 1–6, u 0– | t 0– | w 0– | ');
    expect(moved.scenes[1]).toMatchObject({ isImageVideo: true, duration: 1 });
  });

  it('retains an emptied scene that layers of the project follow', () => {
    const followed = makeProject(project.scenes, {
      layers: [{ id: 'logo', type: 'text', anchor: 'c', from: 0, to: 1 }],
    });
    const moved = moveSoleClip(followed, 'w', 2, onOtherRow) as Project;
    expect(placesIn(moved)).toBe('w 2–5, u 0– | t 0–, v 0– |  | logo 0–1');
  });

  it('takes linked audio along its row, stays on it then, and does not move while locked', () => {
    const others = project.scenes.slice(0, 2);
    const sound = { id: 's', type: 'audio', url: 's.mp3', duration: 3, link: 'l' } as const;
    const linked = makeProject([...others, scene('c', [{ ...video('w', 3), link: 'l' }, sound])]);
    expect(moveSoleClip(linked, 'w', 2, onOtherRow)).toBeUndefined();
    expect(sceneOrder(moveSoleClip(linked, 'w', -1, alongRow))).toBe('c a b');
    const locked = makeProject([...others, scene('c', [{ ...video('w', 3), isLocked: true }])]);
    expect(moveSoleClip(locked, 'w', -1, alongRow)).toBeUndefined();
  });
});
