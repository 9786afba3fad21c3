import { describe, expect, it } from 'vitest';
import { removeSpan, removeSpans } from '../../../engine/edit/removeSpan.ts';
import { messages } from '../../../engine/project/messages.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { layerSpans, sceneSpans } from '../../../engine/timeline/spans.ts';
import { remainingSpans, type TimeSpan, timeBeforeCuts } from '../../../engine/timeline/timeSpans.ts';
import { countedIds, good, image, makeProject, scene, sentences, text, video } from '../make.ts';

const still = (id: string, layers: Parameters<typeof scene>[1], duration: number) =>
  scene(id, layers, { duration, isImageVideo: true });
const lengthOf = (spans: TimeSpan[]) => spans.reduce((sum, { startTime, endTime }) => sum + endTime - startTime, 0);
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

  it('rejects a span that is the whole video', () => {
    const project = makeProject([scene('a', [video('v', 6)])]);
    expect(sentences(removeSpan(project, 0, 6, countedIds()))).toEqual([messages.removeSpanAll]);
    expect(removed(project, 2, 2)).toBe(project);
  });

  it('rejects a span where the audio track sets the length', () => {
    const project = makeProject([scene('a', [image('i')])], { audio: { url: 'a.mp3', duration: 9 } });
    expect(sentences(removeSpan(project, 2, 4, countedIds()))).toEqual([messages.removeSpanAudio]);
  });
});

