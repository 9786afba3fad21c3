import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { RenderResult } from '../../api/renderer/render.ts';
import { renderProject } from '../../api/renderer/render.ts';
import { decodeFrame } from '../support/decode.ts';
import { framesOf, onsetsOf, openRenderLab, projectOf, samplesOf } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('outputs');
afterAll(lab.close);

const size = { width: 160, height: 90 };
const video = { id: 'v', type: 'video', url: numbers, objectFit: 'fill', isTrimmed: true, startTime: 0.5, endTime: 2 };
const red = { id: 'r', type: 'shape', shapeType: 'rectangle', background: '#ff0000', from: 1 };
const body = { ...size, scenes: [{ id: 's', layers: [red, video] }] };
let count = 0;

async function made(output: object, more: object = {}): Promise<RenderResult> {
  count += 1;
  const project = projectOf({ ...body, ...more, output });
  return renderProject(project, { out: `${lab.temp}/made-${count}`, locate: async (url) => url });
}

interface Stream {
  codec_type: string;
  codec_name: string;
  color_space?: string;
  duration?: string;
}

function probed(path: string): { streams: Stream[]; format: { format_name: string; duration: string } } {
  const args = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path];
  return JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }));
}

describe('a video', () => {
  it.each([
    ['mp4', 'video/mp4', 'h264', 'aac'],
    ['mov', 'video/quicktime', 'h264', 'aac'],
    ['webm', 'video/webm', 'vp9', 'opus'],
  ])('as %s has its codecs, its colours, its frames and its sound', async (container, mime, picture, sound) => {
    const result = await made({ type: 'video', container });
    expect(result).toMatchObject({ mime, ...size, duration: 1.5 });
    const { streams, format } = probed(result.path);
    expect(streams.map(({ codec_name }) => codec_name)).toEqual([picture, sound]);
    expect(streams[0]?.color_space).toBe('bt709');
    expect(format.format_name).toContain(container);
    const frames = framesOf(result.path, size.width, size.height);
    expect(frames).toHaveLength(45);
    const isRed = frames.map((frame) => (frame[0] as number) > 200 && (frame[1] as number) < 60);
    expect([isRed.indexOf(true), isRed.lastIndexOf(false)]).toEqual([30, 29]);
    // A beep stands at each whole second of the source.
    expect(onsetsOf(samplesOf(result.path))[0]).toBeCloseTo(0.5, 1);
  });
});

it('a video has no clear places: a background that is not solid lies on black', async () => {
  const scenes = [{ id: 's', duration: 0.2, background: '#ffffff40', layers: [] }];
  const frames = framesOf((await made({ type: 'video' }, { scenes })).path, size.width, size.height);
  for (const value of frames[0]?.slice(0, 3) ?? []) expect(Math.abs(value - 64)).toBeLessThan(3);
});

it('a GIF has the size, the rate and the colours that are asked for', async () => {
  const result = await made({ type: 'gif', width: 80, fps: 10, colors: 16 });
  expect(result).toMatchObject({ mime: 'image/gif', width: 80, height: 45, duration: 1.5 });
  const frames = framesOf(result.path, 80, 45);
  expect(frames).toHaveLength(15);
  const colors = new Set(frames.flatMap((frame) => [...new Uint32Array(frame.buffer, frame.byteOffset, 80 * 45)]));
  expect(colors.size).toBeLessThanOrEqual(16);
  const usual = await made({ type: 'gif' });
  expect(usual).toMatchObject(size);
  expect(result.size).toBeLessThan(usual.size / 2);
});

describe('a picture', () => {
  it.each([
    ['png', 'image/png', '89504e47'],
    ['jpeg', 'image/jpeg', 'ffd8ff'],
    ['webp', 'image/webp', '52494646'],
  ])('as %s shows the moment that is asked for', async (format, mime, magic) => {
    for (const [at, isRed] of [
      [0.9, false],
      [1.2, true],
      [60, true],
    ] as const) {
      const result = await made({ type: 'image', format, at });
      expect(result).toMatchObject({ mime, ...size, duration: 0 });
      expect(readFileSync(result.path).subarray(0, 4).toString('hex')).toContain(magic);
      const [r, g] = decodeFrame(result.path, 0, size.width, size.height);
      expect([(r as number) > 200 && (g as number) < 60, at]).toEqual([isRed, at]);
    }
  });
});

describe('a sound', () => {
  it.each([
    ['mp3', 'audio/mpeg', 'mp3'],
    ['wav', 'audio/wav', 'pcm_s16le'],
    ['m4a', 'audio/mp4', 'aac'],
  ])('as %s is as long as the project, and heard when it should be', async (format, mime, codec) => {
    const result = await made({ type: 'audio', format });
    expect(result).toMatchObject({ mime, width: 0, height: 0, duration: 1.5 });
    const { streams, format: container } = probed(result.path);
    expect(streams.map(({ codec_name }) => codec_name)).toEqual([codec]);
    expect(Number(container.duration)).toBeCloseTo(1.5, 1);
    expect(onsetsOf(samplesOf(result.path))[0]).toBeCloseTo(0.5, 1);
  });

  it('of a project in which nothing is heard is silent, and as long', async () => {
    const result = await made({ type: 'audio', format: 'wav' }, { isMuted: true });
    expect(samplesOf(result.path)).toHaveLength(72_000);
    expect(Math.max(...samplesOf(result.path))).toBe(0);
  });
});
