import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import type { RenderResult } from '../../api/renderer/job/render.ts';
import { renderProject } from '../../api/renderer/job/render.ts';
import { writeWebpAsApng } from '../../api/renderer/media/apng.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import type { RenderPlan } from '../../api/renderer/plan/plan.ts';
import { checkResult } from '../../api/renderer/runs/checkResult.ts';
import { pngWalk, webpWalk } from '../../engine/formats/animatedPicture.ts';
import { walkBytes } from '../../engine/formats/fileWalk.ts';
import { messages } from '../../engine/project/messages.ts';
import { decodeFrame } from '../support/decode.ts';
import { meanDifference } from '../support/meanDifference.ts';
import { framesOf, locally, onsetsOf, openRenderLab, projectOf, samplesOf } from '../support/renderLab.ts';
import { ssim } from '../support/ssim.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('outputs');
afterAll(lab.close);

const size = { width: 160, height: 90 };
const video = { id: 'v', type: 'video', url: numbers, objectFit: 'fill', isTrimmed: true, startTime: 0.5, endTime: 2 };
const red = { id: 'r', type: 'shape', shapeType: 'rectangle', background: '#ff0000', from: 1 };
const body = { ...size, scenes: [{ id: 's', layers: [red, video] }] };
const clearBody = { ...size, scenes: [{ id: 's', duration: 3, isImageVideo: true, layers: [] }] };
let count = 0;

async function made(output: object, more: object = {}): Promise<RenderResult> {
  count += 1;
  const project = projectOf({ ...body, ...more, output });
  return renderProject(project, { ...locally, out: `${lab.temp}/made-${count}` });
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
  ])('as %s has its codecs, colors, frames and audio', async (container, mime, picture, sound) => {
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
    // Each whole second of the source has a beep.
    expect(onsetsOf(samplesOf(result.path))[0]).toBeCloseTo(0.5, 1);
  });
});

it.each([
  ['mp4', {}, 3],
  ['mov', { segmentLength: 0.5 }, 3],
  ['webm', {}, 2],
])('has chapters from markers, in time order: %s, %o', async (container, options, streams) => {
  const markers = [
    { id: 'b', at: 1, name: 'Two = ; # \\ three' },
    { id: 'a', at: 0.5 },
    { id: 'c', at: 4 },
  ];
  const project = projectOf({ ...body, markers, output: { type: 'video', container, chapters: true } });
  const out = `${lab.temp}/chapters.${container}`;
  await renderProject(project, { ...locally, ...options, out });
  const args = ['-v', 'error', '-show_chapters', '-of', 'json', out];
  const { chapters } = JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' }));
  const found = chapters.map((one: { start_time: string; end_time: string; tags: { title: string } }) => [
    Number(one.start_time),
    Number(one.end_time),
    one.tags.title,
  ]);
  expect(found).toEqual([
    [0, 0.5, 'Chapter 1'],
    [0.5, 1, 'Chapter 2'],
    [1, 1.5, 'Two = ; # \\ three'],
  ]);
  expect(probed(out).streams).toHaveLength(streams);
  // Markers alone change nothing.
  expect(compileRender(projectOf({ ...clearBody, markers }), new Map())).not.toHaveProperty('chapters');
});

it('puts a translucent background on black in a video and a JPEG', async () => {
  const scenes = [{ id: 's', duration: 0.2, background: '#ffffff40', layers: [] }];
  for (const output of [{ type: 'video' }, { type: 'image', format: 'jpeg' }]) {
    const frames = framesOf((await made(output, { scenes })).path, size.width, size.height);
    for (const value of frames[0]?.slice(0, 3) ?? []) expect(Math.abs(value - 64), output.type).toBeLessThan(3);
  }
});

