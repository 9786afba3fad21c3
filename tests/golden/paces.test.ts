import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaTimeAt } from '../../engine/timeline/mediaTime.ts';
import { layerSpans } from '../../engine/timeline/spans.ts';
import { numbersIn, openRenderLab, projectOf } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('paces');
afterAll(lab.close);
const webm = join(lab.temp, 'numbers.webm');

beforeAll(() => {
  // Times in milliseconds, and only one key frame.
  const encode = ['-c:v', 'libvpx', '-b:v', '2M', '-deadline', 'realtime', '-g', '9999', '-an'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-t', '4', '-i', numbers, ...encode, webm]);
});

describe('every output frame shows the source frame of its moment', () => {
  it.each<[string, object]>([
    ['at half speed', { startTime: 2, endTime: 3, speed: 0.5 }],
    ['at a quarter of the speed', { startTime: 2.51, endTime: 3.52, speed: 0.25 }],
    ['at double speed', { startTime: 1, endTime: 5, speed: 2 }],
    ['at an odd speed', { startTime: 0.5, endTime: 4, speed: 1.7 }],
    ['four times as fast', { startTime: 0, endTime: 8, speed: 4 }],
    ['four times as fast with times in milliseconds', { url: webm, startTime: 0.51, endTime: 3.7, speed: 4 }],
    ['slowly with times in milliseconds', { url: webm, startTime: 2, endTime: 3.01, speed: 0.7 }],
    ['backwards', { startTime: 4, endTime: 6, isReversed: true }],
    ['backwards to the very start', { endTime: 1.5, isReversed: true }],
    ['backwards from the very end', { startTime: 8.5, endTime: 10, isReversed: true }],
    ['backwards and fast', { startTime: 2.33, endTime: 7.01, isReversed: true, speed: 1.7 }],
    ['backwards and slowly', { startTime: 5.5, endTime: 6.5, isReversed: true, speed: 0.5 }],
    [
      'backwards, of which only the beginning is shown',
      { startTime: 2, endTime: 8, isReversed: true, playLength: 1.5 },
    ],
    ['to and fro', { startTime: 3, endTime: 4.23, isBoomeranged: true }],
    ['fro and to', { startTime: 3, endTime: 4.23, isBoomeranged: true, isReversed: true }],
    ['to and fro and fast', { startTime: 1, endTime: 5.05, isBoomeranged: true, speed: 2.5 }],
    ['to and fro, of which the end is not shown', { startTime: 3, endTime: 5, isBoomeranged: true, playLength: 2.8 }],
  ])('%s', async (_name, fields) => {
    await expectMoments(video(fields));
  });

  it.each<[string, object]>([
    ['of a fast part', { startTime: 1, endTime: 4.37, speed: 3, playLength: 5 }],
    ['of an odd length', { startTime: 2, endTime: 3.05, playLength: 8 }],
    ['backwards', { startTime: 2, endTime: 3.11, isReversed: true, playLength: 4 }],
    ['to and fro', { startTime: 2, endTime: 3.11, isBoomeranged: true, playLength: 6 }],
    [
      'fro and to at an odd speed',
      { startTime: 2, endTime: 3.3, isBoomeranged: true, isReversed: true, speed: 1.7, playLength: 6 },
    ],
  ])('in a loop %s', async (_name, fields) => {
    await expectMoments(video({ ...fields, loopMode: 'duration' }));
  });

  it('holds what a run ends with, also a run backwards', async () => {
    await expectMoments(video({ startTime: 2, endTime: 3, isReversed: true, playLength: 2 }));
    await expectMoments(video({ startTime: 2, endTime: 4, speed: 2, playLength: 2 }));
  });
});

describe('by way of files, where it would fill the memory', () => {
  // Room for 57 frames of this size.
  const memory = 20_000_000;

  it.each<[string, object]>([
    ['backwards', { startTime: 1.2, endTime: 7.51, isReversed: true }],
    ['backwards, and holds the last frame', { url: webm, startTime: 0, endTime: 3.9, isReversed: true, playLength: 5 }],
    ['to and fro', { startTime: 1, endTime: 5.2, isBoomeranged: true, speed: 1.3 }],
    ['to and fro in a loop', { startTime: 2, endTime: 4.05, isBoomeranged: true, loopMode: 'duration', playLength: 9 }],
    ['fast in a loop', { startTime: 0, endTime: 9.8, speed: 3.5, loopMode: 'duration', playLength: 6 }],
  ])('plays %s', async (_name, fields) => {
    await expectMoments(video(fields), memory);
  });
});

function video(fields: object): object {
  return {
    id: 'v',
    type: 'video',
    url: numbers,
    objectFit: 'fill',
    isTrimmed: true,
    isMuted: true,
    position: whole,
    ...fields,
  };
}

/** The background is seen below it, so that its frames must fall on those of the background. */
const whole = { x: '0%', y: '0%', width: '100%', height: '98%' };

/** Every frame must show the source frame of its moment, or the one beside it: at a border of two, either is right. */
async function expectMoments(layer: object, memory?: number): Promise<void> {
  const body = { width: 640, height: 360, quality: 'standard', scenes: [{ id: 's', layers: [layer] }] };
  const shown = numbersIn(await lab.render(body, memory ? { memory } : {}));
  const [span] = layerSpans(projectOf(body));
  if (!span) throw new Error('There is no span.');
  const expected = shown.map((_, i) => Math.floor((mediaTimeAt(span, i / 30) + 0.005) * 30));
  expect(shown).toHaveLength(Math.round((span.end - span.start) * 30));
  const off = shown.flatMap((number, i) =>
    Math.abs(number - (expected[i] as number)) > 1 ? [`frame ${i}: ${number} instead of ${expected[i]}`] : [],
  );
  expect(off).toEqual([]);
  const exact = shown.filter((number, i) => number === expected[i]).length;
  // A loop that starts over between two frames shows the one before for up to a frame longer.
  expect(exact / shown.length).toBeGreaterThan(0.4);
}
