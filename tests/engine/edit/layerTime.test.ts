import { describe, expect, it } from 'vitest';
import { moveLayerTime, setLayerTime, splitLayer, trimLayerTime } from '../../../engine/edit/layerTime.ts';
import { setMotion } from '../../../engine/edit/motion.ts';
import { messages } from '../../../engine/project/messages.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { mediaSpan, totalDuration } from '../../../engine/timeline/durations.ts';
import { mediaTimeAt } from '../../../engine/timeline/mediaTime.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { gainAt } from '../../../engine/timeline/soundGain.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { layerSpans, sceneSpans } from '../../../engine/timeline/spans.ts';
import { countedIds, good, image, layerOf, makeProject, scene, sentences, text, video } from '../make.ts';

/** The source second of every visible video and all other visible layers at a moment, whichever layer shows it. */
function seenAt(project: Project, t: number): string[] {
  return resolveFrame(sceneSpans(project), t).layers.map(
    ({ layer, mediaTime, animation: { view, shown, glow, hue } }) => {
      const look = [view?.x ?? 0, 1 - shown, glow, hue].map((one) => Number(one.toFixed(4)));
      const words = look.some((one) => one !== 0) ? ` ${look}` : '';
      return `${'url' in layer ? layer.url : layer.type} ${mediaTime.toFixed(3)}${words}`;
    },
  );
}

const sound = (id: string, duration: number, rest = {}) => ({
  id,
  type: 'audio' as const,
  url: `${id}.ogg`,
  duration,
  ...rest,
});

describe('a layer with its own time', () => {
  const project = makeProject([scene('a', [text('t', { from: 1, to: 2 }), video('v', 4, { from: 1.5 })])]);

  it('is visible only then, and a video starts playing there', () => {
    expect(totalDuration(project)).toBe(5.5);
    expect(seenAt(project, 0.5)).toEqual([]);
    expect(seenAt(project, 1)).toEqual(['text 0.000']);
    expect(seenAt(project, 1.75)).toEqual(['v.mp4 0.250', 'text 0.000']);
    expect(seenAt(project, 2)).toEqual(['v.mp4 0.500']);
    expect(seenAt(project, 99)).toEqual(['v.mp4 3.990']);
  });

  it('is audible only then', () => {
    const clips = soundtrack(
      makeProject([scene('a', [video('v', 4, { from: 1, to: 3 }), sound('s', 9, { from: 2 })])]),
    );
    expect(clips.map(({ url, start, end }) => [url, start, end])).toEqual([
      ['v.mp4', 1, 3],
      ['s.ogg', 2, 3],
    ]);
    expect(gainAt(clips[0] as (typeof clips)[0], 3)).toBe(0);
  });

  it('extends a scene without video to the last audio or set end, with a minimum of 3 s', () => {
    expect(totalDuration(makeProject([scene('a', [sound('s', 7, { from: 1 })])]))).toBe(8);
    expect(totalDuration(makeProject([scene('a', [text('t', { to: 4.5 })])]))).toBe(4.5);
    expect(totalDuration(makeProject([scene('a', [text('t', { to: 1 })])]))).toBe(3);
    expect(totalDuration(makeProject([scene('a', [sound('s', 7)], { duration: 2 })]))).toBe(2);
  });

  it('must end after it starts', () => {
    const backwards = { scenes: [{ id: 'a', layers: [{ id: 't', type: 'text', from: 2, to: 2 }] }] };
    expect(parseProject(backwards)).toEqual({
      ok: false,
      problems: [{ code: 'time.order', pointer: '/scenes/0/layers/0/to', message: messages.timeOrder }],
    });
  });
});

describe('moveLayerTime', () => {
  it('keeps the length of a layer, and a scene grows with its video', () => {
    const project = makeProject([scene('a', [text('t', { from: 1, to: 2 }), video('v', 4)])]);
    expect(layerOf(moveLayerTime(project, 't', 2.5), 't', 'text')).toMatchObject({ from: 2.5, to: 3.5 });
    expect(totalDuration(moveLayerTime(project, 'v', 3))).toBe(7);
  });

  it('clears an end at the end of the scene and a start at 0', () => {
    const project = makeProject([scene('a', [text('t', { from: 1, to: 2 })], { duration: 3 })]);
    const last = layerOf(moveLayerTime(project, 't', 2.4), 't', 'text');
    expect([last.from, last.to]).toEqual([2.4, undefined]);
    const first = layerOf(moveLayerTime(project, 't', -5), 't', 'text');
    expect([first.from, first.to]).toEqual([undefined, 1]);
  });

  it('turns a still into a video', () => {
    const project = makeProject([scene('a', [text('t')])], { isImage: true });
    expect(moveLayerTime(project, 't', 1).output.type).toBe('video');
    expect(moveLayerTime(project, 't', 0)).toBe(project);
  });
});

