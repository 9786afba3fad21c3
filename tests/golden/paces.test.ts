import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaFacts, withMediaFacts } from '../../engine/project/media.ts';
import { fpsOf, outputRate, sceneFrames } from '../../engine/timeline/frameRate.ts';
import { latenessOf, mediaTimeAt } from '../../engine/timeline/mediaTime.ts';
import { sceneSpans } from '../../engine/timeline/spans.ts';
import { counted, countedIn, frameTimes, makeCounted } from '../support/countedVideo.ts';
import { type LabOptions, openRenderLab, projectOf, sharedProbe } from '../support/renderLab.ts';

const lab = openRenderLab('paces');
afterAll(lab.close);

/** Sources of four seconds in containers with fine, coarse, late and millisecond timestamps. */
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12', '-bf', '2', '-g', '50'];
const uneven = [
  '-vf',
  "settb=1/90000,setpts='(N/30+0.009*sin(N*7))/TB'",
  '-fps_mode',
  'passthrough',
  '-enc_time_base',
  '1/90000',
];
const sources: [name: string, rate: string, args: string[]][] = [
  ['film.mp4', '24000/1001', h264],
  ['cinema.mp4', '24', [...h264, '-video_track_timescale', '24']],
  ['pal.mov', '25', [...h264, '-video_track_timescale', '600']],
  ['ntsc.mp4', '30000/1001', [...h264, '-video_track_timescale', '30000']],
  ['thirty.mp4', '30', h264],
  ['coarse.mp4', '30', [...h264, '-video_track_timescale', '30']],
  ['late.mkv', '30', [...h264, '-bf', '3', '-g', '250', '-output_ts_offset', '1.4']],
  ['fifty.mp4', '50', [...h264, '-bf', '0', '-g', '9999']],
  ['vp8.webm', '30', ['-c:v', 'libvpx', '-b:v', '1M', '-deadline', 'realtime', '-g', '9999']],
  ['broadcast.ts', '25', h264],
  ['theora.ogv', '30', ['-c:v', 'libtheora', '-q:v', '8', '-g', '64']],
  ['phone.mp4', '30', [...uneven, ...h264, '-video_track_timescale', '90000']],
  ['recorded.webm', '30', [...uneven, '-c:v', 'libvpx', '-b:v', '1M', '-deadline', 'realtime']],
  ['ntsc60.mp4', '60000/1001', h264],
  ['sixty.mov', '60', h264],
  ['drawn.gif', '30', []],
  ['slow-motion.mp4', '120', h264],
  ['slowest-motion.mp4', '240', h264],
];
const times = new Map<string, number[]>();
const probes: Parameters<typeof outputRate>[1] & Map<string, MediaFacts> = new Map();
const files: string[] = [];

beforeAll(async () => {
  for (const [name, rate, args] of sources) {
    const [count, per = 1] = rate.split('/').map(Number) as [number, number?];
    const path = makeCounted(join(lab.temp, name), rate, Math.round((4 * count) / per), args);
    files.push(path);
    times.set(path, frameTimes(path));
    probes.set(path, await sharedProbe(path));
  }
});

