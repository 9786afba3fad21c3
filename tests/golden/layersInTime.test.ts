import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import { frameNumberOf } from '../../fixtures/makers/numbers.ts';
import { decodeFrames } from '../support/decode.ts';
import { meanDifference } from '../support/meanDifference.ts';
import { paintFrames } from '../support/paintFrames.ts';
import { framesOf, locally, onsetsOf, openRenderLab, projectOf, samplesOf } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lake = resolve('fixtures/media/lake.jpg');
const lab = openRenderLab('layers-in-time');
afterAll(lab.close);

const fps = 30;
const size = { width: 320, height: 180 };
const full = { x: '0%', y: '0%', width: '100%', height: '100%' };
/** A quarter of the canvas: 0 top left, 1 top right, 2 bottom left, 3 bottom right. */
const quarter = (place: number) => ({
  x: `${(place % 2) * 50}%`,
  y: `${Math.floor(place / 2) * 50}%`,
  width: '50%',
  height: '50%',
});
const middles = [0, 1, 2, 3].map((place) => [80 + (place % 2) * 160, 45 + Math.floor(place / 2) * 90] as const);

const rectangle = (id: string, background: string, position: object, time: object = {}) => ({
  id,
  type: 'shape',
  shapeType: 'rectangle',
  background,
  position,
  ...time,
});
const video = (id: string, time: object, trim = [0, 1]) => ({
  id,
  type: 'video',
  url: numbers,
  objectFit: 'fill',
  isTrimmed: true,
  startTime: trim[0],
  endTime: trim[1],
  isMuted: true,
  ...time,
});
/** Numbers of the frames between two times in seconds. */
const windowOf = (from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, n) => n).filter((n) => n / fps >= from - 1e-6 && n / fps < to - 1e-6);

/** Numbers of the frames in which a pixel has a color (red, green, blue), with a tolerance of 40. */
function framesWith(frames: readonly Uint8ClampedArray[], [x, y]: readonly [number, number], color: readonly number[]) {
  const at = (y * size.width + x) * 4;
  return frames.flatMap((frame, n) =>
    color.every((value, i) => Math.abs((frame[at + i] as number) - value) < 40) ? [n] : [],
  );
}

describe('layers with a start and an end', () => {
  it('are visible exactly in their frames, as one image sequence where nothing moves', async () => {
    const times = [
      [0.5, 1.5],
      [0.51, 0.99],
      [1 / 3, 2],
      [1.999, 5],
    ] as const;
    const colors = ['#ff0000', '#00ff00', '#0000ff', '#ffff00'];
    const layers = times.map(([from, to], i) => rectangle(`r${i}`, colors[i] as string, quarter(i), { from, to }));
    const body = { ...size, scenes: [{ id: 's', duration: 3, layers }] };
    const frames = framesOf(await lab.render(body), size.width, size.height);
    expect(frames).toHaveLength(90);
    const rgb = [
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
      [255, 255, 0],
    ];
    for (const [i, [from, to]] of times.entries()) {
      const there = framesWith(frames, middles[i] as [number, number], rgb[i] as number[]);
      expect(there, `${from} to ${to}`).toEqual(windowOf(from, to, 90));
    }
  });

  it('play as videos from their start, above and below images', async () => {
    const layers = [
      rectangle('front', '#0000ff', { x: '75%', y: '50%', width: '25%', height: '50%' }, { from: 0.6, to: 1.1 }),
      video('second', { from: 1.25, to: 2.75 }, [5, 6]),
      rectangle('under', '#ff0000', full, { from: 0.2, to: 2.9 }),
      video('first', { from: 0.51 }, [1, 3.49]),
    ];
    const body = { ...size, scenes: [{ id: 's', layers }] };
    const frames = framesOf(await lab.render(body), size.width, size.height);
    // As long as the last video: 0.51 + 2.49 s.
    expect(frames).toHaveLength(90);
    expect(framesWith(frames, [300, 135], [0, 0, 255])).toEqual(windowOf(0.6, 1.1, 90));
    const seen = windowOf(1.25, 2.75, 90);
    const played = (n: number) => Math.min(5.99, 5 + n / fps - 1.25);
    expect(seen.map((n) => frameNumberOf(frames[n] as Uint8ClampedArray, size.width))).toEqual(
      seen.map((n) => Math.floor((played(n) + 0.005) * fps)),
    );
    const red = framesWith(frames, [20, 20], [255, 0, 0]);
    expect(red).toEqual(windowOf(0.2, 2.9, 90).filter((n) => !seen.includes(n)));
    const last = windowOf(2.9, 3, 90);
    expect(last.map((n) => frameNumberOf(frames[n] as Uint8ClampedArray, size.width))).toEqual(
      last.map((n) => Math.floor((1 + n / fps - 0.51 + 0.005) * fps)),
    );
  });

  it('are exact in a later scene, in reverse, in a loop and in a GIF', async () => {
    const scenes = [
      { id: 'a', duration: 0.71, layers: [rectangle('a1', '#00ff00', full)] },
      {
        id: 'b',
        duration: 1.3,
        layers: [
          video('back', { from: 0.3, to: 1.1, isReversed: true, speed: 2, converted_gif: true }, [2, 3]),
          rectangle('b1', '#ff0000', full, { from: 0.1, to: 1.2 }),
        ],
      },
    ];
    const body = { ...size, scenes };
    const shown = framesOf(await lab.render(body), size.width, size.height);
    const back = windowOf(1.01, 1.81, shown.length);
    const red = framesWith(shown, [20, 20], [255, 0, 0]);
    expect(red).toEqual(windowOf(0.81, 1.91, shown.length).filter((n) => !back.includes(n)));
    const read = back.map((n) => frameNumberOf(shown[n] as Uint8ClampedArray, size.width));
    // One run takes 15 frames, each two source frames further back.
    expect(read.slice(1, 15).map((number, i) => (read[i] as number) - number)).toEqual(Array(14).fill(2));
    // The run started 23 ms before the first frame that shows it: 47 ms of the source are over.
    expect([read[0], read.slice(15)]).toEqual([88, read.slice(0, 9)]);
    const gif = framesOf(await lab.render({ ...body, videoType: 'gif' }), size.width, size.height);
    const steps = gif.map((_, n) => n).filter((n) => n / 15 >= 0.81 - 1e-6 && n / 15 < 1.01 - 1e-6);
    expect(framesWith(gif, [20, 20], [255, 0, 0]).filter((n) => n < 16)).toEqual(steps);
  });
});

