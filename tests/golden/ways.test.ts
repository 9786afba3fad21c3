import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaToRender } from '../../api/renderer/job/checkProject.ts';
import { type RenderResult, renderProject } from '../../api/renderer/job/render.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import type { RenderMode } from '../../api/renderer/plan/renderMode.ts';
import { chooseRenderMode } from '../../api/renderer/ways/chooseRenderMode.ts';
import { decodeFrames } from '../support/decode.ts';
import { hertz, locally, numbersIn, openRenderLab, projectOf, samplesOf } from '../support/renderLab.ts';
import { ssim } from '../support/ssim.ts';

const lab = openRenderLab('ways');
afterAll(lab.close);
const size = { width: 320, height: 180 };
// A keyframe every second at 30 frames a second; frame n shows n.
const numbers = lab.made(
  'numbers.mp4',
  ...['-i', resolve('fixtures/media/numbers.mp4'), '-s', `${size.width}x${size.height}`, '-c:v', 'libx264'],
  ...['-preset', 'veryfast', '-g', '30', '-keyint_min', '30', '-sc_threshold', '0'],
);
// The same frames with audio that never repeats, as AAC without noise substitution.
const clip = join(lab.temp, 'clip.mp4');
beforeAll(() => {
  const tone = '0.3*sin(2*PI*(200+90*t)*t)';
  const sound = ['-f', 'lavfi', '-i', `aevalsrc=${tone}|${tone}:s=48000:d=10`, '-map', '0:v', '-map', '1:a'];
  const coded = ['-c:v', 'copy', '-c:a', 'aac', '-b:a', '256k', '-aac_pns', '0'];
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-i', numbers, ...sound, ...coded, clip]);
});

const video = (more: object = {}) => ({ id: 'v', type: 'video', url: numbers, ...more });
const project = (layers: object[], more: object = {}) => ({ ...size, scenes: [{ id: 's', layers }], ...more });
const trim = (startTime: number, endTime: number) => ({ isTrimmed: true, startTime, endTime });
const heard = (more: object = {}) => ({ ...video(more), url: clip });
const run = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

let count = 0;
async function made(body: object): Promise<RenderResult> {
  count += 1;
  return renderProject(projectOf(body), { out: join(lab.temp, `made-${count}.mp4`), ...locally });
}

/** The planned way to render. */
async function planned(body: object): Promise<RenderMode['kind'] | undefined> {
  return (await lab.plan(body)).plan.way?.kind;
}

