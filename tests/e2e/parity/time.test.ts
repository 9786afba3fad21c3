import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderProject } from '../../../api/renderer/job/render.ts';
import type { Probe } from '../../../api/renderer/media/probe.ts';
import { pixelsOf } from '../../../api/renderer/paint/skia.ts';
import { compileRender } from '../../../api/renderer/plan/compile.ts';
import { mediaReferences, withMediaFacts } from '../../../engine/project/media.ts';
import { isGif, isStill, outputExtension } from '../../../engine/project/output.ts';
import { type Parsed, parseProject } from '../../../engine/project/parse.ts';
import type { Project } from '../../../engine/project/project.ts';
import { sceneStarts } from '../../../engine/timeline/durations.ts';
import { frameNumberOf } from '../../../fixtures/makers/numbers.ts';
import { colorDifference } from '../../support/colorDifference.ts';
import { type CompositorLab, openLab } from '../../support/compositorLab.ts';
import { decodeFrames } from '../../support/decode.ts';
import { fixtureProject } from '../../support/exportLab.ts';
import { paintFrames } from '../../support/paintFrames.ts';
import { sharedProbe } from '../../support/renderLab.ts';
import { ssim } from '../../support/ssim.ts';

const folder = resolve('fixtures/projects');
/**
 * Number of compared frames per project, maximum duration of a scene in seconds, and scale of the canvas.
 * CUTROOM_LONG=1 uses the values for releases, which take some minutes.
 */
const [often, longest, scale] = process.env.CUTROOM_LONG ? [20, 60, 1] : [3, 1, 0.5];
/** Projects with videos, trims, loops, speed, several scenes, animations, transitions and timed layers. */
const moving = [
  'animated-type',
  'over-all-scenes',
  'videos-come-and-go',
  'windows-at-the-joins',
  ...(process.env.CUTROOM_LONG
    ? [
        'boomerang-loop',
        // Also compared by transitions.test.ts.
        'five-transitions',
        'eleven-transitions',
        'counter-paces',
        'filters-row',
        'frame-counter',
        'lines-over-hills',
        'loop-and-hold',
        'pictures-take-turns',
        'speed-and-reverse',
        // Also compared by export.test.ts.
        'three-scenes-with-music',
        'three-voices',
        'volume-and-fades',
      ]
    : []),
];
/** A folder for PNGs that show preview and output at the least similar frame of each project. */
const pictures = process.env.PARITY_PICTURES;
const temp = mkdtempSync(join(tmpdir(), 'cutroom-parity-'));
const table: string[] = [];
let lab: CompositorLab;

beforeAll(async () => {
  lab = await openLab({ made: temp, webgl: false });
});

afterAll(async () => {
  const head = '  median\tlowest\tcolors\tat';
  console.log(['The preview against the encoded output at random times:', head, ...table].join('\n'));
  await lab?.close();
  rmSync(temp, { recursive: true, force: true });
});

describe('a preview compared with the output at any time', () => {
  it.each(moving)('shows the same frames: %s', async (name) => {
    const project = fixtureProject(name, longest, scale);
    const { shown, output, frames, width, height } = await bothSides(project, often, [4, 3, 2]);
    const likeness = shown.map((preview, i) => ssim(preview, output[i] as Uint8ClampedArray, width, height));
    const distance = shown.map((preview, i) => colorDifference(preview, output[i] as Uint8ClampedArray, width, height));
    const lowest = Math.min(...likeness);
    const worst = likeness.indexOf(lowest);
    const figures = [median(likeness).toFixed(4), lowest.toFixed(4), median(distance).toFixed(2)];
    table.push(`  ${figures.join('\t')}\tframe ${frames[worst]} of ${name}`);
    if (pictures) save(name, [shown[worst], output[worst]] as Uint8ClampedArray[], width, height);
    expect.soft(median(likeness), 'median').toBeGreaterThanOrEqual(isGif(project) ? 0.9 : 0.95);
    // A moving edge may be one pixel off, and a fast video one frame off.
    expect.soft(lowest, `frame ${frames[worst]}`).toBeGreaterThanOrEqual(isGif(project) ? 0.88 : 0.9);
    // Decoding and encoding change colors a little; a wrong color matrix would differ by 13.
    expect.soft(median(distance), 'colors').toBeLessThan(8);
  });
});

// With even sides: Chromium and the server scale images with odd sides differently, with a similarity of only 0.976, or
// 0.98 at rest.
it.each([
  ['about as large as it is shown', 640],
  ['of many more pixels', 1600],
])('an image %s moves the same in preview and output, before encoding', async (_name, side) => {
  const file = `lake-${side}.jpg`;
  const scaled = ['-i', resolve('fixtures/media/lake.jpg'), '-vf', `scale=${side}:-2`, '-q:v', '2'];
  execFileSync('ffmpeg', ['-v', 'error', ...scaled, join(temp, file)]);
  const image = { id: 'i', type: 'image', url: `../made/${file}`, position: { width: '100%', height: '100%' } };
  const scenes = [
    { id: 'a', duration: 1.5, layers: [{ ...image, motion: { type: 'zoom-in', duration: 1.5 } }] },
    {
      id: 'b',
      duration: 1.5,
      layers: [{ ...image, id: 'j', objectFit: 'contain', flipped: true, motion: { type: 'pan-left', duration: 1.5 } }],
    },
  ];
  const project = good(parseProject({ width: 640, height: 360, scenes }));
  const { shown, output, width, height } = await bothSides(project, 4, [], 'painted');
  const likeness = shown.map((preview, i) => ssim(preview, output[i] as Uint8ClampedArray, width, height));
  table.push(`  ${likeness.map((value) => value.toFixed(4)).join('\t')}\tof a moving picture ${side} wide`);
  for (const value of likeness) expect(value).toBeGreaterThanOrEqual(0.98);
});