describe('trimLayerTime', () => {
  it('trims the source of a video and keeps every other moment', () => {
    const project = makeProject([scene('a', [video('v', 6, { from: 1, speed: 2 })])]);
    const later = trimLayerTime(project, 'v', 'start', 1.75);
    expect(layerOf(later, 'v', 'video')).toMatchObject({ from: 1.75, isTrimmed: true, startTime: 1.5, endTime: 6 });
    expect(seenAt(later, 2.5)).toEqual(seenAt(project, 2.5));
    const sooner = trimLayerTime(project, 'v', 'end', 3);
    expect(layerOf(sooner, 'v', 'video').to).toBeUndefined();
    expect(layerOf(sooner, 'v', 'video')).toMatchObject({ from: 1, startTime: 0, endTime: 4 });
    expect(totalDuration(sooner)).toBe(3);
    expect(trimLayerTime(sooner, 'v', 'end', 99)).toMatchObject({ scenes: [{ layers: [{ isTrimmed: false }] }] });
  });

  it('ends a video in a longer scene instead of holding its last frame', () => {
    const project = makeProject([scene('a', [video('v', 4), video('under', 7)])]);
    const sooner = trimLayerTime(project, 'v', 'end', 2);
    expect(seenAt(sooner, 1.9)).toEqual(['under.mp4 1.900', 'v.mp4 1.900']);
    expect(seenAt(sooner, 2.1)).toEqual(['under.mp4 2.100']);
    expect(layerOf(setMotion(sooner, 'v', { speed: 2 }), 'v', 'video').to).toBe(1);
  });

  it('trims the other end of a reversed video', () => {
    const project = makeProject([scene('a', [video('v', 6, { isReversed: true })])]);
    const later = trimLayerTime(project, 'v', 'start', 2);
    expect(layerOf(later, 'v', 'video')).toMatchObject({ from: 2, startTime: 0, endTime: 4 });
    expect(seenAt(later, 3)).toEqual(seenAt(project, 3));
  });

  it('leaves 1 s of a video and 0.1 s of other layers, and does not start before the file', () => {
    const project = makeProject([scene('a', [text('t'), video('v', 6, { from: 1 })])]);
    expect(layerOf(trimLayerTime(project, 'v', 'start', 99), 'v', 'video')).toMatchObject({ from: 6, startTime: 5 });
    expect(layerOf(trimLayerTime(project, 'v', 'start', 0), 'v', 'video').from).toBe(1);
    expect(layerOf(trimLayerTime(project, 't', 'start', 99), 't', 'text').from).toBe(6.9);
    expect(layerOf(trimLayerTime(project, 't', 'end', 0), 't', 'text').to).toBe(0.1);
  });

  it('shortens a video that holds its last frame, or plays less than its source', () => {
    for (const playLength of [10, 4]) {
      const project = makeProject([scene('a', [video('v', 6, { playLength })])]);
      const end = trimLayerTime(project, 'v', 'end', 3);
      expect([playLength, totalDuration(end), mediaSpan(layerOf(end, 'v', 'video')).end]).toEqual([playLength, 3, 3]);
      expect(layerOf(end, 'v', 'video').playLength).toBe(undefined);
      const start = trimLayerTime(project, 'v', 'start', 1);
      expect(totalDuration(start)).toBe(playLength);
      expect([layerOf(start, 'v', 'video').from, layerOf(start, 'v', 'video').startTime]).toEqual([1, 1]);
    }
  });

  it('keeps the source of a loop', () => {
    const project = makeProject([scene('a', [video('v', 2, { loopMode: 'duration', playLength: 8 })])]);
    expect(layerOf(trimLayerTime(project, 'v', 'end', 5), 'v', 'video')).toMatchObject({ to: 5, isTrimmed: false });
  });
});