it('looks as good in quality "fast" as in "standard"', async () => {
  const url = resolve('fixtures/media/mountains.mp4');
  const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const layers = [{ id: 'v', type: 'video', url, position: whole, isTrimmed: true, startTime: 1, endTime: 2 }];
  const scenes = [{ id: 's', layers }];
  const source = framesOf(url, size.width, size.height).slice(30, 60);
  const likeness = async (quality: string) => {
    const frames = framesOf((await made({ type: 'video', quality }, { scenes })).path, size.width, size.height);
    const alike = source.map((frame, i) => ssim(frames[i] as Uint8ClampedArray, frame, size.width, size.height));
    return alike.reduce((sum, value) => sum + value, 0) / alike.length;
  };
  const [fast, standard] = [await likeness('fast'), await likeness('standard')];
  expect(standard).toBeGreaterThan(0.9);
  expect(fast).toBeGreaterThan(standard - 0.005);
});

it('rejects a result that differs from its plan', async () => {
  const { path } = await made({ type: 'video' });
  const output = { format: 'mp4', ...size, frames: 45, rate: [30, 1] };
  const check = (more: object, sounds: object[] = [{}]) =>
    checkResult({ output: { ...output, ...more }, sounds } as unknown as RenderPlan, path, undefined);
  await check({});
  await expect(check({ frames: 46 })).rejects.toThrow('The result has frames 45 instead of 46.');
  await expect(check({ width: 162 })).rejects.toThrow('The result has size 160 × 90 instead of 162 × 90.');
  await expect(check({}, [])).rejects.toThrow('The result has streams 2 instead of 1.');
  const track = { cues: [] };
  const written = { output: { ...output }, sounds: [], tracks: [track] } as unknown as RenderPlan;
  await expect(checkResult(written, path, undefined)).rejects.toThrow('The result has sounds 1 instead of 0.');
  const short = lab.made('short.mp4', '-i', path, '-t', '0.5', '-i', path, '-map', '0:v', '-map', '1:a', '-c', 'copy');
  const whole = { output, sounds: [{}] } as unknown as RenderPlan;
  await expect(checkResult(whole, short, undefined)).rejects.toThrow(
    /The audio of the result is 0\.\d+ s long instead of 1\.5 s\./,
  );
  truncateSync(path, statSync(path).size - 1);
  await expect(check({})).rejects.toThrow('The result is incomplete.');
});