describe('removeSpans', () => {
  const span = (startTime: number, endTime: number) => ({ startTime, endTime });
  const cut = (project: Project, spans: TimeSpan[], makeId = countedIds()) => {
    const { project: next, gone } = good(removeSpans(project, spans, () => makeId()));
    return { next, gone, kept: remainingSpans(gone, totalDuration(project)) };
  };
  const cues = [1, 3, 5, 11, 13].map((at) => ({
    ...{ id: `c${at}`, text: 'two words', startTime: at, endTime: at + 1 },
    words: [
      { text: 'two', startTime: at, endTime: at + 0.5 },
      { text: 'words', startTime: at + 0.5, endTime: at + 1 },
    ],
  }));
  const everything = () =>
    makeProject(
      [
        scene('a', [
          text('t', { from: 1, to: 7, keyframes: [1, 2].map((time) => ({ time, opacity: time / 2 })) }),
          video('fast', 16, { speed: 2, isTrimmed: true, startTime: 1, endTime: 15 }),
          { id: 'sound', type: 'audio', url: 's.mp3', duration: 8, speed: 0.5, from: 2 },
        ]),
        scene('b', [video('back', 6, { isReversed: true })], { transition: { type: 'fade', duration: 1 } }),
        still('c', [image('i')], 3),
      ],
      {
        layers: [
          { id: 's', type: 'subtitles', cues },
          { ...video('over', 9), from: 4, to: 12 },
          { id: 'logo', type: 'image', url: 'logo.png', anchor: 'b', from: -1, to: 5 },
        ],
        markers: [{ id: 'm', at: 12.5 }],
      },
    );

  it.each([
    ['of words that are close to each other', [span(1, 1.3), span(1.7, 2), span(2.15, 2.4), span(9.2, 9.8)]],
    ['in any order, across scenes and touching ends', [span(14, 15.2), span(0, 0.8), span(6.5, 8), span(12.96, 13)]],
    ['that are whole scenes', [span(7, 13), span(13.5, 14)]],
  ])('cuts spans %s', (_, spans) => {
    const project = everything();
    const { next, kept } = cut(project, spans);
    expect(parseProject(JSON.parse(JSON.stringify(next))).ok).toBe(true);
    expect(totalDuration(next)).toBeCloseTo(lengthOf(kept), 3);
    for (let t = 0.0333; t < totalDuration(next); t += 0.05) {
      const before = timeBeforeCuts(t, kept);
      const isNearCut = kept.some(({ startTime, endTime }) => Math.min(before - startTime, endTime - before) < 0.02);
      if (!isNearCut) expect([t, seenAt(next, t)]).toEqual([t, seenAt(project, before)]);
    }
  });

  it('is the same as cutting the spans one by one, from the last one', () => {
    const spans = [span(1, 1.3), span(3, 4.5), span(6.5, 8), span(12, 12.5)];
    const project = everything();
    const one = spans.reduceRight((now, { startTime, endTime }) => removed(now, startTime, endTime), project);
    const withoutIds = (value: Project) =>
      JSON.parse(JSON.stringify(value, (key, field) => (key === 'id' || key === 'link' ? undefined : field)));
    expect(withoutIds(cut(project, spans).next)).toEqual(withoutIds(one));
  });

  it('takes struck words out of the subtitles and moves what follows, markers too', () => {
    const { next } = cut(everything(), [span(1, 1.5), span(5, 6)]);
    const [layer] = next.layers ?? [];
    expect(layer?.type === 'subtitles' && layer.cues.map(({ text, startTime }) => `${text} ${startTime}`)).toEqual([
      'words 1',
      'two words 2.5',
      'two words 9.5',
      'two words 11.5',
    ]);
    expect(next.markers).toEqual([{ id: 'm', at: 11 }]);
  });

  it.each([4, 10])('cuts words out of a video of 6 s that plays for %i s', (playLength) => {
    const project = makeProject([scene('a', [video('v', 6, { playLength })])]);
    expectCut(project, cut(project, [span(1, 2)]).next, 1, 2);
  });

  it('leaves parts under a second of a source, with an end', () => {
    const { next } = cut(makeProject([scene('a', [video('v', 6, { speed: 0.25 })])]), [span(1, 2), span(2.2, 3)]);
    expect(next.scenes[0]?.layers.map(({ from = 0, to }) => [from, to])).toEqual([
      [1.2, undefined],
      [1, 1.2],
      [0, 1],
    ]);
    expect(parseProject(JSON.parse(JSON.stringify(next))).ok).toBe(true);
  });

  it('keeps links between a scene and the whole project that a cut does not separate', () => {
    const sound = { id: 'sound', type: 'audio' as const, url: 'v.mp4', duration: 6, link: 'l' };
    const project = makeProject([still('a', [image('i')], 4), scene('b', [video('v', 6, { link: 'l' })])], {
      layers: [{ ...sound, anchor: 'b' }],
    });
    const { next } = cut(project, [span(1, 2)]);
    expect([next.scenes[1]?.layers[0]?.link, next.layers?.[0]?.link]).toEqual(['l', 'l']);
  });

  it('names the parts of a layer alike, whatever else is cut', () => {
    const keys = (spans: TimeSpan[]) => {
      const found: (string | undefined)[] = [];
      const makeId = countedIds();
      removeSpans(makeProject([scene('a', [video('v', 20)])]), spans, (key) => {
        found.push(key);
        return makeId();
      });
      return found;
    };
    expect(keys([span(2, 3), span(5, 6)])).toEqual(['v 3', 'v 6']);
    expect(keys([span(5, 6)])).toEqual(['v 6']);
  });

  it('takes time in proportion to cues, layers and spans', () => {
    const make = (count: number) => {
      const scenes = Array.from({ length: 60 }, (_, i) => scene(`s${i}`, [video(`v${i}`, count / 60)]));
      const many = Array.from({ length: count }, (_, i) => ({
        id: `c${i}`,
        text: 'a b',
        startTime: i,
        endTime: i + 0.9,
      }));
      return makeProject(scenes, { layers: [{ id: 's', type: 'subtitles', cues: many }] });
    };
    const secondsOf = (count: number) => {
      const project = make(count);
      const spans = Array.from({ length: count / 5 }, (_, i) => span(i * 5 + 0.2, i * 5 + 0.6));
      cut(project, spans);
      const before = process.cpuUsage();
      for (let run = 0; run < 4; run += 1) cut(project, spans);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 4e6;
    };
    const [small, large] = [secondsOf(600), secondsOf(2400)];
    // Four times as much; a quadratic part would take 16 times as long.
    expect(large / small).toBeLessThan(10);
  });
});
