import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderProject } from '../../../api/renderer/job/render.ts';
import { isGif, outputExtension } from '../../../engine/project/output.ts';
import { type Parsed, parseProject } from '../../../engine/project/parse.ts';
import type { Project, ProjectInput } from '../../../engine/project/project.ts';
import { frameNumberOf } from '../../../fixtures/makers/numbers.ts';
import { launchChromium } from '../../support/chromium.ts';
import { decodeFrame, decodeFrames } from '../../support/decode.ts';
import {
  exportIn,
  fixtureProject,
  locateFixture,
  openExportPage,
  playThrough,
  serveExports,
} from '../../support/exportLab.ts';
import type { MediaServer } from '../../support/mediaServer.ts';
import { sharedProbe } from '../../support/renderLab.ts';
import { compareSound } from '../../support/soundLikeness.ts';
import { ssim } from '../../support/ssim.ts';

const temp = mkdtempSync(join(tmpdir(), 'cutroom-export-'));
const table: string[] = [];
let server: MediaServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await serveExports(temp);
  browser = await launchChromium();
  page = await openExportPage(browser, server.origin, countCodecs);
});

afterAll(async () => {
  console.log(['What the browser makes beside what the server makes:', ...table].join('\n'));
  await browser?.close();
  await server?.close();
  rmSync(temp, { recursive: true, force: true });
});

const smallGif = { type: 'gif', plays: 0, width: 240, fps: 8, colors: 64 } as const;
const long = process.env.CUTROOM_LONG ? ['frame-counter', 'loop-and-hold', 'animated-type', 'moving-day'] : [];
/**
 * Several scenes with audio, and a GIF with and without its own output. CUTROOM_LONG=1 adds a loop, an animation and
 * keyframes.
 */
const names = ['three-scenes-with-music', 'emoji-party-gif', ...long];
const samples = [
  ...names.map((name) => ({ name, output: undefined })),
  { name: 'emoji-party-gif', output: smallGif },
  { name: 'emoji-party-gif', output: { type: 'video', container: 'mp4', fps: 12.5 } as const },
];

describe('an export compared with a server render', () => {
  it.each(samples)('has the same frames: $name $output', async ({ name, output }) => {
    const sample = fixtureProject(name, 1.2, 0.5);
    const project = { ...sample, output: output ?? sample.output };
    const [here, there] = ['here', 'there'].map((place) =>
      join(temp, `${name}-${place}.${outputExtension(project.output)}`),
    );
    const report = await exportIn(page, { project }, here as string);
    await renderProject(project, { out: there as string, locate: locateFixture, probe: sharedProbe });

    const [made, rendered] = [playThrough(here as string), playThrough(there as string)];
    expect(made.complaints).toBe('');
    expect(made.frames).toBe(rendered.frames);
    const frame = report.duration / made.frames;
    expect(Math.abs(made.duration - rendered.duration)).toBeLessThanOrEqual(frame + 1e-6);
    expect(Math.abs(made.duration - report.duration)).toBeLessThanOrEqual(frame + 1e-6);

    const { width, height } = report;
    if (output) expect(made.frames).toBe(Math.round(output.fps * report.duration));
    if (output === smallGif) expect([width, height]).toEqual([240, 240]);
    const compared = [0.02, 0.3, 0.65, 0.97].map((share) => Math.floor(share * made.frames));
    const [ours, theirs] = [here, there].map((file) => decodeFrames(file as string, compared, width, height));
    const likeness = compared.map((_, i) =>
      ssim(ours?.[i] as Uint8ClampedArray, theirs?.[i] as Uint8ClampedArray, width, height),
    );
    table.push(
      `  ${likeness.map((value) => value.toFixed(4)).join(' ')} ${name}, ${Math.round(report.took)} ms for ${report.duration.toFixed(1)} s`,
    );
    // Few colors are dithered coarsely, and differently on both sides.
    for (const value of likeness) expect.soft(value).toBeGreaterThanOrEqual(output ? 0.9 : 0.95);

    const ratios = report.reports.map(({ ratio }) => ratio);
    expect(ratios).toEqual([...ratios].sort((a, b) => a - b));
    expect(ratios.at(-1)).toBe(1);
    expect(await lengthInBrowser(`/made/${name}-here.${outputExtension(project.output)}`)).toBeCloseTo(
      isGif(project) ? 0 : report.duration,
      1,
    );
  });

  it('has soft edges of the full color on a transparent background, as the server', async () => {
    const position = { x: '10%', y: '20%', width: '80%', height: '60%', rotation: 10 };
    const ball = { id: 'b', type: 'shape', shapeType: 'ellipse', background: '#ffffff', position } as const;
    const scenes = [{ id: 's', background: 'transparent', layers: [ball] }];
    const project = good(parseProject({ width: 120, height: 80, isImage: true, scenes }));
    const [here, there] = ['ball-here.png', 'ball-there.png'].map((name) => join(temp, name)) as [string, string];
    await exportIn(page, { project }, here);
    await renderProject(project, { out: there, locate: locateFixture, probe: sharedProbe });
    for (const file of [here, there]) {
      const pixels = execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-pix_fmt', 'rgba', '-f', 'rawvideo', '-']);
      const all = Array.from({ length: 120 * 80 }, (_, i) => pixels.subarray(4 * i, 4 * i + 4));
      const edge = all.filter(([, , , alpha = 0]) => alpha > 32 && alpha < 224);
      expect(edge.length).toBeGreaterThan(60);
      expect(Math.min(...edge.flatMap(([red = 0, green = 0, blue = 0]) => [red, green, blue]))).toBeGreaterThan(240);
      expect(all.filter(([, , , alpha]) => alpha === 0).length).toBeGreaterThan(120 * 80 * 0.5);
    }
  });

  it('has the same audio for a video with music, both trimmed', () => {
    const name = 'three-scenes-with-music';
    const { delay, decibels } = compareSound(join(temp, `${name}-there.mp4`), join(temp, `${name}-here.mp4`));
    expect(Math.abs(delay)).toBeLessThan(0.01);
    expect(Math.abs(decibels)).toBeLessThan(1);
  });
});