it.each([
  ['come and go', 'hello-and-goodbye', 5],
  ['are moved by keyframes', 'moving-day', 4],
])('layers that %s look the same in preview and output, before encoding', async (_what, name, count) => {
  const project = fixtureProject(name, 3, scale);
  const { shown, output, frames, width, height } = await bothSides(project, count, [], 'painted');
  const likeness = shown.map((preview, i) => ssim(preview, output[i] as Uint8ClampedArray, width, height));
  table.push(`  ${likeness.map((value) => value.toFixed(4)).join('\t')}\tof ${name}`);
  const lowest = likeness.indexOf(Math.min(...likeness));
  if (pictures) save(name, [shown[lowest], output[lowest]] as Uint8ClampedArray[], width, height);
  for (const [i, value] of likeness.entries()) expect.soft(value, `frame ${frames[i]}`).toBeGreaterThanOrEqual(0.985);
});

/** Also tested with CUTROOM_LONG=1, for releases. */
const furtherPaces: [string, { startTime: number; endTime: number; [field: string]: unknown }][] = [
  ['held', { startTime: 4, endTime: 5, playLength: 1.5 }],
  ['looped', { startTime: 6.3, endTime: 7.4, loopMode: 'duration', playLength: 3 }],
  ['at a quarter of its pace', { startTime: 2, endTime: 3, speed: 0.25 }],
  ['backwards', { startTime: 3.2, endTime: 5.7, isReversed: true }],
  [
    'backwards and fast, looped',
    { startTime: 3, endTime: 5, isReversed: true, speed: 2, loopMode: 'duration', playLength: 2.6 },
  ],
  ['there and back', { startTime: 2.1, endTime: 3.6, isBoomeranged: true }],
];

describe('a video frame in preview and output differs by at most one frame', () => {
  const layer = { type: 'video', url: '../media/numbers.mp4', isTrimmed: true };
  const paces: typeof furtherPaces = [
    ['plain', { startTime: 1.51, endTime: 2.51 }],
    ['at four times its pace, held', { startTime: 1, endTime: 5, speed: 4, playLength: 1.5 }],
    [
      'back and there, looped',
      { startTime: 2, endTime: 3, isBoomeranged: true, isReversed: true, loopMode: 'duration', playLength: 3 },
    ],
    ...(process.env.CUTROOM_LONG ? furtherPaces : []),
    [
      'as stop-motion, backwards',
      { startTime: 1, endTime: 4, isReversed: true, stopMotion: { stills: 6, hold: 0.15 } },
    ],
    // Last, because the next scene starts between two frames.
    ['at 1.7 of its pace', { startTime: 1, endTime: 3, speed: 1.7 }],
  ];
  it(paces.map(([name]) => name).join('; '), async () => {
    const scenes = paces.map(([name, how]) => ({ id: name, layers: [{ ...layer, ...how, id: `v ${name}` }] }));
    const project = good(parseProject({ width: 320, height: 180, scenes }));
    const { shown, output, width } = await bothSides(project, { ofEachScene: often });
    const off = shown.map((preview, i) =>
      Math.abs(frameNumberOf(preview, width) - frameNumberOf(output[i] as Uint8ClampedArray, width)),
    );
    for (const [i, [name, how]] of paces.entries()) {
      const ofScene = off.slice(i * often, (i + 1) * often);
      expect.soft(Math.max(...ofScene), `${name}: ${ofScene}`).toBeLessThanOrEqual(1);
      // At the native frame rate, nothing has to be rounded.
      const few = 'speed' in how ? often : 2;
      expect.soft(ofScene.filter((count) => count > 0).length, `${name}: ${ofScene}`).toBeLessThanOrEqual(few);
    }
  });
});

