import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Progress } from '../../api/renderer/job/render.ts';
import { frameNumberOf } from '../../fixtures/makers/numbers.ts';
import { decodeFrame } from '../support/decode.ts';
import { hertz, loudestOf, numbersIn, onsetsOf, openRenderLab, samplesOf } from '../support/renderLab.ts';

const media = resolve('fixtures/media');
const lab = openRenderLab('timing');
const { temp, render } = lab;
afterAll(lab.close);

const size = { width: 320, height: 180 };
const numbers = join(media, 'numbers.mp4');
const webm = join(temp, 'numbers.webm');
const sparse = join(temp, 'sparse.mkv');

beforeAll(() => {
  const make = (out: string, ...args: string[]) =>
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-t', '4', '-i', numbers, '-s', '320x180', ...args, out]);
  // Timestamps in milliseconds, keyframes 4 s apart, and a start time other than 0.
  make(webm, '-c:v', 'libvpx', '-b:v', '2M', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libvorbis');
  make(
    sparse,
    '-output_ts_offset',
    '1.4',
    '-g',
    '250',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-bf',
    '3',
    '-c:a',
    'pcm_s16le',
  );
});

it('joins scenes without losing or repeating a frame', async () => {
  const scenes = [
    { id: 'a', layers: [video(numbers, { id: 'va', isTrimmed: true, startTime: 1, endTime: 2.01 })] },
    { id: 'b', layers: [video(webm, { id: 'vb', isTrimmed: true, startTime: 0, endTime: 1.02 })] },
    { id: 'c', layers: [video(numbers, { id: 'vc', isTrimmed: true, startTime: 5, endTime: 6 })] },
  ];
  const shown = await numbersOf(project([], { scenes }));
  const cuts = [0, Math.round(1.01 * 30), Math.round(2.03 * 30), Math.round(3.03 * 30)] as const;
  const run = (from: number, length: number) => Array.from({ length }, (_, k) => from + k);
  expect(shown).toEqual([...run(30, cuts[1]), ...run(0, cuts[2] - cuts[1]), ...run(150, cuts[3] - cuts[2])]);
});

it('shows the requested moment in a still', async () => {
  const out = join(temp, 'still.png');
  await render(project([video(numbers, {})], { isImage: true }), { out, stillAt: 2.51 });
  const { width, height } = size;
  expect(frameNumberOf(decodeFrame(out, 0, width, height), width)).toBe(75);
});

describe('audio', () => {
  it('of trimmed videos and the track plays at the right times and level', async () => {
    const track = { url: numbers, startTime: 0.25, isTrimmed: true, trimStartTime: 3.5, trimEndTime: 5.5, loop: true };
    const body = project([], {
      scenes: [
        {
          id: 'a',
          layers: [video(numbers, { id: 'va', isTrimmed: true, startTime: 0.6, endTime: 2.6, isMuted: true })],
        },
        { id: 'b', isImageVideo: true, duration: 3, layers: [] },
      ],
      audio: track,
    });
    const sound = await soundOf(body);
    expect(sound.duration).toBeCloseTo(5, 1);
    expectOnsets(sound.onsets, [0.75, 1.75, 2.75, 3.75, 4.75]);
    expect(Math.abs(decibels(sound.peak / peakOf(numbers)))).toBeLessThan(1);
  });

  it('of unmuted videos follows their trims and scenes', async () => {
    const body = project([], {
      scenes: [
        { id: 'a', layers: [video(numbers, { id: 'va', isTrimmed: true, startTime: 0.5, endTime: 2 })] },
        {
          id: 'b',
          layers: [
            video(sparse, {
              id: 'vb',
              isTrimmed: true,
              startTime: 1.7,
              endTime: 3.2,
              loopMode: 'duration',
              playLength: 3,
            }),
          ],
        },
      ],
    });
    expectOnsets((await soundOf(body)).onsets, [0.5, 1.8, 2.8, 3.3, 4.3]);
  });

  it('is absent when everything is muted', async () => {
    const out = await render(project([video(numbers, { isTrimmed: true, startTime: 0, endTime: 1, isMuted: true })]));
    expect(streamsOf(out)).toEqual(['video']);
  });
});

describe('a render', () => {
  it('reports its progress, which never decreases', async () => {
    const seen: Progress[] = [];
    const layer = video(numbers, { isTrimmed: true, startTime: 0, endTime: 4 });
    await render(project([layer]), { onProgress: (progress) => seen.push(progress) });
    const ratios = seen.map(({ ratio }) => ratio);
    expect(ratios).toEqual([...ratios].sort((a, b) => a - b));
    expect(ratios.at(-1)).toBeGreaterThan(0.9);
    expect(seen.some(({ text }) => /^Rendering \.\.\. \d+%$/.test(text))).toBe(true);
  });

  it('stops when aborted and leaves no file behind', async () => {
    const stop = new AbortController();
    const out = join(temp, 'cancelled.mp4');
    const body = { ...project([video(numbers, {})]), width: 1920, height: 1080 };
    const onProgress = ({ ratio }: Progress) => ratio > 0.1 && stop.abort(new Error('enough'));
    await expect(render(body, { out, signal: stop.signal, onProgress })).rejects.toThrow('enough');
    expect(readdirSync(temp).filter((name) => name.includes('cancelled'))).toEqual([]);
  });

  it('rejects a GIF over a minute and a video over 20 minutes with the messages of the product', async () => {
    const scenes = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ id: `s${i}`, isImageVideo: true, duration: 61, layers: [] }));
    await expect(render(project([], { videoType: 'gif', scenes: scenes(1) }))).rejects.toThrow(
      "Max GIF duration is 60s'  Trim video or switch output to mp4",
    );
    await expect(render(project([], { scenes: scenes(20) }))).rejects.toThrow(
      'Video duration can be no longer than 20 min',
    );
  });
});

function video(url: string, more: object): object {
  return { id: 'v', type: 'video', url, ...more };
}

function project(layers: object[], more: object = {}): object {
  return { ...size, quality: 'standard', scenes: [{ id: 's', layers }], ...more };
}

/** The numbers that the frames of the rendered project show. */
async function numbersOf(body: object): Promise<number[]> {
  return numbersIn(await render(body));
}

async function soundOf(body: object): Promise<{ onsets: number[]; peak: number; duration: number }> {
  const samples = samplesOf(await render(body));
  return { onsets: onsetsOf(samples), peak: Math.max(...loudestOf(samples)), duration: samples.length / hertz };
}

function peakOf(file: string): number {
  return Math.max(...loudestOf(samplesOf(file)));
}

function expectOnsets(found: number[], expected: number[]): void {
  expect(found).toHaveLength(expected.length);
  for (const [i, at] of found.entries()) expect(Math.abs(at - (expected[i] as number))).toBeLessThan(0.01);
}

function decibels(ratio: number): number {
  return 20 * Math.log10(ratio);
}

function streamsOf(file: string): string[] {
  const text = execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', file], {
    encoding: 'utf8',
  });
  return text.trim().split('\n');
}