it('has the same audio reversed, boomeranged, at other speeds, from WebM, with fades, ducking and loudness', async () => {
  const video = { type: 'video' as const, url: '../media/numbers.mp4', isTrimmed: true, startTime: 1, endTime: 2.2 };
  const input: ProjectInput = {
    ...{ width: 64, height: 64 },
    output: { type: 'video', loudness: -14 },
    scenes: [
      { id: 'a', layers: [{ ...video, id: 'one', isReversed: true, fadeIn: 0.5, volume: 2 }] },
      { id: 'b', layers: [{ ...video, id: 'two', isBoomeranged: true, fadeOut: 1 }] },
      { id: 'c', layers: [{ ...video, id: 'three', url: '../media/ribbons.webm' }] },
      {
        id: 'd',
        layers: [{ ...video, id: 'four', type: 'audio', url: '../media/speech.wav', speed: 0.25, endTime: 2 }],
      },
    ],
    audio: { url: '../media/music.wav', startTime: 0.4, loop: true, volume: 2, ducking: { amount: 18 } },
  };
  const project = good(parseProject(input));
  const [here, there] = ['here', 'there'].map((place) => join(temp, `sound-${place}.mp4`)) as [string, string];
  await exportIn(page, { project }, here);
  await renderProject(project, { out: there, locate: locateFixture, probe: sharedProbe });
  const { delay, decibels } = compareSound(there, here);
  expect([Math.abs(delay) < 0.01, Math.abs(decibels) < 1], `${delay} s, ${decibels} dB`).toEqual([true, true]);
});

/**
 * Expects the colors of plain videos, side by side in one project, to be the same exported by the browser and by the
 * server. @returns the colors.
 */
async function expectSameColors(names: readonly string[]): Promise<readonly (readonly number[])[]> {
  const [width, height] = [32 * names.length, 32];
  const layers = names.map((name, index) => ({
    ...{ id: `v${index}`, type: 'video' as const, url: `../made/${name}`, objectFit: 'fill' as const },
    position: { x: `${(100 * index) / names.length}%`, y: '0%', width: `${100 / names.length}%`, height: '100%' },
  }));
  const project = good(parseProject({ width, height, scenes: [{ id: 's', layers }] }));
  const [here, there] = ['color-here.mp4', 'color-there.mp4'].map((file) => join(temp, file)) as [string, string];
  await exportIn(page, { project }, here);
  await renderProject(
    { ...project, alwaysEncode: true },
    { out: there, locate: async (url) => join(temp, basename(url)) },
  );
  const colorsOf = (file: string) => {
    const pixels = decodeFrame(file, 0.1, width, height);
    return names.map((_, index) => [...pixels.slice(4 * (width * 16 + 32 * index + 16)).subarray(0, 3)]);
  };
  const [made, rendered] = [colorsOf(here), colorsOf(there)];
  for (const [index, name] of names.entries())
    for (const [i, value] of (made[index] as number[]).entries())
      expect(Math.abs(value - (rendered[index]?.[i] as number)), name).toBeLessThan(8);
  return rendered;
}