describe('video colors in preview and output', () => {
  // With colors as converted by a graphics card, which differ slightly from software conversion.
  let withoutCard: CompositorLab;
  beforeAll(async () => {
    withoutCard = lab;
    lab = await openLab({ made: temp });
  });
  afterAll(async () => {
    await lab.close();
    lab = withoutCard;
  });

  const tagged = (matrix: string) => ['-colorspace', matrix, '-color_primaries', matrix, '-color_trc', matrix];
  /** Also tested with CUTROOM_LONG=1, for releases. */
  const furtherVideos: [string, string, string[]][] = [
    ['large, in BT.601', '1280x720', tagged('smpte170m')],
    ['of tall pixels', '1280x360', ['-aspect', '16:9']],
  ];
  const videos: typeof furtherVideos = [
    ['small, of unnamed colors', '640x360', []],
    ['large, of unnamed colors', '1280x720', []],
    ['small, in BT.709', '640x360', tagged('bt709')],
    ['in full range', '640x360', ['-vf', 'scale=out_range=full,format=yuvj420p', '-color_range', 'pc']],
    ['of wide pixels', '480x360', ['-aspect', '16:9']],
    ...(process.env.CUTROOM_LONG ? furtherVideos : []),
  ];
  it(videos.map(([name]) => name).join('; '), async () => {
    const fileOf = (name: string) => `${name.replaceAll(/\W+/g, '-')}.mp4`;
    const inputs = videos.flatMap(([, size]) => ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=30:duration=0.5`]);
    const outputs = videos.flatMap(([name, , options], i) => {
      const encoder = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast'];
      return ['-map', `${i}`, ...encoder, ...options, join(temp, fileOf(name))];
    });
    execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...outputs]);
    const scenes = videos.map(([name]) => ({
      id: name,
      layers: [{ id: `v ${name}`, type: 'video', url: `../made/${fileOf(name)}`, objectFit: 'contain' }],
    }));
    const project = good(parseProject({ width: 640, height: 360, scenes }));
    const { shown, output } = await bothSides(project, { ofEachScene: 1 });
    for (const [i, [name]] of videos.entries()) {
      const [preview, image] = [shown[i], output[i]] as [Uint8ClampedArray, Uint8ClampedArray];
      expect.soft(ssim(preview, image, 640, 360), name).toBeGreaterThanOrEqual(0.96);
      expect.soft(colorDifference(preview, image, 640, 360), name).toBeLessThan(6);
    }
  });
});

/**
 * Preview and output of a project at random frames, as RGBA. @param factors allowed scale factors of the images. @param
 * how whether the output is encoded, or painted at those moments: `tests/golden/` compares both.
 */
async function bothSides(
  project: Project,
  count: number | { ofEachScene: number },
  factors: readonly number[] = [],
  how: 'encoded' | 'painted' = 'encoded',
) {
  const probes = new Map<string, Probe>();
  for (const { url } of mediaReferences(project)) probes.set(url, await sharedProbe(await locate(url)));
  const { frames: total, rate, ...canvas } = compileRender(project, probes).output;
  const fits = (factor: number) =>
    canvas.width % factor === 0 &&
    canvas.height % factor === 0 &&
    Math.max(canvas.width, canvas.height) / factor >= 320;
  const pixelRatio = factors.find(fits) ?? 1;
  const [width, height] = [canvas.width / pixelRatio, canvas.height / pixelRatio];
  const starts = [...sceneStarts(withMediaFacts(project, probes)), (total * rate[1]) / rate[0]];
  const cuts = starts.map((start) => Math.ceil((start * rate[0]) / rate[1] - 1e-6));
  const frames =
    typeof count === 'number'
      ? randomFrames(isStill(project) ? 1 : count, total)
      : project.scenes.flatMap((_, i) => {
          const [first, next] = [cuts[i], cuts[i + 1]] as [number, number];
          return randomFrames(count.ofEachScene, next - first).map((n) => first + n);
        });
  const times = frames.map((n) => (n * rate[1]) / rate[0]);
  const options = { mode: 'canvas2d' as const, width, height, pixelRatio };
  const texts = await lab.page.evaluate(
    ([given, facts, moments, stand]) => globalThis.lab.paintMoments(given, facts, moments, stand),
    [project, [...probes], times, options] as const,
  );
  const shown = texts.map((text) => new Uint8ClampedArray(Buffer.from(text, 'base64')));
  if (how === 'painted') {
    const output = (await paintFrames(project, times, { locate, probe: sharedProbe })).map(pixelsOf);
    return { shown, output, frames, width, height };
  }
  const out = join(temp, `out.${outputExtension(project.output)}`);
  await renderProject(project, { out, locate, probe: sharedProbe });
  return { shown, output: decodeFrames(out, frames, width, height), frames, width, height };
}

/** Random frames, the same in each run: one from each of `count` equal spans. */
function randomFrames(count: number, total: number): number[] {
  let state = 20_261;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const frames = Array.from({ length: count }, (_, i) => Math.floor(((i + random()) * total) / count));
  return frames
    .map((n) => [random(), n] as const)
    .sort(([a], [b]) => a - b)
    .map(([, n]) => n);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

async function locate(url: string): Promise<string> {
  return url.startsWith('../made/') ? join(temp, url.slice('../made/'.length)) : resolve(folder, url);
}

function good(result: Parsed<Project>): Project {
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.value;
}

function save(name: string, shown: readonly Uint8ClampedArray[], width: number, height: number): void {
  const canvas = createCanvas(width * shown.length, height);
  const ctx = canvas.getContext('2d');
  for (const [i, data] of shown.entries()) ctx.putImageData(new ImageData(data, width, height), i * width, 0);
  mkdirSync(pictures as string, { recursive: true });
  writeFileSync(join(pictures as string, `${name}.png`), canvas.toBuffer('image/png'));
}
