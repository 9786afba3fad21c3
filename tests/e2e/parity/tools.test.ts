import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Probe } from '../../../api/renderer/media/probe.ts';
import { pixelsOf } from '../../../api/renderer/paint/skia.ts';
import { compileRender } from '../../../api/renderer/plan/compile.ts';
import { canvasSize } from '../../../engine/layout/canvasSize.ts';
import { isStill } from '../../../engine/project/output.ts';
import type { Project } from '../../../engine/project/project.ts';
import { compileToolBody } from '../../../engine/tools/body.ts';
import { tools } from '../../../engine/tools/index.ts';
import { good } from '../../engine/make.ts';
import { type CompositorLab, openLab } from '../../support/compositorLab.ts';
import { paintFrames } from '../../support/paintFrames.ts';
import { sharedProbe } from '../../support/renderLab.ts';
import { ssim } from '../../support/ssim.ts';

const [video, image, further] = ['../made/traffic.mp4', '../made/lake.jpg', '../made/portrait.jpg'];
const view = '../made/mountains.mp4';
const span = { isTrimmed: true, startTime: 1, endTime: 2 };
/** Sample requests of each tool. */
const rows: readonly [id: string, body: Record<string, unknown>][] = [
  ['trim', { isTrimmedOnly: true, sourceVideo: video, ...span }],
  ['audio', { isAudioVideo: true, sourceVideo: video, audio: '../media/music.mp3', ...span }],
  [
    'resize',
    { videoResized: true, sourceVideo: video, resizeOption: 'crop', resizeZoom: 130, resizeXPos: 10, ...span },
  ],
  ['loop', { isLooped: true, sourceVideo: video, numLoops: 2, ...span }],
  ['filter', { isFiltered: true, sourceVideo: video, filterName: 'Vintage', contrast: 120, vignette: 40, ...span }],
  ['reverse', { isReversed: true, isBoomeranged: true, sourceVideo: video, ...span }],
  ['speed', { isSpeedVideo: true, speedChoice: 2, sourceVideo: video, ...span, endTime: 3 }],
  ['rotate', { isRotate: true, rotation: 90, flipped: true, sourceVideo: video, ...span }],
  ['convert', { isConvertVideo: true, convertOption: 'webm', sourceVideo: video, ...span }],
  // A photo with an odd height, as from a camera.
  ['image-video', { isImageVideo: true, imageVideoDuration: 1, sourceVideo: '../media/lake.jpg' }],
  ['text-video', { isTextVideo: true, animationText: 'Words that move', textDuration: 1.5, ratio: '16:9' }],
  [
    'subtitles',
    {
      ...{ isSubtitleVideo: true, sourceVideo: view, highlight: true, ...span },
      subtitles: [{ text: 'and then the sun came up', startTime: 1, endTime: 2 }],
    },
  ],
  ['meme', { isMeme: true, topText: 'When it renders', bottomText: 'at once', sourceVideo: video, ...span }],
  ['stop-motion', { isStopMotionVideo: true, sourceVideo: video, stopMotionSpeed: 1, ...span }],
  ['slideshow', { isSlideshow: true, clips: [image, further], clipDuration: 1, motion: 'varied' }],
  [
    'montage',
    { isMaker: true, isMontage: true, clips: [image, { url: video, startTime: 1, endTime: 2 }], clipDuration: 1 },
  ],
  ['maker', { isMaker: true, clips: [further, { url: video, endTime: 1 }], clipDuration: 1, transition: 'wipe' }],
  ['watermark', { withCustomWatermark: true, isWatermarked: true, watermarkText: 'Mine', sourceVideo: video, ...span }],
  ['thanks', { thanksVideo: true, thanksSubject: 'my dog' }],
];
/** Tools whose frames are like those of others here or in time-parity.test.ts. CUTROOM_LONG=1 compares all. */
const alikeOthers = ['trim', 'audio', 'loop', 'speed', 'convert', 'stop-motion', 'slideshow', 'maker'];
const compared = process.env.CUTROOM_LONG ? rows : rows.filter(([id]) => !alikeOthers.includes(id));
/** Tools without frames. */
const silentToTheEye = ['audio-trim'];

const temp = mkdtempSync(join(tmpdir(), 'cutroom-tool-parity-'));
const table: string[] = [];
let lab: CompositorLab;