describe('source frames at each output frame', () => {
  // CUTROOM_LONG=1: a thousand timings, as before a release.
  const seeds = Array.from({ length: process.env.CUTROOM_LONG ? 167 : 4 }, (_, i) => i + 1);
  const ways: [string, object, LabOptions][] = [
    ['as a whole', {}, {}],
    ['in segments', {}, { segmentLength: 1.1 }],
    // Room for 45 frames.
    ['by way of files', {}, { memory: 45 * counted.width * counted.height * 1.5 }],
    ['in a GIF of few frames', { output: { type: 'gif', fps: 12 } }, {}],
  ];

  it.each(seeds)('are correct in six random timings, seed %i', async (seed) => {
    const [, output, options] = ways[seed % ways.length] as (typeof ways)[number];
    const random = randomOf(seed);
    const layers = Array.from({ length: 6 }, () => randomTiming(random));
    await expectMoments(layers, output, options);
  });

  it.each([1, 12.5, 23.98, 120])('are correct at a chosen rate of %d', async (fps) => {
    const named = (name: string) => files.find((file) => file.includes(name)) as string;
    const timings = ['thirty', 'ntsc60', 'phone', 'slow-motion', 'film'].map((name, i) => ({
      ...{ url: named(name), startTime: 0.5 + i / 10, endTime: 2.5, isReversed: i === 1 },
      ...(i === 3 ? { speed: 0.5 } : {}),
    }));
    const options = fps === 120 ? { segmentLength: 1.1 } : {};
    await expectMoments(timings, { output: { type: 'video', fps } }, options);
  });

  it('are correct for slow motion from the camera', async () => {
    const [url, fast] = ['slowest-motion', 'slow-motion'].map((name) => files.find((file) => file.includes(name)));
    const slow = { url, isTrimmed: true, startTime: 0, endTime: 1, speed: 0.25 };
    const scenes = [slow, { ...slow, isReversed: true }, { ...slow, url: fast }];
    const layers = scenes.map((scene, i) => ({ id: `v${i}`, type: 'video', objectFit: 'fill', ...scene }));
    const body = { ...counted, scenes: layers.map((layer) => ({ id: layer.id, layers: [layer] })) };
    const numbers = Array.from({ length: 240 }, (_, i) => i);
    const expected = [...numbers, ...numbers.toReversed(), ...numbers.map((i) => i >> 1)];
    expect(countedIn(await lab.render(body))).toEqual(expected);
  });

  it('are correct at NTSC rates where frames are mixed with masks', async () => {
    const url = files.find((file) => file.includes('ntsc.mp4')) as string;
    const masked = { url, startTime: 1, endTime: 2, chromaKey: { color: '#00ff00' }, vignette: 10 };
    await expectMoments([{ ...masked, isReversed: true }]);
    const layer = { ...masked, id: 'v', type: 'video', objectFit: 'fill', isTrimmed: true, from: 0.5, to: 0.8 };
    const shown = countedIn(
      await lab.render({ ...counted, scenes: [{ id: 's', background: '#000', layers: [layer] }] }),
    );
    expect(shown).toEqual(Array.from({ length: 24 }, (_, i) => (i >= 15 ? i + 15 : 0)));
  });

  it('are correct in special cases', async () => {
    const named = (name: string) => files.find((file) => file.includes(name)) as string;
    const [thirty, phone, recorded] = [named('thirty'), named('phone'), named('recorded')];
    await expectMoments([
      { url: thirty, startTime: 2, endTime: 3, speed: 0.25, isReversed: true },
      { url: thirty, startTime: 1, endTime: 2.023, speed: 0.25, isReversed: true, isBoomeranged: true },
      { url: named('slow-motion'), startTime: 1, endTime: 2, playLength: 1.4 },
      { url: named('slow-motion'), startTime: 1, endTime: 2.5, speed: 3, isReversed: true, playLength: 1 },
      { url: thirty, startTime: 2.9, endTime: 4 },
      { url: thirty, startTime: 1, endTime: 2.01, stopMotion: { stills: 10, hold: 0.1 }, isReversed: true },
      { url: named('late'), startTime: 1, endTime: 2.01, stopMotion: { stills: 15, hold: 0.2 }, playLength: 3 },
      // These last as long as a scene without a video, and loop.
      { url: named('drawn'), startTime: 1, endTime: 2.037, converted_gif: true },
      { url: named('drawn'), startTime: 0.5, endTime: 1.62, converted_gif: true, isBoomeranged: true, speed: 0.9 },
      { url: named('late'), startTime: 2.2, endTime: 3.4 },
      { url: thirty, startTime: 2, endTime: 3.05, loopMode: 'duration', playLength: 3.2 },
      ...[phone, recorded].flatMap((url) => [
        { url, startTime: 1, endTime: 2.037, loopMode: 'duration', playLength: 3.2 },
        { url, startTime: 1, endTime: 2.037, loopMode: 'duration', playLength: 3, isBoomeranged: true, speed: 1.3 },
      ]),
      { url: thirty, startTime: 1.995, endTime: 3.995, isReversed: true },
      { url: thirty, startTime: 0, endTime: 4, isReversed: true, playLength: 1.5 },
    ]);
    // More stills per second than frames: the last still, held at their rate, once never reached a next frame.
    const stills = { url: thirty, startTime: 1, endTime: 2, stopMotion: { stills: 30, hold: 0.05 }, playLength: 2 };
    await expectMoments([stills], { output: { type: 'gif', fps: 12 } });
  });
});