it('renders a GIF with the requested size, frame rate and colors', async () => {
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

/** Number of repeats that a GIF declares; undefined for none. */
function repeatsOf(path: string): number | undefined {
  const data = readFileSync(path);
  const at = data.indexOf('NETSCAPE2.0');
  return at < 0 ? undefined : data.readUInt16LE(at + 13);
}

it.each([
  [0, 0],
  [1, undefined],
  [3, 2],
])('writes %d plays as the repeats of a GIF', async (plays, repeats) => {
  expect(repeatsOf((await made({ type: 'gif', width: 32, fps: 4, plays })).path)).toBe(repeats);
});

it('renders a different GIF of the same size and length for each dither, within the number of colors', async () => {
  const paths = [];
  for (const dither of ['none', 'bayer', 'floyd_steinberg', 'sierra2_4a']) {
    const { path } = await made({ type: 'gif', width: 80, fps: 5, colors: 8, dither });
    const frames = framesOf(path, 80, 45);
    expect(frames).toHaveLength(8);
    const colors = new Set(frames.flatMap((frame) => [...new Uint32Array(frame.buffer, frame.byteOffset, 80 * 45)]));
    expect(colors.size).toBeLessThanOrEqual(8);
    paths.push(path);
  }
  for (const colors of [2, 3]) {
    const { path } = await made({ type: 'gif', width: 80, fps: 2, colors });
    const pixels = framesOf(path, 80, 45).map((frame) => [...new Uint32Array(frame.buffer, frame.byteOffset, 80 * 45)]);
    expect(new Set(pixels.flat()).size).toBe(colors);
  }
  const usual = await made({ type: 'gif', width: 80, fps: 5, colors: 8 });
  const files = paths.map((path) => readFileSync(path).toString('hex'));
  expect(new Set(files).size).toBe(4);
  expect(readFileSync(usual.path).toString('hex')).toBe(files[3]);
});

describe('an animated WebP', () => {
  it('has the requested size, frame rate and times', async () => {
    const result = await made({ type: 'animation', width: 80, fps: 10, plays: 3 });
    expect(result).toMatchObject({ mime: 'image/webp', width: 80, height: 45, duration: 1.5 });
    const data = readFileSync(result.path);
    const { frames, width, height } = walkBytes(webpWalk(), data) ?? { frames: [], width: 0, height: 0 };
    expect([width, height]).toEqual([80, 45]);
    // A still period is one longer frame.
    expect(frames.length).toBeGreaterThan(8);
    for (const { duration } of frames) expect((duration * 10) % 1).toBeCloseTo(0, 6);
    expect(frames.reduce((sum, { duration }) => sum + duration, 0)).toBeCloseTo(1.5, 6);
    expect(data.readUInt16LE(data.indexOf('ANIM') + 12)).toBe(3);
  });

  it('shows its frames and clear areas', async () => {
    const shape = { id: 'r', type: 'shape', shapeType: 'rectangle', background: '#00ff00', from: 0.5 };
    const half = { ...shape, position: { x: '0%', y: '0%', width: '50%', height: '100%' } };
    const scenes = [{ id: 's', duration: 1, background: '#ff000000', layers: [half] }];
    const result = await made({ type: 'animation', fps: 4 }, { scenes });
    await writeWebpAsApng(result.path, `${result.path}.apng`, undefined);
    const frames = framesOf(`${result.path}.apng`, size.width, size.height);
    const alphaLeftAndRight = frames.map((frame) => [frame[3], frame[4 * size.width - 1]]);
    expect(alphaLeftAndRight).toEqual([
      [0, 0],
      [255, 0],
    ]);
    expect(frames[1]?.[1]).toBeGreaterThan(240);
  });

  it('is smaller at lower quality, and a still animation is one image', async () => {
    const fine = await made({ type: 'animation', quality: 95 });
    const coarse = await made({ type: 'animation', quality: 20 });
    expect(coarse.size).toBeLessThan(fine.size / 2);
    const scenes = [{ id: 's', duration: 1, background: '#336699', layers: [] }];
    const still = await made({ type: 'animation', plays: 2 }, { scenes });
    const [r, g, b] = decodeFrame(still.path, 0, size.width, size.height);
    for (const [i, value] of [r, g, b].entries()) expect(Math.abs((value as number) - 0x33 * (i + 1))).toBeLessThan(6);
  });
});

/** Multiplies colors by their alpha. */
function onBlack(frame: Uint8ClampedArray): Uint8ClampedArray {
  return frame.map((value, at) => (at % 4 === 3 ? value : (value * (frame[at - (at % 4) + 3] as number)) / 255));
}

describe('a zip of frames and an APNG', () => {
  const url = resolve('fixtures/media/sprite-alpha.webm');
  const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const layers = [{ id: 'v', type: 'video', url, position: whole, isTrimmed: true, startTime: 0, endTime: 1 }];
  const clear = { width: 64, height: 64, scenes: [{ id: 's', background: 'transparent', layers }] };

  it('have every frame with its number and its transparency, the same in segments', async () => {
    const project = projectOf({ ...clear, output: { type: 'frames' } });
    const [out, other] = [`${lab.temp}/frames.zip`, `${lab.temp}/segments.zip`];
    const result = await renderProject(project, { ...locally, out });
    expect(result).toMatchObject({ mime: 'application/zip', width: 64, height: 64, duration: 1 });
    const images = unzipSync(readFileSync(out));
    const names = Array.from({ length: 25 }, (_, i) => `${String(i + 1).padStart(5, '0')}.png`);
    expect(Object.keys(images)).toEqual(names);
    await renderProject(project, { ...locally, out: other, segmentLength: 0.4 });
    expect(readFileSync(other).equals(readFileSync(out))).toBe(true);
    for (const [name, at] of [
      [names[0], 0],
      [names[12], 12 / 25],
    ] as const) {
      const file = `${lab.temp}/${name}`;
      writeFileSync(file, images[name as string] as Uint8Array);
      const frame = decodeFrame(file, 0, 64, 64);
      const alphas = new Set(frame.filter((_, at) => at % 4 === 3));
      expect(alphas.has(0) && alphas.has(255)).toBe(true);
      const still = await made({ type: 'image', at: at + 0.01 }, clear);
      const [seen, expected] = [frame, decodeFrame(still.path, 0, 64, 64)].map(onBlack);
      expect(meanDifference(seen as Uint8ClampedArray, expected as Uint8ClampedArray)).toBeLessThan(3);
    }
  });

  it('contain each frame of the chosen rate', async () => {
    const { path } = await made({ type: 'frames', fps: 4 });
    expect(Object.keys(unzipSync(readFileSync(path)))).toHaveLength(6);
  });

  it('are as long as the project, play as often as asked and keep transparency', async () => {
    const { path, mime } = await made({ type: 'animation', format: 'apng', fps: 10, plays: 2 }, clear);
    expect(mime).toBe('image/apng');
    const data = readFileSync(path);
    expect(walkBytes(pngWalk(), data)).toMatchObject({
      frames: 10,
      duration: expect.closeTo(1),
      width: 64,
      height: 64,
      hasAlpha: true,
    });
    expect(data.readUInt32BE(data.indexOf('acTL') + 8)).toBe(2);
    const frame = decodeFrame(path, 0, 64, 64);
    expect([...frame.filter((_, at) => at % 4 === 3)].filter((alpha) => alpha === 0).length).toBeGreaterThan(100);
  });

  it('have at most as many frames as a zip can count', () => {
    const scenes = Array.from({ length: 3 }, (_, i) => ({
      id: `s${i}`,
      duration: 400,
      isImageVideo: true,
      layers: [],
    }));
    const project = projectOf({ ...size, scenes, output: { type: 'frames', fps: 60 } });
    expect(() => compileRender(project, new Map())).toThrow(messages.tooManyFrames);
  });
});

describe('an image', () => {
  it.each([
    ['png', 'image/png', '89504e47'],
    ['jpeg', 'image/jpeg', 'ffd8ff'],
    ['webp', 'image/webp', '52494646'],
  ])('as %s shows the requested moment', async (format, mime, magic) => {
    const moments = [
      [0.9, false],
      [1.2, true],
      [60, true],
    ] as const;
    // The moment does not depend on the format.
    for (const [at, isRed] of format === 'png' ? moments : moments.slice(1, 2)) {
      const result = await made({ type: 'image', format, at });
      expect(result).toMatchObject({ mime, ...size, duration: 0 });
      expect(readFileSync(result.path).subarray(0, 4).toString('hex')).toContain(magic);
      const [r, g] = decodeFrame(result.path, 0, size.width, size.height);
      expect([(r as number) > 200 && (g as number) < 60, at]).toEqual([isRed, at]);
    }
  });
});

describe('audio output', () => {
  it.each([
    ['mp3', 'audio/mpeg', 'mp3'],
    ['wav', 'audio/wav', 'pcm_s16le'],
    ['m4a', 'audio/mp4', 'aac'],
    ['flac', 'audio/flac', 'flac'],
    ['opus', 'audio/ogg', 'opus'],
  ])('as %s is as long as the project and plays at the right times', async (format, mime, codec) => {
    const result = await made({ type: 'audio', format });
    expect(result).toMatchObject({ mime, width: 0, height: 0, duration: 1.5 });
    const { streams, format: container } = probed(result.path);
    expect(streams.map(({ codec_name }) => codec_name)).toEqual([codec]);
    expect(Number(container.duration)).toBeCloseTo(1.5, 1);
    expect(onsetsOf(samplesOf(result.path))[0]).toBeCloseTo(0.5, 1);
  });

  it('as FLAC has the samples of a WAV, in a smaller file', async () => {
    const [wav, flac] = [await made({ type: 'audio', format: 'wav' }), await made({ type: 'audio', format: 'flac' })];
    expect(samplesOf(flac.path)).toEqual(samplesOf(wav.path));
    expect(flac.size).toBeLessThan(0.8 * wav.size);
  });

  it('as Opus has exactly the samples of the project', async () => {
    const opus = await made({ type: 'audio', format: 'opus' });
    expect(samplesOf(opus.path)).toHaveLength(72_000);
  });

  it('of a silent project is silent and equally long', async () => {
    const result = await made({ type: 'audio', format: 'wav' }, { isMuted: true });
    expect(samplesOf(result.path)).toHaveLength(72_000);
    expect(Math.max(...samplesOf(result.path))).toBe(0);
  });
});