it('plays audio layers from their start at their speed and volume', async () => {
  const sound = (id: string, more: object) => ({ id, type: 'audio', url: numbers, isTrimmed: true, ...more });
  const layers = [
    // Beeps are at whole seconds of the file.
    sound('one', { from: 0.7, startTime: 0.5, endTime: 2.5 }),
    sound('two', { from: 2, startTime: 3.4, endTime: 5.4, to: 2.9 }),
    sound('mute', { from: 0.1, startTime: 0.9, endTime: 2, isMuted: true }),
  ];
  const out = await lab.render({ ...size, scenes: [{ id: 's', duration: 4, layers }] });
  const onsets = onsetsOf(samplesOf(out));
  const wrong = [1.2, 2.2, 2.6].map((at, i) => Math.abs((onsets[i] as number) - at));
  expect([onsets.length, Math.max(...wrong) < 0.03]).toEqual([3, true]);
});

it('renders animated texts, filtered images and texts with a background as painted', async () => {
  const layers = [
    {
      id: 'hue',
      type: 'text',
      text: 'Hue',
      color: '#3366ff',
      animation: { id: 'hue-rotate' },
      position: quarter(1),
      from: 0.4,
      to: 1.6,
    },
    { id: 'focus', type: 'text', text: 'Focus', animation: { id: 'text-focus-in' }, position: quarter(0), from: 0.55 },
    {
      id: 'ground',
      type: 'text',
      text: 'Ground',
      backgroundStyle: 'wrap',
      color: '#ffffff',
      position: quarter(3),
      to: 1.2,
    },
    {
      id: 'lake',
      type: 'image',
      url: lake,
      flipped: true,
      saturation: 20,
      vignette: 60,
      position: quarter(2),
      from: 0.3,
    },
    video('video', {}, [1, 3]),
  ];
  const body = { ...size, quality: 'high', scenes: [{ id: 's', layers }] };
  const out = await lab.render(body);
  const times = [0.1, 0.35, 0.5, 0.6, 0.9, 1.3, 1.8];
  const painted = await paintFrames(projectOf(body), times, locally);
  const numbers = times.map((t) => Math.floor(t * 30 + 1e-6));
  const shown = decodeFrames(out, numbers, size.width, size.height);
  for (const [i, surface] of painted.entries())
    expect(meanDifference(pixelsOf(surface), shown[i] as Uint8ClampedArray), `at ${times[i]} s`).toBeLessThan(2.5);
});

it.each([5, 6, 8, 11, 13])('ends a typewriter animation of %i letters with its last letter', (letters) => {
  const duration = letters / 15 + 0.01;
  const text = { id: 't', type: 'text', text: 'x'.repeat(letters), animation: { id: 'typewriter', duration } };
  const scenes = [{ id: 's', isImageVideo: true, duration: 3, layers: [text] }];
  const { bitmaps } = compileRender(projectOf({ width: 160, height: 90, scenes }), new Map());
  const last = bitmaps.find(({ times }) => times.length > 1)?.times.at(-1) ?? 0;
  expect(last).toBeCloseTo(duration, 6);
});

it.each([
  ['whole', {}],
  ['in segments', { segmentLength: 3 }],
])('a hue that rotates keeps its pace, in runs of no whole number of frames, from between two: %s', async (_, how) => {
  const block = { text: '█', color: '#d03030', fontSize: '60px', fontFamily: 'Arial' };
  const layer = (id: string, corner: number, more: object) => ({
    id,
    type: 'text',
    ...block,
    position: quarter(corner),
    ...more,
  });
  const layers = [
    layer('whole', 0, { animation: { id: 'hue-rotate', duration: 0.91 } }),
    layer('between', 1, { animation: { id: 'hue-rotate', duration: 1.033 }, from: 0.05 }),
    layer('part', 2, { animation: { id: 'hue-rotate', duration: 0.77 }, from: 1.21, to: 8.99 }),
  ];
  const body = { ...size, quality: 'high', scenes: [{ id: 's', isImageVideo: true, duration: 10, layers }] };
  const out = await lab.render(body, how);
  const times = [0, 27 / 30, 30 / 30, 2, 5.5, 8.9, 299 / 30];
  const painted = await paintFrames(projectOf(body), times, locally);
  const frames = times.map((time) => Math.round(time * 30));
  const shown = decodeFrames(out, frames, size.width, size.height);
  for (const [i, surface] of painted.entries())
    expect(meanDifference(pixelsOf(surface), shown[i] as Uint8ClampedArray), `at ${times[i]} s`).toBeLessThan(0.95);
});