describe('copied frames', () => {
  it.each<[string, object, RenderMode['kind'], number[], number?]>([
    ['all of it', project([heard()]), 'copy', run(0, 300), 0],
    ['from key frame to key frame', project([heard(trim(2, 4))]), 'copy', run(60, 120), 2],
    ['between key frames at both ends', project([heard(trim(1.7137, 4.0667))]), 'trim', run(51, 122), 1.7137],
    [
      'again and again, the last time in part',
      project([heard({ ...trim(2, 4), loopMode: 'duration', playLength: 5 })]),
      'copy',
      [...run(60, 120), ...run(60, 120), ...run(60, 90)],
    ],
    [
      'with a part left out, without sound',
      {
        ...size,
        isMuted: true,
        scenes: [
          { id: 'a', layers: [video(trim(0, 3.3))] },
          { id: 'b', layers: [video({ id: 'w', ...trim(6, 9) })] },
        ],
      },
      'copy',
      [...run(0, 99), ...run(180, 270)],
    ],
  ])('are exactly the requested ones: %s', async (_name, body, way, frames, heardFrom) => {
    const result = await made(body);
    if (heardFrom !== undefined) expectSoundOf(result.path, heardFrom, frames.length / 30);
    expect(result.way).toBe(way);
    expect(numbersIn(result.path)).toEqual(frames);
    expect(unevenTimes(result.path)).toEqual([]);
    if (way === 'trim') expect(complaintsOf(result.path)).toBe('');
  });

  it('have their sound encoded with its effects', async () => {
    const { path, way } = await made(project([heard({ ...trim(2, 4), pan: -100 })]));
    expect(way).toBe('copy');
    const args = ['-v', 'error', '-i', path, '-f', 'f32le', '-ac', '2', '-'];
    const data = execFileSync('ffmpeg', args, { maxBuffer: 1e8 });
    const peak = (side: number) =>
      Array.from({ length: data.length / 8 }, (_, i) => Math.abs(data.readFloatLE(8 * i + 4 * side))).reduce(
        (most, sample) => Math.max(most, sample),
        0,
      );
    expect(peak(0)).toBeGreaterThan(0.25);
    expect(peak(1)).toBeLessThan(1e-3);
  });

  it('have the same audio and the same quality as encoded ones', async () => {
    const body = project([heard(trim(1.4, 3.4))]);
    const [copied, encoded] = [await made(body), await made({ ...body, alwaysEncode: true })];
    expect([copied.way, encoded.way]).toEqual(['trim', 'encode']);
    const firstSeconds = (path: string) => samplesOf(path).subarray(0, 2 * hertz);
    expect(differenceOf(firstSeconds(copied.path), firstSeconds(encoded.path))).toBeLessThan(0.005);
    const shown = [0, 18, 40, 59];
    const [source, one, other] = [
      decodeFrames(
        numbers,
        shown.map((n) => n + 42),
        size.width,
        size.height,
      ),
      decodeFrames(copied.path, shown, size.width, size.height),
      decodeFrames(encoded.path, shown, size.width, size.height),
    ];
    for (const [i, frame] of source.entries()) {
      const likeness = (frames: Uint8ClampedArray[]) =>
        ssim(frame, frames[i] as Uint8ClampedArray, size.width, size.height);
      expect(likeness(one)).toBeGreaterThan(Math.min(0.99, likeness(other)));
    }
    // Players read only the parameter sets of the file header, which contains those of both encoders.
    expect(sequenceSets(copied.path)).toBe(2);
    // This does not prevent copying the result again.
    const again = await made(project([{ ...video(), url: copied.path }]));
    expect([again.way, numbersIn(again.path)]).toEqual(['copy', run(42, 102)]);
  });

  it('are copied from other containers and encoders, or encoded otherwise', async () => {
    const outputs: string[] = [];
    const source = (name: string, ...args: string[]) => {
      const path = join(lab.temp, name);
      outputs.push('-an', ...args, path);
      return path;
    };
    const x264 = (params: string) => ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '20', '-x264-params', params];
    const cases: [string, RenderMode['kind']][] = [
      [source('plain.mkv', '-c', 'copy'), 'trim'],
      [source('ours.mov', ...x264('sps-id=1')), 'trim'],
      [source('deep.mp4', ...x264('bframes=8:b-adapt=0:b-pyramid=normal')), 'trim'],
      [source('open.mp4', ...x264('open-gop=1:bframes=3:b-adapt=0')), 'encode'],
      [source('refresh.mp4', ...x264('intra-refresh=1')), 'encode'],
    ];
    if (process.env.CUTROOM_LONG)
      cases.push([source('low.mp4', ...x264('bframes=0:cabac=0'), '-profile:v', 'baseline'), 'trim']);
    const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', '15'];
    cases.push([source('plain.webm', ...vp9), 'copy']);
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-t', '2', '-i', numbers, ...outputs]);
    for (const [url, way] of cases) {
      const output = { type: 'video', container: url.endsWith('.webm') ? 'webm' : 'mp4' };
      const body = project([{ ...video(trim(0.5, 1.9)), url }], { output });
      if (way === 'encode') {
        expect([url, await planned(body)]).toEqual([url, way]);
        continue;
      }
      const result = await made(body);
      expect([url, result.way]).toEqual([url, way]);
      expect(numbersIn(result.path)).toEqual(run(15, 57));
      expect(complaintsOf(result.path)).toBe('');
    }
  });
});