interface Timing {
  url: string;
  startTime: number;
  endTime: number;
  [field: string]: unknown;
}

/** A reproducible sequence of numbers from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 7), 61 | state);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomTiming(random: () => number): Timing {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const length = 1 + random() * 1.2;
  const startTime = pick([0, Math.round(random() * 56) / 20, random() * (4 - length)]);
  const endTime = Math.min(4, pick([startTime + length, Math.round((startTime + length) * 100) / 100]));
  const speed = pick([1, 1, 0.25, 0.5, 2, 4, Math.round((0.25 + random() * 3.75) * 100) / 100]);
  const isBoomeranged = random() < 0.3;
  const stopMotion = { stills: pick([2, 7.5, 12.345, 18, 30]), hold: pick([0.05, 0.1, 0.1234]) };
  const isStopMotion = random() < 0.25;
  const pace = isStopMotion ? speed / (stopMotion.stills * stopMotion.hold) : speed;
  const run = ((endTime - startTime) / pace) * (isBoomeranged ? 2 : 1);
  const playLength = Math.min(4, run * (0.3 + random() * 3));
  return {
    url: pick(files.filter((file) => !file.endsWith('.gif'))),
    startTime,
    endTime,
    speed,
    isBoomeranged,
    isReversed: random() < 0.4,
    ...(isStopMotion ? { stopMotion } : {}),
    ...(random() < 0.4 ? { loopMode: 'duration', playLength } : random() < 0.4 || run > 4 ? { playLength } : {}),
  };
}

/** The background is visible below the video, so their frames must coincide. */
const position = { x: '0%', y: '0%', width: '100%', height: '99%' };

/** This close to a frame boundary, in seconds, both frames are correct: ffmpeg arguments have six decimals. */
const border = 2e-5;
/** The same for containers with millisecond timestamps. */
const coarseBorder = 6e-4;

async function expectMoments(timings: readonly Timing[], more: object = {}, options: LabOptions = {}): Promise<void> {
  const scenes = timings.map((timing, i) => ({
    id: `s${i}`,
    layers: [{ id: `v${i}`, type: 'video', objectFit: 'fill', isTrimmed: true, isMuted: true, position, ...timing }],
  }));
  const body = { ...counted, quality: 'standard', scenes, ...more };
  // A span that exceeds its file ends with the file.
  const project = withMediaFacts(projectOf(body), probes);
  const rate = outputRate(project, probes);
  const places = sceneFrames(project, rate);
  const shown = countedIn(await lab.render(body, options));
  const off = sceneSpans(project).flatMap(({ layers: [span] }, i) => {
    const { url } = timings[i] as Timing;
    const begins = times.get(url) as number[];
    const near = /mkv|webm/.test(url) ? coarseBorder : border;
    const { start, frames } = places[i] as (typeof places)[number];
    const wrong = Array.from({ length: frames }, (_, k) => k).filter((k) => {
      const { start: from = 0, media } = span as NonNullable<typeof span>;
      const late = latenessOf(media as NonNullable<typeof media>);
      const time = mediaTimeAt(span as NonNullable<typeof span>, from + k / fpsOf(rate)) + late;
      const number = shown[start + k] as number;
      const isBegun = number === 0 || (begins[number] as number) <= time + near;
      const isOver = number < begins.length - 1 && (begins[number + 1] as number) <= time - near;
      return !isBegun || isOver;
    });
    return wrong.length > 0
      ? [{ ...timings[i], frames, wrong: wrong.slice(0, 12), shows: wrong.slice(0, 12).map((k) => shown[start + k]) }]
      : [];
  });
  expect(off).toEqual([]);
}
