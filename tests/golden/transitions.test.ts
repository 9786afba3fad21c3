import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { transitionTypes } from '../../engine/project/videoEffects.ts';
import { meanDifference } from '../support/meanDifference.ts';
import { framesOf, openRenderLab } from '../support/renderLab.ts';

const lab = openRenderLab('transitions');
afterAll(lab.close);
const [width, height] = [256, 144];
const media = (name: string) => resolve('fixtures/media', name);
const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };
const moving = (id: string, url: string, more: object = {}) => ({
  id,
  layers: [
    {
      id: `${id}-v`,
      type: 'video',
      url: media(url),
      position: whole,
      isMuted: true,
      isTrimmed: true,
      startTime: 1,
      endTime: 2,
      ...more,
    },
  ],
});
const standing = (id: string, url: string, duration: number) => ({
  id,
  duration,
  isImageVideo: true,
  layers: [{ id: `${id}-i`, type: 'image', url: media(url), position: whole }],
});

const kinds = transitionTypes.filter((type) => type !== 'cut');

type Frame = Uint8ClampedArray;
/** Color at a position from 0 to 1 across and down, at pixel centers. */
type Look = (x: number, y: number) => readonly number[];
type Mix = (before: Look, after: Look, x: number, y: number, progress: number) => readonly number[];

const blend = (a: readonly number[], b: readonly number[], share: number) =>
  a.map((value, i) => value * (1 - share) + (b[i] as number) * share);
/** Expected pixels of transitions, written from their descriptions. */
const mixes: Record<string, Mix> = {
  fade: (before, after, x, y, progress) =>
    (progress < 0.5 ? before(x, y) : after(x, y)).map((value) => value * Math.abs(1 - 2 * progress)),
  dissolve: (before, after, x, y, progress) => blend(before(x, y), after(x, y), progress),
  slide: (before, after, x, y, progress) => {
    const place = x + Math.round(progress * width) / width;
    return place < 1 ? before(place, y) : after(place - 1, y);
  },
  wipe: (before, after, x, y, progress) => (x < 1 - progress ? before(x, y) : after(x, y)),
  'fade-white': (before, after, x, y, progress) =>
    blend([255, 255, 255], progress < 0.5 ? before(x, y) : after(x, y), Math.abs(1 - 2 * progress)),
  push: (before, after, x, y, progress) => {
    const place = x + Math.round((1 - (1 - progress) ** 3) * width) / width;
    return place < 1 ? before(place, y) : after(place - 1, y);
  },
  cover: (before, after, x, y, progress) => {
    const place = x - 1 + Math.round(progress * width) / width;
    return place < 0 ? before(x, y) : after(place, y);
  },
  iris: (before, after, x, y, progress) =>
    Math.hypot((x - 0.5) * width, (y - 0.5) * height) < (progress * Math.hypot(width, height)) / 2
      ? after(x, y)
      : before(x, y),
  clock: (before, after, x, y, progress) => {
    const angle = Math.atan2((x - 0.5) * width, (0.5 - y) * height);
    return (angle < 0 ? angle + 2 * Math.PI : angle) < 2 * Math.PI * progress ? after(x, y) : before(x, y);
  },
  zoom: (before, after, x, y, progress) => {
    const near = (place: number) => (place - 0.5) / (1 + progress / 2) + 0.5;
    return blend(before(near(x), near(y)), after(x, y), progress);
  },
};

interface Scene {
  layers: object[];
}

/** All transitions are rendered in one project: for each, these scenes in this order. @param first index of the first with it. */
const chainOf = (types: readonly string[], scenes: readonly Scene[], first: number, duration: number) =>
  types.flatMap((type) =>
    scenes.map((scene, i) => ({
      ...scene,
      id: `${type}-${i}`,
      layers: scene.layers.map((layer) => ({ ...layer, id: `${type}-${i}-layer` })),
      ...(i < first ? {} : { transition: { type, duration } }),
    })),
  );

const rendered = async (scenes: object[], more: object = {}) =>
  framesOf(await lab.render({ width, height, ...more, scenes }), width, height);