it.each([
  ['H.264', 'mp4', 'h264', ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '30', '-bf', '0']],
  ['VP9', 'webm', 'ivf', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-g', '30']],
])('encodes a source of %s that changes its size inside the stream', async (_name, container, raw, coded) => {
  const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args]);
  const parts = ['320:180', '160:90'].map((scale, i) => {
    const part = join(lab.temp, `${i}.${raw}`);
    ffmpeg('-ss', String(i), '-t', '1', '-i', numbers, '-an', '-vf', `scale=${scale}`, ...coded, part);
    return part;
  });
  const [list, url] = [join(lab.temp, `${raw}.txt`), join(lab.temp, `shrinks.${container}`)];
  writeFileSync(list, parts.map((part) => `file ${part}\n`).join(''));
  const joined =
    raw === 'ivf' ? ['-f', 'concat', '-safe', '0', '-i', list] : ['-r', '30', '-i', `concat:${parts.join('|')}`];
  ffmpeg(...joined, '-c', 'copy', url);
  const bodyOf = (more: object) => project([{ ...video(more), url }], { output: { type: 'video', container } });
  const result = await made(bodyOf(trim(0, 2)));
  expect(result.way).toBe('encode');
  expect(numbersIn(result.path)).toEqual(run(0, 60));
  // A plan alone has the same way as a render.
  expect([await planned(bodyOf(trim(0, 2))), await planned(bodyOf(trim(0, 1)))]).toEqual(['encode', 'copy']);
});

describe('the choice to encode everything', () => {
  let way: (body: object) => Promise<RenderMode | undefined>;
  beforeAll(async () => {
    const media = await mediaToRender(projectOf(project([video(), heard({ id: 'w' })])), locally);
    way = async (body) => {
      const { alwaysEncode, ...rest } = projectOf(body);
      const plan = compileRender({ ...rest, alwaysEncode }, media.probes);
      return (await chooseRenderMode(plan, media, { alwaysEncode })).way;
    };
  });
  const text = {
    id: 't',
    type: 'text',
    text: 'over it',
    position: { x: '10%', y: '10%', width: '20%', height: '20%' },
  };

  it('does not apply to the rate of the source', async () => {
    const body = project([video()], { output: { type: 'video', fps: 30 } });
    expect(await way(body)).toMatchObject({ kind: 'copy' });
  });

  it.each<[string, string, object]>([
    ['it is asked for', 'Full encoding was requested.', project([video()], { alwaysEncode: true })],
    ['the quality is to be smaller', 'Standard quality', project([video()], { quality: 'standard' })],
    ['a text lies over it', 'layers over', project([text, video()])],
    ['there is a watermark', 'layers over', project([video()], { withCustomWatermark: true, watermarkText: 'mine' })],
    ['it has another rate', 'frame times', project([video()], { output: { type: 'video', fps: 25 } })],
    ['it is faster', 'speed or direction is changed', project([video({ speed: 1.5 })])],
    ['it is reversed', 'speed or direction is changed', project([video({ isReversed: true })])],
    ['it is mirrored', 'frames are changed', project([video({ flipped: true })])],
    ['it has a filter', 'frames are changed', project([video({ filterName: 'Warm' })])],
    ['it is faded', 'frames are changed', project([video({ fadeOpacity: 20 })])],
    ['it is half clear', 'frames are changed', project([video({ globalAlpha: 0.5 })])],
    ['its corners are round', 'frames are changed', project([video({ radius: 20 })])],
    ['it is blended', 'frames are changed', project([video({ blendMode: 'multiply' })])],
    [
      'it casts a shadow',
      'fill the canvas',
      project([
        video({ shadowColor: '#000000', shadowBlur: 8, position: { x: '10%', y: '10%', width: '50%', height: '50%' } }),
      ]),
    ],
    [
      'it is a corner of the canvas',
      'fill the canvas',
      project([video({ position: { x: '0%', y: '0%', width: '50%', height: '50%' } })]),
    ],
    ['the canvas has another size', 'another size', { ...project([video()]), width: 160, height: 90 }],
    ['its end is held', 'is held', project([video({ ...trim(1, 3), playLength: 4 })])],
    [
      'its loops are not a whole number of frames',
      'whole number of frames',
      project([video({ ...trim(1, 3.013), loopMode: 'duration', playLength: 5 })]),
    ],
    [
      'it comes later',
      'not visible all the time',
      project([video({ from: 1, to: 3 }), { ...video({ id: 'w' }), to: 4 }]),
    ],
    [
      'there is a transition',
      'a transition',
      {
        ...size,
        scenes: [
          { id: 'a', layers: [video(trim(0, 3))] },
          { id: 'b', transition: { type: 'dissolve', duration: 0.5 }, layers: [video({ id: 'w', ...trim(3, 6) })] },
        ],
      },
    ],
    ['few frames stand in whole groups', 'whole groups', project([video(trim(1.1, 2.5))])],
    [
      'the format promises another codec',
      'another codec',
      project([video()], { output: { type: 'video', container: 'webm' } }),
    ],
  ])('is encoded if %s', async (_name, why, body) => {
    expect(await way(body)).toMatchObject({ kind: 'encode', why: expect.stringContaining(why) });
  });

  it.each<[string, object]>([
    ['copied', project([heard()])],
    ['copied', project([{ ...text, isHidden: true }, heard({ id: 'w', isHidden: true }), heard()])],
    ['copied', project([video({ isMuted: true })], { audio: { url: clip } })],
    ['encoded: several', project([video()], { audio: { url: clip } })],
    ['encoded: its volume', project([heard({ volume: 0.5 })])],
    ['encoded: its volume', project([heard({ fadeOut: 1 })])],
    [
      'encoded: its speed or direction is changed',
      project([heard({ ...trim(2, 4), loopMode: 'duration', playLength: 5 })]),
    ],
    ['encoded: it does not start', project([video({ isMuted: true })], { audio: { url: clip, startTime: 2 } })],
    ['encoded: it is not 48 kHz stereo AAC', project([video()])],
  ])('is not made for the audio of a copied video, which is %s', async (why, body) => {
    expect(await way(body)).toMatchObject({ kind: 'copy', why: expect.stringContaining(`Its audio is ${why}`) });
  });
});

