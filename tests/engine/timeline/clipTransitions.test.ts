import { describe, expect, it } from 'vitest';
import { splitLayer } from '../../../engine/edit/layerTime.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { withClipTransitions } from '../../../engine/timeline/clipTransitions.ts';
import { totalDuration } from '../../../engine/timeline/durations.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { layerSpans, sceneSpans } from '../../../engine/timeline/spans.ts';
import { countedIds, good, image, makeProject, scene, video } from '../make.ts';

const over = { type: 'fade', duration: 0.5, over: true } as const;
const span = (from: number, to: number, rest: object = {}) => ({ from, to, ...rest });
const trim = (startTime: number, endTime: number) => ({ isTrimmed: true, startTime, endTime });

/** Two clips of a scene of 5 s: a plays 2–4 s of its file until 2 s, then b from 0 s. */
function twoClips(a: object = {}, b: object = {}): Project {
  const first = video('a', 9, { ...span(0, 2), ...trim(2, 4), ...a });
  const second = video('b', 9, { ...span(2, 5), ...trim(0, 3), animateIn: over, ...b });
  return makeProject([scene('s', [second, first], { duration: 5 })]);
}

/** The visible layers at a moment, back to front, with the times of their files and their opacity. */
function seenAt(project: Project, time: number): [id: string, mediaTime: number, opacity: number][] {
  const { layers } = resolveFrame(sceneSpans(project), time);
  return layers.map(({ layer, mediaTime, animation }) => [
    layer.id,
    Math.round(1000 * mediaTime) / 1000,
    Math.round(100 * animation.opacity) / 100,
  ]);
}

describe('an enter animation over the layer before', () => {
  it('lets that layer play on behind it, and ends it with the animation', () => {
    const project = twoClips();
    expect(seenAt(project, 1.75)).toEqual([['a', 3.75, 1]]);
    expect(seenAt(project, 2.25)).toEqual([
      ['a', 4.25, 1],
      ['b', 0.25, 0.5],
    ]);
    expect(seenAt(project, 2.75)).toEqual([['b', 0.75, 1]]);
    expect(totalDuration(project)).toBe(5);
  });

  it.each([
    ['backwards', { isReversed: true }, 1.76],
    ['at its speed', { speed: 2, ...trim(0, 4) }, 4.5],
    ['to the end of its file', { duration: 4.1 }, 4.09],
    ['on its last frame, if its file has no more', { duration: 4 }, 3.99],
    ['in a loop', { ...trim(2, 3), loopMode: 'duration', playLength: 2 }, 2.25],
    ['at the start of a boomerang', { ...trim(2, 3), isBoomeranged: true }, 2],
  ])('lets that layer play on %s', (_, a, time) => {
    expect(seenAt(twoClips(a), 2.25)[0]?.[1]).toBeCloseTo(time, 1);
  });

  it('is an exit of that layer if it is in front', () => {
    const { scenes } = twoClips();
    const project = makeProject([scene('s', scenes[0]?.layers.toReversed() as never, { duration: 5 })]);
    expect(seenAt(project, 2.25)).toEqual([
      ['b', 0.25, 1],
      ['a', 4.25, 0.5],
    ]);
  });

  it('is also an exit of a layer in another place, to the other side', () => {
    const position = { x: '0%', y: '0%', width: '50%', height: '50%' };
    const slide = { type: 'slide', duration: 0.5, side: 'left', over: true };
    const [, a] = withClipTransitions(twoClips({ position }, { animateIn: slide }).scenes[0]?.layers ?? []);
    expect(a).toMatchObject({ animateOut: { type: 'slide', side: 'right', duration: 0.5 } });
    const [, same] = withClipTransitions(twoClips({ animateOut: over }, { animateIn: slide }).scenes[0]?.layers ?? []);
    expect(same).not.toHaveProperty('animateOut');
  });

  it('crossfades the sound', () => {
    const clips = soundtrack(twoClips());
    expect(clips.map(({ start, end, fadeIn, fadeOut, mediaEnd }) => [start, end, fadeIn, fadeOut, mediaEnd])).toEqual([
      [0, 2.5, 0, 0.5, 4.5],
      [2, 5, 0.5, 0, 3],
    ]);
  });

  it.each([
    ['without a layer before it', twoClips({ to: 1.5 })],
    ['if that layer is hidden', twoClips({ isHidden: true })],
    ['if it is hidden itself', twoClips({}, { isHidden: true })],
  ])('changes nothing %s', (_, project) => {
    const layers = project.scenes[0]?.layers ?? [];
    expect(withClipTransitions(layers).map(({ to }) => to)).toEqual(layers.map(({ to }) => to));
  });

  it('joins clips in a chain, also of the whole project', () => {
    const clips = [image('c', { ...span(2, 3), animateIn: over }), image('b', { ...span(1, 2), animateIn: over })];
    const layers = [...clips, image('a', span(0, 1))];
    const whole = makeProject([scene('s', [], { duration: 5 })], { layers });
    for (const project of [makeProject([scene('s', layers, { duration: 5 })]), whole]) {
      expect(seenAt(project, 1.25).map(([id]) => id)).toEqual(['a', 'b']);
      expect(seenAt(project, 2.25).map(([id]) => id)).toEqual(['b', 'c']);
    }
  });

  it('continues a layer once if several enter over it', () => {
    const entering = ['b', 'c'].map((id) => image(id, { ...span(1, 3), animateIn: over }));
    const project = makeProject([scene('s', [...entering, image('a', span(0, 1))], { duration: 3 })]);
    expect(seenAt(project, 1.4).map(([id]) => id)).toEqual(['a', 'c', 'b']);
    expect(seenAt(project, 1.6).map(([id]) => id)).toEqual(['c', 'b']);
  });

  it('is not seen in an editor’s rows, and the same layers give the same result', () => {
    const project = twoClips();
    const ends = (which: 'all' | 'shown') => layerSpans(project, which).map(({ layer, end }) => [layer.id, end]);
    expect(ends('all')).toEqual([
      ['a', 2],
      ['b', 5],
    ]);
    expect(ends('shown')).toEqual([
      ['a', 2.5],
      ['b', 5],
    ]);
    const layers = project.scenes[0]?.layers ?? [];
    expect(withClipTransitions(layers)).toBe(withClipTransitions(layers));
  });

  it('stays with the first part of a split layer', () => {
    const long = twoClips({}, { animateIn: { ...over, duration: 2 } });
    const { scenes } = good(splitLayer(long, 'b', 3.2, countedIds()));
    const ins = scenes[0]?.layers.map((layer) => 'animateIn' in layer && [layer.id, layer.animateIn?.over]);
    expect(ins?.filter(Boolean)).toEqual([
      ['n1', undefined],
      ['b', true],
    ]);
  });

  it('is read from a file', () => {
    const read = parseProject(JSON.parse(JSON.stringify(twoClips())));
    expect(good(read).scenes[0]?.layers[0]).toMatchObject({ animateIn: over });
  });
});
