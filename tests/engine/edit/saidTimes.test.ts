import { describe, expect, it } from 'vitest';
import { freezeFrame } from '../../../engine/edit/freeze.ts';
import { trimLayerTime } from '../../../engine/edit/layerTime.ts';
import { rippleRemove } from '../../../engine/edit/ripple.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { cueTracks } from '../../../engine/timeline/cueTracks.ts';
import { sceneDuration } from '../../../engine/timeline/durations.ts';
import { countedIds, good, image, layerOf, makeProject, scene, sceneAt, text, video } from '../make.ts';

const cues = [
  { id: 'one', text: 'one', startTime: 1, endTime: 3 },
  { id: 'two', text: 'two three', startTime: 3.5, endTime: 5, words: [{ text: 'two', startTime: 3.5, endTime: 4 }] },
  { id: 'six', text: 'six', startTime: 6, endTime: 8 },
];
const subtitles = (rest: object = {}) => ({ id: 's', type: 'subtitles' as const, cues, ...rest });
/** A span of a talk of 12 s. */
const part = (id: string, from: number, to: number, rest: object = {}) =>
  video(id, 30, { from, to, isTrimmed: true, startTime: from, endTime: to, ...rest });
const talk = [part('a', 0, 3), part('b', 3, 6), part('c', 6, 10)];

/** Spoken cues as "text from–to". */
function said(project: Project): string[] {
  expect(parseProject(structuredClone(project))).toMatchObject({ ok: true });
  return cueTracks(project).flatMap((track) => track.cues.map((one) => `${one.text} ${one.startTime}–${one.endTime}`));
}

describe('cues when their scene loses a span of time', () => {
  it('are removed with the audio, and later ones move up', () => {
    const left = rippleRemove(makeProject([scene('x', [subtitles(), ...talk])]), ['b']);
    expect(said(left)).toEqual(['one 1–3', 'six 3–5']);
    expect(layerOf(left, 'c', 'video')).toMatchObject({ from: 3, to: 7 });
    const first = rippleRemove(makeProject([scene('x', [subtitles({ from: 0.5, to: 9 }), ...talk])]), ['a']);
    expect(said(first)).toEqual(['one 0–0.5', 'two three 1–2.5', 'six 3.5–5.5']);
    const two = rippleRemove(makeProject([scene('x', [subtitles({ from: 2, at: 2 }), ...talk])]), ['a', 'c']);
    expect(said(two)).toEqual(['two three 0.5–2']);
  });

  it.each([
    [
      'another voice is heard meanwhile',
      [subtitles(), ...talk, { id: 'voice', type: 'audio' as const, url: 'v.mp3', duration: 10 }],
    ],
    ['they are locked', [subtitles({ isLocked: true }), ...talk]],
    ['it is no sound at all', [subtitles(), image('b', { from: 3, to: 6 }), part('a', 0, 10)]],
  ])('stay if %s', (_, layers) => {
    const left = rippleRemove(makeProject([scene('x', [...layers, part('end', 20, 21)])]), ['b']);
    expect(said(left)).toEqual(['one 1–3', 'two three 3.5–5', 'six 6–8']);
  });

  it('are removed with a silent span, such as a frozen frame', () => {
    const silent = [subtitles(), part('a', 0, 3), part('b', 3, 6, { isMuted: true }), part('c', 6, 10)];
    expect(said(rippleRemove(makeProject([scene('x', silent)]), ['b']))).toEqual(['one 1–3', 'six 3–5']);
    const project = makeProject([scene('x', [subtitles(), ...talk])]);
    const { project: frozen, frozenId } = good(freezeFrame(project, 'a', 1.5, countedIds()));
    expect(said(rippleRemove(frozen, [frozenId]))).toEqual(said(project));
  });

  it('are removed together with a subtitles layer that has no other time', () => {
    const own = (id: string, from: number, to: number) => subtitles({ id, from, to, at: from });
    const project = makeProject([scene('x', [own('s1', 0, 3), own('s2', 3, 6), own('s3', 6, 10), ...talk])]);
    const left = rippleRemove(project, ['b']);
    expect(sceneAt(left, 0).layers.map(({ id }) => id)).toEqual(['s1', 's3', 'a', 'c']);
    expect(said(left)).toEqual(['one 1–3', 'six 3–5']);
  });

  it('move up if they follow a gap that another voice plays through', () => {
    const voice = { id: 'voice', type: 'audio' as const, url: 'v.mp3', duration: 2.5, from: 6 };
    const late = subtitles({ from: 11 });
    const project = makeProject([scene('x', [late, voice, part('d', 10, 12), part('e', 20, 21), ...talk])]);
    const left = rippleRemove(project, ['a', 'c']);
    expect(said(left)).toEqual(['one 5–7', 'two three 7.5–9', 'six 10–12']);
    expect(layerOf(left, 'd', 'video')).toMatchObject({ from: 3, to: 5 });
  });

  it('move up if only ducked music plays meanwhile', () => {
    const music = { id: 'm', type: 'audio' as const, url: 'm.mp3', duration: 10, ducking: {} };
    const left = rippleRemove(makeProject([scene('x', [subtitles(), ...talk, music])]), ['b']);
    expect(said(left)).toEqual(['one 1–3', 'six 3–5']);
  });
});