/** Expects the same samples as in the clip from a second on, with at most one extra packet at the end. */
function expectSoundOf(path: string, from: number, length: number): void {
  const [source, result] = [samplesOf(clip), samplesOf(path)];
  const first = Math.round(from * hertz);
  const last = Math.min(Math.floor(length * hertz), result.length);
  expect(differenceOf(result.subarray(0, last), source.subarray(first, first + last))).toBeLessThan(1e-6);
  expect(Math.abs(result.length - length * hertz)).toBeLessThan(1024 + hertz / 30);
}

/** Root mean square difference of two signals; an offset of one sample of the clip gives 0.01. */
function differenceOf(some: Float32Array, others: Float32Array): number {
  expect(some.length).toBe(others.length);
  return Math.sqrt(some.reduce((sum, value, i) => sum + (value - (others[i] as number)) ** 2, 0) / some.length);
}

/** Gaps between adjacent frames other than one frame, and non-increasing decoding times. */
function unevenTimes(file: string): number[] {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'packet=pts,dts', '-of', 'csv=p=0', file];
  const packets = execFileSync('ffprobe', args)
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number));
  const column = (i: number) => packets.map((packet) => packet[i] as number);
  const gaps = (times: number[]) => times.slice(1).map((time, i) => time - (times[i] as number));
  const shown = column(0).sort((a, b) => a - b);
  const [frame] = gaps(shown);
  return [...gaps(shown), ...gaps(column(1))].filter((gap) => gap !== frame);
}

function complaintsOf(file: string): string {
  return spawnSync('ffmpeg', ['-nostdin', '-v', 'error', '-i', file, '-f', 'null', '-']).stderr.toString();
}

function sequenceSets(file: string): number {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_data', '-show_entries', 'stream=extradata'];
  const dump = execFileSync('ffprobe', [...args, '-of', 'default=nk=1:nw=1', file]).toString();
  const header = dump.replaceAll(/^[\da-f]{8}: | {2}.*$/gm, '').replaceAll(/\s/g, '');
  return Number.parseInt(header.slice(10, 12), 16) & 31;
}