describe('decoding for export', () => {
  it.each([
    ['a loud mix stays below full scale', 2, { type: 'video' }, 0.1],
    ['a loud mix stays below −1 dB at a loudness', 2, { type: 'video', loudness: -8 }, -0.8],
    ['a single sound stays below its own peak', 1, { type: 'video' }, 'own'],
  ])('%s after encoding', async (name, count, output, most) => {
    const url = '/made/loud.wav';
    // Square waves and noise, whose peaks an encoder raises most.
    const noise =
      "aevalsrc='0.95*sgn(sin(2*PI*(90+400*t)*t))*gt(random(0)\\,0.2)|0.95*sgn(sin(2*PI*173*t))':s=48000:d=1.5";
    const loud = join(temp, 'loud.wav');
    if (!existsSync(loud)) execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', noise, loud]);
    const clip = (id: string, from: number) => ({ id, type: 'audio', url, volume: 1, from });
    const scenes = [
      { id: 's', isImageVideo: true, duration: 1.5, layers: [clip('a', 0), clip('b', 0.1)].slice(0, count) },
    ];
    const file = join(temp, 'loud.mp4');
    await exportIn(page, { project: { width: 64, height: 64, output, scenes } as ProjectInput }, file);
    const meter = [
      '-af',
      'aresample=192000,aformat=sample_fmts=fltp,astats=measure_perchannel=none',
      '-f',
      'null',
      '-',
    ];
    const peakOf = (file: string) => {
      const { stderr } = spawnSync('ffmpeg', ['-nostdin', '-i', file, ...meter], { encoding: 'utf8' });
      return Number(/Peak level dB: (\S+)/.exec(stderr)?.[1]);
    };
    const peak = peakOf(file);
    table.push(`${name}: ${peak} dB`);
    expect(peak).toBeGreaterThan(-6);
    expect(peak).toBeLessThanOrEqual(most === 'own' ? Math.max(0, peakOf(join(temp, 'loud.wav'))) + 0.1 : Number(most));
  });

  it('in the colors that a file states, or that players take for a small or a large video', async () => {
    const coded = {
      mp4: ['-c:v', 'libx264', '-preset', 'ultrafast'],
      webm: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
    };
    const matrices = { unknown: 'bt601', smpte170m: 'bt601', bt709: 'bt709' };
    const sizes = ['160x90', '1280x720'];
    const inputs = sizes.flatMap((size) => ['-f', 'lavfi', '-i', `color=0x30c050:s=${size}:r=10:d=0.3,format=rgb24`]);
    const names: string[] = [];
    const outputs: string[] = [];
    for (const [ending, args] of Object.entries(coded))
      for (const [stated, matrix] of Object.entries(matrices))
        for (const size of stated === 'unknown' ? sizes : sizes.slice(0, 1)) {
          const name = `${stated}-${size}.${ending}`;
          const tags = ['-colorspace', stated, '-color_primaries', stated, '-color_trc', stated];
          const filter = `scale=out_color_matrix=${matrix},format=yuv420p,setparams=colorspace=${stated}`;
          outputs.push('-map', `${sizes.indexOf(size)}`, '-vf', filter, ...args, ...tags, join(temp, name));
          names.push(name);
        }
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...outputs]);
    await expectSameColors(names);
  });

  it('in the range that the frames or else the file state, also without other color tags', async () => {
    const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];
    const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];
    const inFull = ['-color_range', 'pc'];
    const picture = 'color=0xc8d0e0:s=160x90:r=10:d=0.3,format=rgb24';
    const filter = 'scale=out_color_matrix=bt601:out_range=full,format=yuv420p';
    const bt601 = ['-colorspace', 'smpte170m', '-color_primaries', 'smpte170m', '-color_trc', 'smpte170m'];
    const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { cwd: temp });
    const coded = (name: string, ...args: string[]) => ['-map', '0', '-vf', filter, ...args, name];
    ffmpeg(
      ...['-f', 'lavfi', '-i', picture],
      ...coded('range-frames.mp4', ...h264, ...inFull),
      ...coded('range-none.mp4', ...h264, '-color_range', 'unspecified'),
      ...coded('range-vp9.webm', ...vp9, ...inFull),
    );
    const copied = (input: number, name: string, ...tags: string[]) => [
      '-map',
      `${input}`,
      '-c',
      'copy',
      ...tags,
      name,
    ];
    ffmpeg(
      ...['range-none.mp4', 'range-frames.mp4', 'range-vp9.webm'].flatMap((name) => ['-i', name]),
      ...copied(0, 'range-container.mp4', ...inFull, ...bt601),
      ...copied(1, 'range-contrary.mp4', '-color_range', 'tv', ...bt601),
      ...copied(2, 'range-vp9.ivf'),
      ...copied(2, 'range-vp9-contrary.webm', '-color_range', 'tv'),
    );
    ffmpeg('-i', 'range-vp9.ivf', ...copied(0, 'range-vp9-frames.webm', '-color_range', 'unspecified'));
    const names = ['range-frames.mp4', 'range-container.mp4', 'range-contrary.mp4', 'range-vp9.webm'];
    names.push('range-vp9-frames.webm', 'range-vp9-contrary.webm');
    for (const [index, color] of (await expectSameColors(names)).entries()) {
      const [red = 0, green = 0, blue = 0] = color;
      expect(Math.hypot(red - 0xc8, green - 0xd0, blue - 0xe0), names[index]).toBeLessThan(8);
    }
  });

  it('finds each frame reversed, boomeranged, at another speed and behind an edit list', async () => {
    // Cut without encoding: the frames before the cut stay in the file, hidden by an edit list.
    const cut = [
      '-ss',
      '1.51',
      '-i',
      'fixtures/media/numbers.mp4',
      '-t',
      '2',
      '-c',
      'copy',
      '-an',
      join(temp, 'cut.mp4'),
    ];
    execFileSync('ffmpeg', ['-v', 'error', ...cut]);
    const video = (id: string, more: object) => ({
      id,
      type: 'video' as const,
      url: '../media/numbers.mp4',
      isTrimmed: true,
      isMuted: true,
      startTime: 2,
      endTime: 3,
      ...more,
    });
    const project: ProjectInput = {
      width: 320,
      height: 180,
      scenes: [
        { id: 'back', layers: [video('a', { isReversed: true })] },
        { id: 'fro', layers: [video('b', { isBoomeranged: true })] },
        { id: 'fast', layers: [video('c', { speed: 2, endTime: 4 })] },
        { id: 'cut', layers: [video('d', { url: '../made/cut.mp4', isTrimmed: false })] },
      ],
    };
    const file = join(temp, 'pace.mp4');
    const requested: string[] = [];
    const listen = (request: { url(): string }) => requested.push(new URL(request.url()).pathname);
    page.on('request', listen);
    const report = await exportIn(page, { project, mode: 'canvas2d' }, file);
    page.off('request', listen);
    expect(requested.sort()).toEqual(['/made/cut.mp4', '/media/numbers.mp4']);
    // At 30 fps, frame 60 starts at 2 s.
    const frames = [0, 15, 29, 30, 45, 75, 89, 90, 105, 119, 120, 135, 150];
    const shown = decodeFrames(file, frames, 320, 180).map((frame) => frameNumberOf(frame, 320));
    expect(shown.slice(0, 3)).toEqual([89, 74, 60]);
    expect(shown.slice(3, 7)).toEqual([60, 75, 74, 60]);
    expect(shown.slice(7, 10)).toEqual([60, 90, 118]);
    const first = shown[10] as number;
    expect(shown.slice(11)).toEqual([first + 15, first + 30]);
    expect(first).toBeGreaterThanOrEqual(45);
    expect(report.duration).toBeGreaterThan(5.9);
  });
});