it('gives a scene its default length when it loses its last video and its time', () => {
  const project = makeProject([scene('x', [text('t', { from: 3, to: 5 }), video('v', 3)]), scene('y', [image('i')])]);
  const left = rippleRemove(project, ['v']);
  expect(sceneDuration(left, sceneAt(left, 0))).toBe(1);
  expect(layerOf(left, 't', 'text')).toMatchObject({ to: 2 });
});

describe('around a frozen frame', () => {
  it('cues of the frozen video continue after it, and later layers make room', () => {
    const project = makeProject([scene('x', [subtitles(), text('t', { from: 7, to: 9 }), ...talk])]);
    const { project: frozen } = good(freezeFrame(project, 'b', 4.5, countedIds()));
    expect(said(frozen)).toEqual(['one 1–3', 'two three 3.5–7', 'six 8–10']);
    expect(layerOf(frozen, 'c', 'video')).toMatchObject({ from: 8, to: 12 });
    expect(layerOf(frozen, 't', 'text')).toMatchObject({ from: 9, to: 11 });
    const last = good(freezeFrame(project, 'b', 6, countedIds())).project;
    expect(said(last)).toEqual(['one 1–3', 'two three 3.5–5', 'six 8–10']);
    expect(layerOf(last, 'c', 'video')).toMatchObject({ from: 8, to: 12 });
  });

  it('no cue moves after a video without a successor', () => {
    const voice = { id: 'voice', type: 'audio' as const, url: 'v.mp3', duration: 2, from: 6 };
    const project = makeProject([scene('x', [subtitles(), voice, part('a', 0, 3), part('e', 10, 12)])]);
    expect(said(good(freezeFrame(project, 'a', 3, countedIds())).project)).toEqual(said(project));
  });

  it.each([
    ['begins later', { from: 7.5 }, [], ['one 1–5', 'two three 5.5–7', 'six 6–8', 'voice 8–9']],
    [
      'is locked',
      { from: 7.5, isLocked: true },
      [part('c', 6, 7)],
      ['one 1–5', 'two three 5.5–7', 'six 8–10', 'voice 8–9'],
    ],
  ])('cues of a voice that %s and stays keep their times', (_, rest, more, expected) => {
    const voice = { id: 'voice', type: 'audio' as const, url: 'v.mp3', duration: 2, ...rest };
    const spoken = { cues: [...cues, { id: 'v', text: 'voice', startTime: 8, endTime: 9 }] };
    const project = makeProject([scene('x', [subtitles(spoken), voice, part('a', 0, 6), ...more, part('e', 12, 13)])]);
    expect(said(good(freezeFrame(project, 'a', 2, countedIds())).project)).toEqual(expected);
    // In separate layers.
    const own = (id: string, from: number, to: number) => subtitles({ ...spoken, id, from, to, at: from });
    const cut = makeProject([
      scene('x', [own('s1', 0, 7.5), own('s2', 7.5, 12), voice, part('a', 0, 6), ...more, part('e', 12, 13)]),
    ]);
    const frozen = good(freezeFrame(cut, 'a', 2, countedIds())).project;
    expect(layerOf(frozen, 's2', 'subtitles')).toMatchObject({ from: 7.5 });
    expect(layerOf(frozen, 's1', 'subtitles')).toMatchObject({ to: 9.5 });
  });

  it('nothing moves for a video in a video', () => {
    const project = makeProject([
      scene('x', [part('b', 3, 6, { isMuted: true }), subtitles(), part('a', 0, 6), part('c', 6, 10)]),
    ]);
    const { project: frozen } = good(freezeFrame(project, 'b', 4.5, countedIds()));
    expect(layerOf(frozen, 'c', 'video')).toMatchObject({ from: 6, to: 10 });
    expect(said(frozen)).toEqual(said(project));
  });
});

it('keeps spoken times when the start of subtitles is moved', () => {
  const project = makeProject([scene('x', [subtitles(), video('v', 10)])]);
  const later = trimLayerTime(project, 's', 'start', 2);
  expect(said(later)).toEqual(['one 2–3', 'two three 3.5–5', 'six 6–8']);
  expect(said(trimLayerTime(later, 's', 'start', 0))).toEqual(said(project));
  const own = makeProject([scene('x', [subtitles({ from: 2 }), video('v', 12)])]);
  const earlier = trimLayerTime(own, 's', 'start', 0.5);
  expect(said(earlier)).toEqual(said(own));
  expect(layerOf(earlier, 's', 'subtitles').cues[1]?.words?.[0]).toMatchObject({ startTime: 5, endTime: 5.5 });
});
