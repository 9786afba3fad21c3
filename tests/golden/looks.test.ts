import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { pixelsOf } from '../../api/renderer/paint/skia.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import type { VideoPart } from '../../api/renderer/plan/plan.ts';
import { printFrameWork } from '../../api/renderer/print/printFrame.ts';
import { meanDifference } from '../support/meanDifference.ts';
import { paintFrames } from '../support/paintFrames.ts';
import { framesOf, openRenderLab, projectOf } from '../support/renderLab.ts';
import { ssim } from '../support/ssim.ts';

const lab = openRenderLab('looks');
afterAll(lab.close);
const [width, height] = [320, 180];
const media = (name: string) => resolve('fixtures/media', name);
const locate = async (url: string) => url;

const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };
const strong = { filterName: 'Warm', saturation: 160, contrast: 90, vignette: 80, flipped: true };

describe('a render looks like the same moment painted by computing every pixel', () => {
  it.each<[string, object]>([
    // The looks differ in numbers alone: three stand for all, and filters-row.json shows the others.
    ...(['Original', 'Warm', 'Noir'] as const).map((filterName): [string, object] => [
      `with the look ${filterName}`,
      { filterName },
    ]),
    ['with every filter', { brightness: 80, contrast: 140, saturation: 30, fadeOpacity: 25, vignette: 40 }],
    ['brighter', { brightness: 150 }],
    ['with the strongest vignette', { vignette: 100 }],
    ['upside down', { flippedVertical: true }],
    ['at an odd place', { ...strong, position: box(7.2, 11.3, 61, 71) }],
    ['cropped to a tall box', { ...strong, position: box(30, 0, 25, 100) }],
    ['stretched', { ...strong, objectFit: 'fill', position: box(10, 30, 80, 40) }],
    ['turned', { ...strong, position: box(20, 20, 60, 60, 25) }],
    ['turned by a quarter', { ...strong, flippedVertical: true, position: box(30, 20, 40, 60, 90) }],
    ['far larger than the canvas', { ...strong, position: box(-60, -300, 400, 500) }],
    ['far larger than the canvas and turned', { ...strong, position: box(-120, -200, 400, 500, 33) }],
    ['clear where it is clear', { ...strong, url: media('sprite-alpha.webm'), objectFit: 'contain' }],
    [
      'clear and turned',
      { ...strong, url: media('sprite-alpha.webm'), objectFit: 'contain', position: box(10, 10, 80, 80, -20) },
    ],
    ['from full-range BT.601', { ...strong, url: media('full-range.mp4') }],
  ])('%s', async (_name, fields) => {
    expectAlike(await bothWays(fields), 3);
  });

  it.each<[string, object]>([
    ['as it is', strong],
    ['turned', { ...strong, position: box(20, 20, 60, 60, 25) }],
    ['clear where it is clear', { ...strong, url: media('sprite-alpha.webm'), objectFit: 'contain' }],
  ])('in a GIF, %s', async (_name, fields) => {
    // A GIF has 256 colours.
    expectAlike(await bothWays(fields, { videoType: 'gif', quality: 'standard' }), 6, 0.75);
  });
});

it('mirrors what the other way round shows', async () => {
  const plain = await frameOf({});
  const mirrored = await frameOf({ flipped: true, flippedVertical: true });
  const turned = new Uint8ClampedArray(plain.length);
  for (let at = 0; at < plain.length; at += 4) turned.set(plain.subarray(at, at + 4), plain.length - 4 - at);
  expect(meanDifference(mirrored, turned)).toBeLessThan(2);
});

it('leaves the middle as bright as it was and a hundredth of the light in the corners', async () => {
  const bright = { brightness: 200, fadeOpacity: 100 };
  const white = await frameOf(bright);
  const dark = await frameOf({ ...bright, vignette: 100 });
  const at = (pixels: Uint8ClampedArray, x: number, y: number) => pixels[(y * width + x) * 4] as number;
  expect(at(white, 0, 0)).toBeGreaterThan(250);
  expect(at(dark, width / 2, height / 2)).toBeGreaterThan(248);
  expect(at(dark, 0, 0)).toBeLessThan(8);
  const half = 255 * Math.cos(0.4 * Math.PI * (width / 4 / Math.hypot(width / 2, height / 2))) ** 4;
  expect(Math.abs(at(dark, width / 4, height / 2) - half)).toBeLessThan(4);
});

function box(x: number, y: number, wide: number, high: number, rotation = 0): object {
  return { x: `${x}%`, y: `${y}%`, width: `${wide}%`, height: `${high}%`, rotation };
}

function bodyOf(fields: object, more: object = {}): object {
  const video = {
    id: 'v',
    type: 'video',
    url: media('mountains.mp4'),
    isTrimmed: true,
    startTime: 0.5,
    endTime: 1.5,
    isMuted: true,
  };
  const layers = [{ ...video, position: whole, playLength: 0.2, ...fields }];
  return { width, height, ...more, scenes: [{ id: 's', background: '#7788aa', layers }] };
}

async function frameOf(fields: object, more: object = {}): Promise<Uint8ClampedArray> {
  return framesOf(await lab.render(bodyOf(fields, more)), width, height)[1] as Uint8ClampedArray;
}

/** The second frame, rendered and painted. */
async function bothWays(
  fields: object,
  more: { videoType?: string; quality?: string } = {},
): Promise<[Uint8ClampedArray, Uint8ClampedArray]> {
  const fps = more.videoType === 'gif' ? 15 : 30;
  const [painted] = await paintFrames(projectOf(bodyOf(fields, more)), [1 / fps], { locate });
  return [await frameOf(fields, more), pixelsOf(painted as NonNullable<typeof painted>)];
}

function expectAlike([a, b]: [Uint8ClampedArray, Uint8ClampedArray], most: number, least = 0.95): void {
  expect(meanDifference(a, b)).toBeLessThan(most);
  expect(ssim(a, b, width, height)).toBeGreaterThan(least);
}

describe('BT.601 becomes BT.709 by a cheaper way than by RGB', () => {
  const raw = (file: string, chain: string) =>
    execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-vf', chain, '-frames:v', '3', '-f', 'rawvideo', '-']);
  const chainOf = async (file: string, position: object) => {
    const project = projectOf({
      width,
      height,
      scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url: file, objectFit: 'fill', position }] }],
    });
    const plan = compileRender(project, new Map([[file, await probeFile(file)]]));
    return printFrameWork(plan.scenes[0]?.parts.at(-1) as VideoPart, plan.output, 'v').join(',');
  };

  it.each([
    ['limited', 'sd601.mp4', 'tv'],
    ['full', 'full-range.mp4', 'pc'],
  ])('in the same colours, from %s range', async (_name, name, range) => {
    const file = media(name);
    const chain = await chainOf(file, whole);
    expect(chain).toContain('colormatrix');
    const colors = `in_color_matrix=smpte170m:in_range=${range}:out_color_matrix=bt709:out_range=tv`;
    const byRgb = `scale=${width}:${height}:flags=bicubic+accurate_rnd+full_chroma_int:${colors},format=yuv420p`;
    const [one, other] = [raw(file, chain), raw(file, byRgb)];
    const differences = one.map((value, i) => Math.abs(value - (other[i] as number)));
    expect(Math.max(...new Set(differences))).toBeLessThan(5);
    expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(0.5);
  });

  it('but not on odd sides, where the filter writes beyond the picture', async () => {
    expect(await chainOf(media('sd601.mp4'), box(0, 0, 100.3, 100))).not.toContain('colormatrix');
  });
});
