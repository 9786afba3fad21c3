import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { encodeGifFile, type GifWork } from '../../api/renderer/gif/encodeGifFile.ts';
import { measureAnimation } from '../../engine/formats/animatedPicture.ts';
import type { AnimationFacts } from '../../engine/formats/animationFacts.ts';
import { walkGif } from '../../engine/formats/gifBlocks.ts';
import { createDice } from '../property/dice.ts';
import { counted, countedIn, makeCounted } from '../support/countedVideo.ts';
import { framesOf, type LabOptions, openRenderLab } from '../support/renderLab.ts';

const folder = mkdtempSync(join(tmpdir(), 'cutroom-gif-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [width, height, count] = [150, 97, 6];
const work: Omit<GifWork, 'frames' | 'out'> = {
  ...{ width, height, count, rate: [10, 1] as [number, number], places: 256 },
  ...{ dither: 'none' as const, repeats: 0 },
};

/** Encodes frames as a GIF and decodes them. @param pixels of all frames, with red in the lowest byte. */
async function throughGif(pixels: Uint32Array, more: Partial<GifWork> = {}): Promise<Uint32Array> {
  const [frames, out] = [join(folder, 'frames.rgba'), join(folder, 'made.gif')];
  writeFileSync(frames, pixels);
  await encodeGifFile({ ...work, frames, out, ...more }, {});
  const decoded = execFileSync('ffmpeg', ['-v', 'error', '-i', out, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'], {
    maxBuffer: 1 << 28,
  });
  const made = new Uint32Array(decoded.buffer.slice(decoded.byteOffset, decoded.byteOffset + decoded.byteLength));
  return made.map((pixel) => (pixel >>> 24 === 0 ? 0 : pixel));
}

/** Noise of few colors that fills the LZW table more than once; a part moves, and two frames are equal. */
function noise(hasClear: boolean): Uint32Array {
  const dice = createDice(7);
  const colors = Array.from({ length: 200 }, (_, i) => (0xff000000 | ((i % 12) * 20) | ((i >> 4) << 12)) >>> 0);
  const some = () => (hasClear && dice.chance(0.2) ? 0 : dice.pick(colors));
  const first = Uint32Array.from({ length: width * height }, some);
  const all = new Uint32Array(width * height * count);
  for (let frame = 0; frame < count; frame += 1) {
    const now = first.slice();
    // The fourth frame equals the third.
    const moved = frame === 3 ? 2 : frame;
    for (let y = 10; y < 60; y += 1)
      for (let x = 20; x < 30 + moved; x += 1)
        now[y * width + x] = colors[(x * 7 + y * 3 + moved * 11) % 200] as number;
    all.set(now, frame * width * height);
  }
  return all;
}

it.each([false, true])('encodes few colors without loss, with clear pixels: %s', async (hasClear) => {
  const pixels = noise(hasClear);
  const made = await throughGif(pixels);
  expect(made.length).toBe(pixels.length);
  expect(made.findIndex((pixel, i) => pixel !== pixels[i])).toBe(-1);
  expect(walkGif(readFileSync(join(folder, 'made.gif')))?.hasAlpha).toBe(hasClear);
});

it('finds transparent pixels that only one pixel of noise has, which no header tells', async () => {
  const opaque = noise(false).map((pixel) => (pixel === 0 ? 0xff000000 : pixel));
  const walked = async (pixels: Uint32Array) => {
    await throughGif(pixels.slice(0, width * height), { count: 1 });
    return walkGif(readFileSync(join(folder, 'made.gif')))?.hasAlpha;
  };
  expect(await walked(opaque)).toBe(false);
  opaque[width * height - 7] = 0;
  expect(await walked(opaque)).toBe(true);
});

it('merges equal frames on request and adds their delays', async () => {
  await throughGif(noise(true), { merges: true });
  expect(walkGif(readFileSync(join(folder, 'made.gif')))).toMatchObject({ frames: count - 1, duration: count / 10 });
});

it('keeps the delay of every frame from GIF to GIF and animated WebP, and back', async () => {
  const delays = [...Array.from({ length: 11 }, () => 0.08), 3];
  const lab = openRenderLab('delays');
  try {
    const source = makeCounted(join(lab.temp, 'held.gif'), '12.5', delays.length, ['-final_delay', '300']);
    const shown = async (url: string, type: string, more: object = {}, how: LabOptions = {}) => {
      const layer = { id: 'v', type: 'video', url, converted_gif: true, objectFit: 'fill', ...more };
      const scenes = [{ id: 's', duration: 3.88, isImageVideo: true, layers: [layer] }];
      return lab.render({ ...counted, output: { type }, scenes }, how);
    };
    const delaysOf = (path: string) => {
      const { times, duration } = (walkGif(readFileSync(path)) ??
        measureAnimation(readFileSync(path))) as AnimationFacts;
      return times.map((time, i) => Math.round(1000 * ((times[i + 1] ?? duration) - time)) / 1000);
    };
    const gif = await shown(source, 'gif');
    const webp = await shown(source, 'animation');
    // As one whose frames take more than the memory.
    const large = await shown(source, 'gif', {}, { memory: 10_000 });
    for (const path of [gif, webp, large, await shown(webp, 'gif')]) expect(delaysOf(path)).toEqual(delays);
    expect(countedIn(gif).filter((number, i, all) => number !== all[i - 1])).toEqual(delays.map((_, i) => i));
    expect(delaysOf(await shown(source, 'gif', { isReversed: true }))).toEqual(delays.toReversed());
    const apng = join(lab.temp, 'held.apng');
    execFileSync('ffmpeg', ['-v', 'error', '-i', source, '-final_delay', '3', '-f', 'apng', apng]);
    expect(delaysOf(await shown(apng, 'gif'))).toEqual(delays);
  } finally {
    lab.close();
  }
});

it('keeps the mean of a color missing from the palette by dithering', async () => {
  const ramp = Uint32Array.from({ length: width * height * count }, (_, i) => {
    const shade = Math.floor(((i % width) * 255) / width);
    return (0xff000000 | shade | (shade << 8) | (shade << 16)) >>> 0;
  });
  const meanOff = async (dither: GifWork['dither']) => {
    const made = await throughGif(ramp, { dither, places: 5 });
    const columns = Array.from({ length: 10 }, (_, part) => {
      let sum = 0;
      for (let y = 0; y < height; y += 1)
        for (let x = part * 15; x < part * 15 + 15; x += 1)
          sum += ((made[y * width + x] as number) & 255) - ((ramp[y * width + x] as number) & 255);
      return Math.abs(sum / (15 * height));
    });
    return Math.max(...columns.slice(2, -2));
  };
  expect(await meanOff('none')).toBeGreaterThan(10);
  expect(await meanOff('sierra2_4a')).toBeLessThan(2);
  expect(await meanOff('floyd_steinberg')).toBeLessThan(2);
});

describe('a GIF whose frames take more than the memory', () => {
  const lab = openRenderLab('long-gif');
  afterAll(lab.close);
  /** A solid square that moves over clear ground. */
  const square = {
    ...{ id: 'q', type: 'shape', shapeType: 'rectangle', background: '#d03020', lineWidth: 0 },
    ...{ position: { x: '0%', y: '25%', width: '25%', height: '50%' } },
    keyframes: [
      { time: 0, x: '0%' },
      { time: 2, x: '75%' },
    ],
  };
  const scenes = [{ id: 's', background: 'transparent', duration: 2, layers: [square] }];
  const body = { width: 160, height: 80, output: { type: 'gif', fps: 10 }, scenes };

  it('shows the same as another: solid, clear, and nothing twice; and tells of its progress', async () => {
    const told: number[] = [];
    const onProgress = ({ ratio }: { ratio: number }) => told.push(ratio);
    const [small, large] = [await lab.render(body), await lab.render(body, { memory: 10_000, onProgress })];
    const [expected, found] = [small, large].map((path) => framesOf(path, 160, 80));
    expect(found?.length).toBe(expected?.length);
    for (const [i, frame] of (found ?? []).entries()) {
      const off = frame.filter((value, at) => Math.abs(value - (expected?.[i]?.[at] as number)) > 40).length;
      expect(off, `frame ${i}`).toBeLessThan(0.01 * frame.length);
    }
    expect(told.length).toBeGreaterThan(2);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  it('stops when it is canceled during encoding', async () => {
    const stopping = new AbortController();
    const long = { ...body, scenes: [{ ...scenes[0], duration: 55 }] };
    const onProgress = ({ ratio }: { ratio: number }) => ratio > 0.5 && stopping.abort(new Error('canceled'));
    const rendering = lab.render(long, { memory: 10_000, signal: stopping.signal, onProgress });
    await expect(rendering).rejects.toThrow();
    expect(stopping.signal.aborted).toBe(true);
  });
});