describe('a transition', () => {
  it('mixes what follows the previous scene in its source with the next scene at every moment', async () => {
    const scenes = [moving('a', 'mountains.mp4', { playLength: 0.5 }), moving('b', 'long.mp4', { playLength: 0.6 })];
    const cut = await rendered(scenes);
    const before = (await rendered([moving('a', 'mountains.mp4', { playLength: 1 })])).slice(15);
    const frames = await rendered(chainOf(Object.keys(mixes), scenes, 1, 0.5));
    expect(frames).toHaveLength(33 * Object.keys(mixes).length);
    for (const [k, type] of Object.keys(mixes).entries()) {
      const own = frames.slice(33 * k, 33 * (k + 1));
      for (const i of [0, 1, 7, 8, 14]) expectMix(own, cut, { type, from: 15, i, count: 15, before });
      for (const i of [0, 8, 14, 30, 32])
        expect(meanDifference(own[i] as Frame, cut[i] as Frame), `${type}, frame ${i}`).toBeLessThan(3);
    }
  });

  it('mixes scenes in a GIF too', async () => {
    const scenes = [standing('a', 'lake.jpg', 0.4), standing('b', 'forest.jpg', 0.8)];
    const cut = await rendered(scenes, { videoType: 'gif' });
    const frames = await rendered(chainOf(Object.keys(mixes), scenes, 1, 0.5), { videoType: 'gif' });
    expect(frames).toHaveLength(18 * Object.keys(mixes).length);
    for (const [k, type] of Object.keys(mixes).entries())
      for (const i of [0, 2, 5, 7])
        expectMix(frames.slice(18 * k, 18 * (k + 1)), cut, { type, from: 6, i, count: 8, most: 9 });
  });

  it('between scenes with a transparent background keeps it transparent in a GIF, unless it fades through a color or flips', async () => {
    const bar = (id: string, x: string) => ({
      id,
      background: '#00000000',
      duration: 0.4,
      isImageVideo: true,
      layers: [
        {
          ...{ id: `${id}-r`, type: 'shape', shapeType: 'rectangle', background: '#ff0000' },
          position: { x, y: '0%', width: '20%', height: '50%' },
        },
      ],
    });
    const opaque = ['fade', 'fade-white', 'flip'];
    const frames = await rendered(chainOf(kinds, [bar('a', '0%'), bar('b', '80%')], 1, 0.4), { videoType: 'gif' });
    const middle = (width / 2 + Math.round(0.83 * height) * width) * 4 + 3;
    for (const [k, type] of kinds.entries()) {
      const alphas = frames.slice(12 * k, 12 * (k + 1)).map((frame) => frame[middle]);
      expect(alphas, type).toEqual([...Array(6).fill(0), ...Array(6).fill(opaque.includes(type) ? 255 : 0)]);
    }
  });
});

describe('scenes shorter than their transition', () => {
  it('use their whole length for it, one after the other', async () => {
    const scenes = [
      standing('a', 'lake.jpg', 0.2),
      standing('b', 'forest.jpg', 0.3),
      moving('c', 'long.mp4', { playLength: 0.4 }),
      standing('d', 'portrait.jpg', 0.5),
    ];
    const transitions = [undefined, 'wipe', 'dissolve', 'slide'];
    const cut = await rendered(scenes);
    const frames = await rendered(
      scenes.map((scene, i) =>
        transitions[i] ? { ...scene, transition: { type: transitions[i], duration: 2 } } : scene,
      ),
    );
    expect(frames).toHaveLength(42);
    for (const i of [0, 3, 8]) expectMix(frames, cut, { type: 'wipe', from: 6, i, count: 9 });
    for (const i of [0, 5, 11]) expectMix(frames, cut, { type: 'dissolve', from: 15, i, count: 12 });
    const before = (await rendered([moving('c', 'long.mp4', { playLength: 0.9 })])).slice(12);
    for (const i of [0, 7, 14]) expectMix(frames, cut, { type: 'slide', from: 27, i, count: 15, before });
  });

  it('can have a single frame, whatever the transition', async () => {
    const scenes = [
      standing('a', 'lake.jpg', 0.1),
      standing('b', 'forest.jpg', 0.02),
      standing('c', 'portrait.jpg', 0.08),
    ];
    const cut = await rendered(scenes);
    expect(cut).toHaveLength(6);
    const frames = await rendered(chainOf(kinds, scenes, 1, 1));
    expect(frames).toHaveLength(6 * kinds.length);
    // The only frame of a transition is at its start.
    for (const [k, type] of kinds.entries())
      expect(meanDifference(frames[6 * k + 3] as Frame, cut[2] as Frame), type).toBeLessThan(3);
  });
});

/**
 * @param from first frame of the next scene. @param i frame within it. @param count frames of the transition.
 * @param before frames of the previous scene after its end; absent: it stands still.
 */
function expectMix(
  frames: readonly Frame[],
  cut: readonly Frame[],
  {
    type,
    from,
    i,
    count,
    most = 3,
    before: continued,
  }: { type: string; from: number; i: number; count: number; most?: number; before?: readonly Frame[] },
): void {
  const mix = mixes[type] as Mix;
  const [before, after] = [lookOf((continued?.[i] ?? cut[from - 1]) as Frame), lookOf(cut[from + i] as Frame)];
  // Every third pixel across and down tells as much as all of them.
  const [expected, found]: [number[], number[]] = [[], []];
  for (let y = 0; y < height; y += 3) {
    for (let x = 0; x < width; x += 3) {
      const at = (y * width + x) * 4;
      expected.push(...mix(before, after, (x + 0.5) / width, (y + 0.5) / height, i / count), 255);
      found.push(...(frames[from + i] as Frame).subarray(at, at + 4));
    }
  }
  const difference = meanDifference(new Uint8ClampedArray(found), new Uint8ClampedArray(expected));
  expect(difference, `${type}, frame ${i} of ${count}`).toBeLessThan(most);
}

/** Colors are interpolated between pixel centers. */
function lookOf(frame: Frame): Look {
  const pixel = (x: number, y: number) => {
    const at = (Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) * 4;
    return [frame[at] as number, frame[at + 1] as number, frame[at + 2] as number];
  };
  return (x, y) => {
    const [px, py] = [x * width - 0.5, y * height - 0.5];
    const [left, top] = [Math.floor(px), Math.floor(py)];
    const row = (line: number) => blend(pixel(left, line), pixel(left + 1, line), px - left);
    return blend(row(top), row(top + 1), py - top);
  };
}