describe('setLayerTime', () => {
  const project = makeProject([scene('a', [text('t')], { duration: 5 })]);

  it('sets exact times and rejects invalid ones', () => {
    expect(layerOf(good(setLayerTime(project, 't', 1.25, 2.5)), 't', 'text')).toMatchObject({ from: 1.25, to: 2.5 });
    expect(good(setLayerTime(project, 't', 0, undefined))).toBe(project);
    for (const [from, to] of [
      [2, 2],
      [2, 1],
      [-1, 2],
      [Number.NaN, 2],
      [2, Number.NaN],
    ] as const) {
      expect(sentences(setLayerTime(project, 't', from, to))).toEqual([messages.timeOrder]);
    }
  });
});

describe('splitLayer', () => {
  const clip = video('v', 6, { from: 0.5, fadeIn: 1, fadeOut: 1 });
  const backwards = video('b', 6, { isReversed: true, speed: 2 });

  it.each([
    ['a text', text('t', { from: 1 }), 't', 2.2],
    ['a text that is being written', text('t', { animation: { id: 'typewriter', speed: 'slow' } }), 't', 1.3],
    ['a text that goes on glowing', text('t', { animation: { id: 'text-flicker-in-glow' } }), 't', 2.4],
    ['a text whose color goes round', text('t', { animation: { id: 'hue-rotate' } }), 't', 2.3],
    ['a video', clip, 'v', 3.1],
    ['a video backwards', backwards, 'b', 1.3],
    ['a held video', video('h', 3, { to: 4 }), 'h', 1.5],
    ['stop-motion', video('s', 6, { stopMotion: { stills: 3, hold: 0.4 } }), 's', 2.5],
    ['stop-motion backwards', video('s', 5.5, { stopMotion: { stills: 2, hold: 0.5 }, isReversed: true }), 's', 2.1],
    ['a moving image', image('i', { motion: { type: 'pan-left', duration: 5 } }), 'i', 2.2],
  ])('of %s shows the same as the whole at every moment', (_, layer, id, at) => {
    const project = makeProject([scene('a', [layer, video('under', 7)])]);
    const split = good(splitLayer(project, id, at, countedIds()));
    expect(split.scenes[0]?.layers.map((one) => one.id)).toEqual(['n1', id, 'under']);
    expect(totalDuration(split)).toBe(totalDuration(project));
    for (let t = 0.05; t < totalDuration(project); t += 0.1) {
      // A cut text has no time of its own in the source.
      expect(seenAt(split, t), `${t}`).toEqual(seenAt(project, t));
    }
  });

  it('adds no fade at the cut', () => {
    const split = good(splitLayer(makeProject([scene('a', [clip])]), 'v', 3, countedIds()));
    const [first, second] = soundtrack(split);
    expect(first).toMatchObject({ start: 0.5, end: 3, mediaStart: 0, mediaEnd: 2.5, fadeIn: 1, fadeOut: 0 });
    expect(second).toMatchObject({ start: 3, end: 6.5, mediaStart: 2.5, mediaEnd: 6, fadeIn: 0, fadeOut: 1 });
  });

  it('rejects a split that would leave too little, or outside the layer', () => {
    const loop = video('l', 2, { loopMode: 'duration', playLength: 8 });
    const project = makeProject([scene('a', [clip, loop, text('t', { from: 1, to: 2 })])]);
    expect(sentences(splitLayer(project, 'v', 1.2, countedIds()))).toEqual([messages.trimTooShort]);
    expect(sentences(splitLayer(project, 'l', 1, countedIds()))).toEqual([messages.splitLoops]);
    for (const at of [0, 1, 1.05, 2, 9, Number.NaN]) {
      expect(sentences(splitLayer(project, 't', at, countedIds())), `${at}`).toEqual([messages.splitOutside]);
    }
    expect(good(splitLayer(project, 'nobody', 1, countedIds()))).toBe(project);
  });

  it('produces parts that parse and play like the whole', () => {
    const project = makeProject([scene('a', [clip])]);
    const split = good(splitLayer(project, 'v', 2.25, countedIds()));
    expect(parseProject(structuredClone(split)).ok).toBe(true);
    const [second] = layerSpans(split).filter(({ layer }) => layer.id === 'n1');
    if (!second) throw new Error('no second part');
    expect(mediaTimeAt(second, 3)).toBeCloseTo(2.5, 6);
  });
});
