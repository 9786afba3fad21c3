import { describe, expect, it } from 'vitest';
import { splitScene } from '../../../engine/edit/splitScene.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Project } from '../../../engine/project/project.ts';
import { sceneStarts, totalDuration } from '../../../engine/timeline/durations.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { countedIds, good, image, makeProject, scene, sentences, text, video } from '../make.ts';

const still = (id: string, layers: Parameters<typeof scene>[1], duration: number) =>
  scene(id, layers, { duration, isImageVideo: true });

/** What is visible at a moment: type, source, and second of the source. */
function seenAt(project: Project, t: number): string[] {
  return resolveFrame(sceneSpans(project), t).layers.map(
    ({ layer, mediaTime }) => `${layer.type} ${'url' in layer ? `${layer.url} ${mediaTime.toFixed(3)}` : ''}`,
  );
}

/** Expects the same picture at every tenth of a second. */
function expectSamePictures(one: Project, other: Project): void {
  const total = totalDuration(one);
  expect(totalDuration(other)).toBeCloseTo(total, 3);
  for (let t = 0.05; t < total; t += 0.1) expect([t, seenAt(other, t)]).toEqual([t, seenAt(one, t)]);
}

describe('splitScene', () => {
  it.each([
    ['an image scene', [still('a', [text('t', { from: 1, to: 3 }), image('i')], 5)], 2],
    [
      'a scene with a trimmed video',
      [scene('a', [text('t'), video('v', 10, { isTrimmed: true, startTime: 2, endTime: 8 })])],
      2.5,
    ],
    ['a scene with a later video', [scene('a', [video('v', 4), video('w', 4, { from: 1.5 })])], 2.75],
    ['a scene whose layers begin there', [still('a', [text('t', { from: 2 }), image('i', { to: 2 })], 4)], 2],
    [
      'a scene in the middle',
      [still('x', [image('x')], 2), still('a', [image('i')], 4), still('y', [image('y')], 2)],
      1,
    ],
  ])('plays %s as before, in two scenes', (_, scenes, at) => {
    const project = makeProject(scenes);
    const split = good(splitScene(project, 'a', at, countedIds()));
    expectSamePictures(project, split);
    const index = split.scenes.findIndex(({ id }) => id === 'a');
    expect(split.scenes).toHaveLength(project.scenes.length + 1);
    expect(split.scenes[index + 1]?.id).toBe('n1');
    const starts = sceneStarts(split);
    expect((starts[index + 1] ?? 0) - (starts[index] ?? 0)).toBeCloseTo(at, 3);
  });

  it('keeps the transition before the first scene, and moves layers that follow the scene', () => {
    const project = makeProject([still('x', [], 2), still('a', [image('i')], 6)], {
      layers: [
        { id: 'p', type: 'text', anchor: 'a', from: 1, to: 2 },
        { id: 'q', type: 'text', anchor: 'a', from: 4, to: 5 },
        { id: 'r', type: 'text', from: 1 },
      ],
    });
    const [x, a] = project.scenes;
    const withTransition = {
      ...project,
      scenes: [x, { ...a, transition: { type: 'dissolve', duration: 0.5 } }],
    } as Project;
    const split = good(splitScene(withTransition, 'a', 3, countedIds()));
    expect(split.scenes.map(({ transition }) => transition?.type)).toEqual([undefined, 'dissolve', undefined]);
    expect(split.layers?.map(({ id, anchor, from, to }) => [id, anchor, from, to])).toEqual([
      ['p', 'a', 1, 2],
      ['q', 'n1', 1, 2],
      ['r', undefined, 1, undefined],
    ]);
  });

  it('turns a still of one scene into a video of two', () => {
    const split = good(splitScene(makeProject([scene('a', [image('i')])]), 'a', 1, countedIds()));
    expect(split.scenes.map(({ duration }) => duration)).toEqual([1, 2]);
    expect(split.output.type).toBe('video');
  });

  it.each([
    ['near its start', [still('a', [image('i')], 4)], 0.05, messages.splitScene],
    ['near its end', [still('a', [image('i')], 4)], 3.95, messages.splitScene],
    [
      'where a looping video plays',
      [scene('a', [video('v', 4, { loopMode: 'duration', playLength: 9 })])],
      2,
      undefined,
    ],
    ['between its videos', [scene('a', [video('v', 2), video('w', 2, { from: 5 })])], 4, undefined],
  ])('refuses to split a scene %s', (_, scenes, at, message) => {
    const [found] = sentences(splitScene(makeProject(scenes), 'a', at, countedIds()));
    expect(Object.values(messages)).toContain(found);
    if (message) expect(found).toBe(message);
  });

  it('changes nothing for an unknown scene', () => {
    const project = makeProject([scene('a')]);
    expect(good(splitScene(project, 'none', 1, countedIds()))).toBe(project);
  });
});
