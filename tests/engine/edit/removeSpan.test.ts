import { describe, expect, it } from 'vitest';
import { removeSpan } from '../../../engine/edit/removeSpan.ts';
import { messages } from '../../../engine/project/messages.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { layerSpans, sceneSpans } from '../../../engine/timeline/spans.ts';
import { countedIds, good, image, makeProject, scene, sentences, text, video } from '../make.ts';

const still = (id: string, layers: Parameters<typeof scene>[1], duration: number) =>
  scene(id, layers, { duration, isImageVideo: true });
const removed = (project: Project, from: number, to: number) => good(removeSpan(project, from, to, countedIds()));

/** What is visible at a moment: type, source, and second of the source. */
function seenAt(project: Project, t: number): string[] {
  return resolveFrame(sceneSpans(project), t).layers.map(
    ({ layer, mediaTime }) => `${layer.type} ${'url' in layer ? `${layer.url} ${mediaTime.toFixed(2)}` : ''}`,
  );
}

/** Expects the frames outside of a span, and no others. */
function expectCut(project: Project, next: Project, from: number, to: number): void {
  expect(totalDuration(next)).toBeCloseTo(totalDuration(project) - (to - from), 3);
  for (let t = 0.05; t < totalDuration(next); t += 0.1) {
    const before = t < from ? t : t + to - from;
    expect([t, seenAt(next, t)]).toEqual([t, seenAt(project, before)]);
  }
}

describe('removeSpan', () => {
  const trimmed = video('v', 20, { isTrimmed: true, startTime: 2, endTime: 12 });
  it.each<[string, Parameters<typeof makeProject>, number, number]>([
    ['inside a scene with a video', [[scene('a', [text('t'), trimmed])]], 3, 5.5],
    ['at the start of a video', [[scene('a', [trimmed])]], 0, 1.5],
    ['at the end of a video', [[scene('a', [text('t', { from: 7 }), trimmed])]], 8, 10],
    ['inside a reversed video', [[scene('a', [video('v', 10, { isReversed: true })])]], 2, 6],
    ['inside an image scene', [[still('a', [text('t', { from: 1, to: 4 }), image('i')], 6)]], 2, 3],
    [
      'across three scenes',
      [[scene('a', [trimmed]), still('b', [image('i')], 3), scene('c', [video('w', 8)])]],
      7,
      15.5,
    ],
    ['that is a scene', [[still('a', [image('i')], 2), still('b', [text('t')], 3), still('c', [image('k')], 2)]], 2, 5],
    [
      'while a video holds its last frame',
      [[scene('a', [video('v', 4, { position: { x: '0%', y: '0%', width: '50%', height: '50%' } }), video('w', 9)])]],
      5,
      7,
    ],
    [
      'with layers of the whole project',
      [
        [still('a', [image('i')], 4), still('b', [image('k')], 4)],
        {
          layers: [
            { id: 'p', type: 'text', anchor: 'b', from: 1, to: 2 },
            { id: 'q', type: 'image', url: 'q.png', from: 3, to: 7 },
            { ...video('r', 8), anchor: 'a', from: 1, to: 7 },
          ],
        },
      ],
      2.5,
      4.5,
    ],
  ])('cuts out a span %s', (_, input, from, to) => {
    const project = makeProject(...input);
    expectCut(project, removed(project, from, to), from, to);
  });

  it('continues a video as a second layer, linked as the first one was', () => {
    const project = makeProject([
      scene('a', [
        { id: 'sound', type: 'audio', url: 'v.mp4', duration: 10, link: 'l', fadeIn: 1, fadeOut: 1 },
        video('v', 10, { link: 'l', isMuted: true }),
      ]),
    ]);
    const layers = removed(project, 4, 6).scenes[0]?.layers ?? [];
    expect(layers.map(({ id }) => id)).toEqual(['n1', 'sound', 'n2', 'v']);
    expect(layers.map(({ link }) => link)).toEqual(['n3', 'l', 'n3', 'l']);
    expect(layers.slice(0, 2)).toMatchObject([
      { fadeIn: 0, fadeOut: 1, from: 4 },
      { fadeIn: 1, fadeOut: 0, to: 4 },
    ]);
  });

  it('leaves locked layers alone, and moves markers, dropping those inside', () => {
    const project = makeProject([still('a', [text('t', { from: 4, to: 6, isLocked: true }), image('i')], 8)], {
      markers: [
        { id: 'm', at: 1 },
        { id: 'n', at: 2.5 },
        { id: 'o', at: 5 },
      ],
    });
    const next = removed(project, 2, 4);
    expect(next.scenes[0]?.layers[0]).toEqual(project.scenes[0]?.layers[0]);
    expect(next.markers).toEqual([
      { id: 'm', at: 1 },
      { id: 'o', at: 3 },
    ]);
  });

  it('frees a layer whose scene goes, if it lasts longer', () => {
    const project = makeProject([still('a', [image('i')], 3), still('b', [image('k')], 3)], {
      layers: [{ id: 'p', type: 'text', anchor: 'a', from: 1, to: 5 }],
    });
    const [span] = layerSpans(removed(project, 0, 3)).filter(({ layer }) => layer.id === 'p');
    expect(span).toMatchObject({ start: 0, end: 2 });
  });

  it('rejects a span that is the whole video, or leaves less than a second of a source', () => {
    const project = makeProject([scene('a', [video('v', 6)])]);
    expect(sentences(removeSpan(project, 0, 6, countedIds()))).toEqual([messages.removeSpanAll]);
    expect(sentences(removeSpan(project, 0.5, 3, countedIds()))).toEqual([messages.removeSpanShort]);
    expect(removed(project, 2, 2)).toBe(project);
  });

  it('rejects a span where the audio track sets the length', () => {
    const project = makeProject([scene('a', [image('i')])], { audio: { url: 'a.mp3', duration: 9 } });
    expect(sentences(removeSpan(project, 2, 4, countedIds()))).toEqual([messages.removeSpanAudio]);
  });
});