it('an export looks the same with WebGL as with Canvas 2D, and frees the graphics context', async () => {
  const emulated = await launchChromium(['--use-angle=swiftshader', '--enable-unsafe-swiftshader']);
  try {
    const other = await openExportPage(emulated, server.origin, keepContexts);
    const project = fixtureProject('frame-counter', 1, 0.5);
    const [file, plain] = ['webgl.mp4', 'plain.mp4'].map((name) => join(temp, name)) as [string, string];
    await exportIn(other, { project, mode: 'webgl' }, file);
    await exportIn(page, { project }, plain);
    const [a, b] = [file, plain].map((path) => decodeFrame(path, 0.5, 320, 180));
    expect(ssim(a as Uint8ClampedArray, b as Uint8ClampedArray, 320, 180)).toBeGreaterThan(0.97);
    expect(
      await other.evaluate(() => (globalThis as unknown as Kept).contexts.map((gl) => gl.isContextLost())),
    ).toEqual([true]);
  } finally {
    await emulated.close();
  }
});

it('an export can be aborted at once and leaves no codec open', async () => {
  const project = fixtureProject('three-scenes-with-music', 2, 0.5);
  await expect(exportIn(page, { project, stopAt: 0.4 }, join(temp, 'none.mp4'))).rejects.toThrow('stopped');
  expect(await page.evaluate(() => (globalThis as unknown as Counted).openCodecs())).toBe(0);
});