beforeAll(async () => {
  // Scaled to the size on a page, which is faster.
  for (const name of ['lake.jpg', 'portrait.jpg']) {
    const args = ['-v', 'error', '-i', resolve('fixtures/media', name), '-vf', 'scale=640:-2', '-q:v', '2'];
    execFileSync('ffmpeg', [...args, join(temp, name)]);
  }
  // Smaller and with fewer frames than the originals; three moments are compared.
  for (const [name, scale] of [
    ['traffic.mp4', '480:-2'],
    ['mountains.mp4', '640:-2'],
  ] as const) {
    const less = ['-an', '-r', '15', '-t', '3', '-vf', `scale=${scale}`, '-preset', 'ultrafast', '-crf', '12'];
    execFileSync('ffmpeg', ['-v', 'error', '-i', resolve('fixtures/media', name), ...less, join(temp, name)]);
  }
  lab = await openLab({ made: temp, webgl: false });
});

afterAll(async () => {
  console.log(['Likeness of the preview to what is encoded, by tool:', ...table].join('\n'));
  await lab?.close();
  rmSync(temp, { recursive: true, force: true });
});

describe('the preview of a tool compared with its result before encoding', () => {
  it.each(compared)('shows the same frames: %s', async (id, body) => {
    const probes = new Map<string, Probe>();
    for (const url of urlsIn(body)) probes.set(url, await sharedProbe(await locate(url)));
    const project = good(compileToolBody(body, probes));
    const canvas = canvasSize(project);
    // Large images are compared by the mean of four pixels. Scaling them as a page does would compare two scaling
    // algorithms, which alone lowers the similarity of fine detail to 0.97.
    const pixelRatio = Math.min(canvas.width, canvas.height) > 700 ? 2 : 1;
    const [width, height] = [canvas.width / pixelRatio, canvas.height / pixelRatio];
    const { times, made } = await madeOf(project, probes, pixelRatio);
    const how = { mode: 'canvas2d' as const, width, height, pixelRatio };
    const texts = await lab.page.evaluate(
      ([given, facts, moments, options]) => globalThis.lab.paintMoments(given, facts, moments, options),
      [project, [...probes], times, how] as const,
    );
    const shown = texts.map((text) => new Uint8ClampedArray(Buffer.from(text, 'base64')));
    const likeness = shown.map((preview, i) => ssim(preview, made[i] as Uint8ClampedArray, width, height));
    table.push(`  ${likeness.map((value) => value.toFixed(4)).join('\t')}\t${width}×${height}\t${id}`);
    for (const [i, value] of likeness.entries()) expect.soft(value, `at ${times[i]} s`).toBeGreaterThanOrEqual(0.98);
  });

  it('every tool is in this test', () => {
    const ids = [...rows.map(([id]) => id), ...silentToTheEye];
    expect(ids.sort()).toEqual(tools.map(({ id }) => id).sort());
  });
});

/**
 * Three moments of a tool's result, with their frames. @param side of the squares of pixels whose means are returned.
 */
async function madeOf(project: Project, probes: ReadonlyMap<string, Probe>, side: number) {
  const { frames, rate, width } = compileRender(project, probes).output;
  const numbers = isStill(project) ? [0] : [0.1, 0.45, 0.9].map((share) => Math.floor(share * frames));
  const times = numbers.map((n) => (n * rate[1]) / rate[0]);
  const painted = await paintFrames(project, times, { locate, probe: sharedProbe });
  return { times, made: painted.map((surface) => averaged(pixelsOf(surface), width, side)) };
}

/** Means of squares of pixels. */
function averaged(pixels: Uint8ClampedArray, width: number, side: number): Uint8ClampedArray {
  const across = Math.floor(width / side);
  const means = new Float64Array(pixels.length / side ** 2);
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)];
    const to = 4 * (Math.floor(y / side) * across + Math.floor(x / side)) + (at & 3);
    means[to] = (means[to] as number) + (pixels[at] as number) / side ** 2;
  }
  return Uint8ClampedArray.from(means);
}

/** Media URLs in a body. */
function urlsIn(body: unknown): string[] {
  if (typeof body === 'string') return body.startsWith('../') ? [body] : [];
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(urlsIn) : [];
}

async function locate(url: string): Promise<string> {
  return url.startsWith('../made/') ? join(temp, url.slice('../made/'.length)) : resolve('fixtures/projects', url);
}
