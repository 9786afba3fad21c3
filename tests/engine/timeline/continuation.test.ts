import { describe, expect, it } from 'vitest';
import { mediaRateAt, mediaTimeAt } from '../../../engine/timeline/mediaTime.ts';
import { resolveFrame } from '../../../engine/timeline/resolve.ts';
import { type AudioClip, soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { sceneSpans } from '../../../engine/timeline/spans.ts';
import { makeProject, scene, text, video } from '../make.ts';

const transition = { type: 'dissolve', duration: 0.5 } as const;
const trimmed = { isTrimmed: true, startTime: 2, endTime: 4 };

/** Two scenes with a transition in between. The first one lasts 2 s. */
function twoScenes(layer: object, more: object[] = []) {
  const next = video('w', 3);
  return makeProject([
    scene('a', [video('v', 9, { ...trimmed, ...layer }), ...(more as [])]),
    scene('b', [next], { transition }),
  ]);
}

describe('a layer in the transition after its scene', () => {
  it.each([
    ['plays on after its trim', {}, 4.25, 1],
    ['plays on at its speed', { speed: 0.5, playLength: 2 }, 3.125, 0.5],
    ['plays backwards before its trim', { isReversed: true }, 4 - 0.01 - 2.25, -1],
    ['plays on where its scene cuts it', { endTime: 8, playLength: 2 }, 4.25, 1],
    ['starts over in a loop', { endTime: 3, loopMode: 'duration', playLength: 2 }, 2.25, 1],
    ['holds its last frame at the end of its file', { duration: 4 }, 3.99, 0],
    ['holds its last frame if its file has little more', { duration: 4.1 }, 4.09, 0],
    ['holds the start of a boomerang', { endTime: 3, isBoomeranged: true }, 2, 0],
    ['holds a frozen frame', { stopMotion: { stills: 0.5, hold: 2 } }, 2, 0],
  ])('%s', (_, layer, time, rate) => {
    const scenes = sceneSpans(twoScenes(layer));
    expect(scenes[0]?.end).toBe(2);
    const outgoing = resolveFrame(scenes, 2.25).outgoing?.frame.layers[0];
    expect(outgoing?.mediaTime).toBeCloseTo(time, 6);
    expect(outgoing?.mediaRate).toBe(rate);
  });

  it('holds its last frame if it ended before its scene', () => {
    const short = video('u', 9, { isTrimmed: true, startTime: 1, endTime: 2 });
    const [first] = sceneSpans(twoScenes({}, [short]));
    const span = first?.layers.find(({ layer }) => layer.id === 'u');
    expect(span && mediaTimeAt(span, 2.25)).toBeCloseTo(1.99, 6);
    expect(span && mediaRateAt(span, 2.25)).toBe(0);
  });

  it('is visible if it is visible at the end of its scene, with its animations over', () => {
    const texts = [
      text('early', { to: 1.5 }),
      text('last'),
      text('left', { animateOut: { type: 'fade', duration: 0.5 } }),
    ];
    const seen = resolveFrame(sceneSpans(twoScenes({}, texts)), 2.25).outgoing?.frame.layers ?? [];
    expect(seen.map(({ layer, animation }) => [layer.id, animation.opacity])).toEqual([
      ['left', 0],
      ['last', 1],
      ['v', 1],
    ]);
  });

  it('changes nothing before the transition, and nothing without one', () => {
    const cut = { ...twoScenes({}), scenes: twoScenes({}).scenes.map(({ transition: _, ...rest }) => rest) };
    for (const t of [0, 0.5, 1.9])
      expect(resolveFrame(sceneSpans(twoScenes({})), t)).toEqual(resolveFrame(sceneSpans(cut), t));
    expect(sceneSpans(cut).flatMap(({ layers }) => layers.flatMap(({ continued }) => continued ?? []))).toEqual([]);
  });
});

describe('audio in a transition', () => {
  const heard = (layer: object) =>
    soundtrack(twoScenes(layer)).map(({ start, end, mediaStart, mediaEnd, fadeIn, fadeOut }: AudioClip) => ({
      ...{ start, end, mediaStart, mediaEnd, fadeIn, fadeOut },
    }));

  it('crossfades with the audio that follows the trim', () => {
    expect(heard({})).toMatchObject([
      { start: 0, end: 2.5, mediaStart: 2, fadeIn: 0, fadeOut: 0.5 },
      { start: 2, end: 5, fadeIn: 0.5, fadeOut: 0 },
    ]);
  });

  it('fades out until the file ends if that is earlier', () => {
    const [first] = heard({ duration: 4.2 });
    expect(first?.end).toBeCloseTo(2.2, 6);
    expect(first?.fadeOut).toBeCloseTo(0.2, 6);
  });

  it.each([
    ['the file has no more', { duration: 4 }],
    ['it fades out by itself', { fadeOut: 0.3 }],
    ['it is muted', { isMuted: true }],
  ])('stays as it is if %s', (_, layer) => {
    const clips = heard(layer);
    expect(clips.at(-1)).toMatchObject({ start: 2, end: 5, fadeIn: 0 });
    expect(clips.slice(0, -1).every(({ end }) => end === 2)).toBe(true);
  });
});