it('an unusable file is reported by name', async () => {
  writeFileSync(join(temp, 'broken.png'), '\x89PNG\r\n\x1a\n and nothing more', 'latin1');
  const whyNot = {
    '../media/nowhere.mp4': 'nowhere.mp4 could not be loaded.',
    '../made/broken.png': 'This browser cannot read broken.png.',
  };
  for (const [url, why] of Object.entries(whyNot)) {
    const scenes = [{ id: 's', layers: [{ id: 'a', type: 'video' as const, url }] }];
    await expect(exportIn(page, { project: { scenes } }, join(temp, 'none.mp4'))).rejects.toThrow(why);
  }
});

it('a browser without WebCodecs, or without an encoder for the size, is reported', async () => {
  const project: ProjectInput = { scenes: [{ id: 's', duration: 1, layers: [] }] };
  const bare = await openExportPage(
    browser,
    server.origin,
    () => void Reflect.deleteProperty(globalThis, 'VideoEncoder'),
  );
  expect(await whyNot(bare, project)).toContain('it lacks WebCodecs');
  expect(await whyNot(bare, { ...project, videoType: 'gif' })).toBeUndefined();
  await expect(exportIn(bare, { project }, join(temp, 'none.mp4'))).rejects.toThrow('it lacks WebCodecs');
  await bare.close();
  expect(await whyNot(page, project)).toBeUndefined();
  const cues = [{ id: 'c', text: 'Hello', startTime: 0, endTime: 1 }];
  const scenes = [{ id: 's', duration: 1, layers: [{ id: 'u', type: 'subtitles' as const, cues }] }];
  const soft = { scenes, output: { type: 'video' as const, softSubtitles: true } };
  expect(await whyNot(page, soft)).toBe('Only the server can write subtitles as a track of the file.');
  expect(await whyNot(page, { ...soft, scenes: project.scenes })).toBeUndefined();
  const clear = [{ id: 's', duration: 1, background: 'transparent', layers: [] }];
  expect(await whyNot(page, { scenes: clear, videoType: 'gif' })).toContain('GIF with a transparent background');
  const none = await openExportPage(browser, server.origin, () => {
    VideoEncoder.isConfigSupported = async (config) => ({ supported: false, config });
  });
  expect(await whyNot(none, project)).toContain('no H.264 encoder for 1280 × 1280 pixels');
  await none.close();
});

interface Counted {
  openCodecs(): number;
}

interface Kept {
  contexts: WebGL2RenderingContext[];
}

/** Records every WebGL context of a page. */
function keepContexts(): void {
  const contexts = new Set<RenderingContext>();
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...asked: unknown[]) {
    const found: RenderingContext | null = Reflect.apply(getContext, this, asked);
    if (found && asked[0] === 'webgl2') contexts.add(found);
    Object.assign(globalThis, { contexts: [...contexts] });
    return found;
  } as typeof getContext;
}

/** Counts the open encoders and decoders of a page. */
function countCodecs(): void {
  const made: { state: string }[] = [];
  for (const name of ['VideoEncoder', 'VideoDecoder', 'AudioEncoder'] as const) {
    const scope = globalThis as unknown as Record<string, new (init: unknown) => { state: string }>;
    const Known = scope[name];
    if (!Known) continue;
    scope[name] = class extends Known {
      constructor(init: unknown) {
        super(init);
        made.push(this);
      }
    };
  }
  Object.assign(globalThis, { openCodecs: () => made.filter(({ state }) => state !== 'closed').length });
}

function good(parsed: Parsed<Project>): Project {
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  return parsed.value;
}

function whyNot(where: Page, project: ProjectInput): Promise<string | undefined> {
  return where.evaluate(
    (given) => (globalThis as unknown as { whyNot(project: ProjectInput): Promise<string | undefined> }).whyNot(given),
    project,
  );
}

/** Plays a file to its end in the browser. @returns its duration in seconds, or 0 for an image. */
function lengthInBrowser(path: string): Promise<number> {
  return page.evaluate(async (address) => {
    if (address.endsWith('.gif')) {
      const image = new Image();
      image.src = address;
      await image.decode();
      return 0;
    }
    const video = document.createElement('video');
    Object.assign(video, { muted: true, src: address });
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    video.currentTime = video.duration - 0.1;
    await new Promise((resolve, reject) => {
      video.onseeked = resolve;
      video.onerror = () => reject(new Error(video.error?.message));
    });
    return video.duration;
  }, path);
}
