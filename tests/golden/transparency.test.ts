import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderProject } from '../../api/renderer/job/render.ts';
import { writeWebpAsApng } from '../../api/renderer/media/apng.ts';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { webpWalk } from '../../engine/formats/animatedPicture.ts';
import { walkBytes } from '../../engine/formats/fileWalk.ts';
import { outputExtension } from '../../engine/project/output.ts';
import { compileToolBody } from '../../engine/tools/body.ts';
import { framesOf, locally, openRenderLab, sharedProbe } from '../support/renderLab.ts';

const lab = openRenderLab('transparency');
afterAll(lab.close);

/** Clear on the left half, red on the right; in a video, the border moves. */
const half = (moves: string) =>
  `color=red:s=64x48:r=10:d=0.5,format=rgba,geq=r=220:g=30:b=30:a='if(gt(X,31${moves}),255,0)'`;
/** Arguments of outputs, which one run of ffmpeg writes from a standing and a moving input. */
const outputs: string[] = [];
const made = (name: string, moves: '' | '+20*T', ...args: string[]) => {
  const path = join(lab.temp, name);
  outputs.push('-map', moves ? '1' : '0', ...args, path);
  return path;
};
const still = ['-frames:v', '1'];
const bgra = ['-pix_fmt', 'bgra'];
const vp9 = ['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-auto-alt-ref', '0', '-g', '1'];
const palette = ['-vf', 'split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse'];
const sources = {
  png: made('s.png', '', ...still),
  'palette PNG': made('p.png', '', ...still, ...palette),
  webp: made('s.webp', '', ...still, '-c:v', 'libwebp', '-lossless', '1', ...bgra),
  'lossy WebP': made('l.webp', '', ...still, '-c:v', 'libwebp', '-quality', '90', ...bgra),
  avif: join(lab.temp, 's.avif'),
  gif: made('s.gif', '+20*T', ...palette),
  apng: made('s-moving.png', '+20*T', '-f', 'apng', '-plays', '0'),
  'animated WebP': made('m.webp', '+20*T', '-c:v', 'libwebp_anim', ...bgra),
  'animated WebP of one frame': made('o.webp', '', ...still, '-c:v', 'libwebp_anim', ...bgra),
  'GIF of one frame': made('o.gif', '', ...still, ...palette),
  'animated PNG of one frame': made('o-moving.png', '', ...still, '-f', 'apng'),
  'VP9 WebM': made('s.webm', '+20*T', ...vp9),
  'VP8 WebM': made('s8.webm', '+20*T', '-c:v', 'libvpx', '-pix_fmt', 'yuva420p', '-auto-alt-ref', '0'),
  'ProRes 4444': made('s.mov', '+20*T', '-c:v', 'prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le'),
};

beforeAll(async () => {
  const inputs = ['', '+20*T'].flatMap((moves) => ['-f', 'lavfi', '-i', half(moves)]);
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...inputs, ...outputs]);
  const image = await loadImage(sources.png);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  writeFileSync(sources.avif, await canvas.encode('avif'));
});

/** Renders with a tool. @returns the path and the notes. */
async function toolMade(body: Record<string, unknown>, source: string): Promise<{ path: string; notes: string[] }> {
  const facts = new Map([[source, await sharedProbe(source)]]);
  const compiled = compileToolBody({ ...body, sourceVideo: source }, facts);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const out = `${lab.temp}/${Object.values(body).join('-').replace(/\W/g, '')}.${outputExtension(compiled.value.output)}`;
  const notes: string[] = [];
  await renderProject(compiled.value, { ...locally, out, onNote: (text) => notes.push(text) });
  return { path: out, notes };
}

/** Returns the first frame of a file as RGBA. */
async function firstFrameOf(path: string): Promise<{ at(x: number, y: number): number[] }> {
  let file = path;
  // ffmpeg decodes no animated WebP, not even of one frame.
  if (walkBytes(webpWalk(), readFileSync(path))) {
    file = `${path}.png`;
    await writeWebpAsApng(path, file, undefined);
  }
  const decoder = path.endsWith('.webm') ? ['-c:v', 'libvpx-vp9'] : [];
  const args = ['-vf', 'pad=128:128,format=rgba', '-frames:v', '1', '-f', 'rawvideo', '-'];
  const pixels = execFileSync('ffmpeg', ['-v', 'error', ...decoder, '-i', file, ...args]);
  return { at: (x, y) => [...pixels.subarray(4 * (128 * y + x), 4 * (128 * y + x + 1))] };
}

/** Red, green, blue and alpha of a pixel of the first frame. */
async function pixelOf(path: string, x: number, y: number): Promise<number[]> {
  return (await firstFrameOf(path)).at(x, y);
}

/** Tool requests by output format. */
const bodies = {
  png: { isConvertVideo: true, convertOption: 'png' },
  webp: { isConvertVideo: true, convertOption: 'webp' },
  gif: { isConvertVideo: true, convertOption: 'gif' },
  'animated-webp': { isConvertVideo: true, convertOption: 'animated-webp' },
  webm: { isConvertVideo: true, convertOption: 'webm' },
  mp4: { isConvertVideo: true, convertOption: 'mp4' },
  mov: { isConvertVideo: true, convertOption: 'mov' },
  jpeg: { isConvertVideo: true, convertOption: 'jpeg' },
};
const cannot = ['mp4', 'jpeg'];
/**
 * The formats that each source is converted to: a still to all of them, and others to one that keeps clear pixels or one
 * that cannot. All with CUTROOM_LONG=1.
 */
const formatsOf: Partial<Record<keyof typeof sources, (keyof typeof bodies)[]>> = {
  ...{ 'palette PNG': ['png'], webp: ['webp', 'jpeg'], 'lossy WebP': ['jpeg'], avif: ['png'] },
  ...{
    'animated WebP of one frame': ['webp'],
    'animated PNG of one frame': ['png'],
    'GIF of one frame': ['png', 'jpeg'],
  },
  ...{ gif: ['gif', 'mp4'], apng: ['gif', 'mov'], 'animated WebP': ['animated-webp', 'mp4'], 'VP8 WebM': ['mov'] },
  ...{ 'VP9 WebM': ['png', 'gif', 'webm', 'mp4', 'mov'], 'ProRes 4444': ['gif', 'mp4'] },
};
const table = (Object.keys(sources) as (keyof typeof sources)[]).flatMap((source) =>
  (Object.keys(bodies) as (keyof typeof bodies)[])
    .filter((format) => process.env.CUTROOM_LONG || (formatsOf[source] ?? [format]).includes(format))
    .map((format) => [source, format] as const),
);

describe('a tool', () => {
  it.each(table)('keeps the clear pixels of a %s in %s, or puts them on white', async (source, format) => {
    const { path, notes } = await toolMade(bodies[format], sources[source]);
    expect(notes.length).toBe(cannot.includes(format) ? 1 : 0);
    const frame = await firstFrameOf(path);
    const [left, right] = [frame.at(8, 20), frame.at(56, 20)];
    if (cannot.includes(format)) {
      expect(Math.min(...left.slice(0, 3))).toBeGreaterThan(250);
      expect(left[3]).toBe(255);
    } else {
      expect(left[3]).toBeLessThan(4);
    }
    expect(right[0]).toBeGreaterThan(205);
    expect(Math.max(right[1] as number, right[2] as number)).toBeLessThan(50);
    expect(right[3]).toBeGreaterThan(251);
  });

  it.each([
    ['rotate', { isRotate: true, rotation: 180 }, 'gif', 56],
    ['filter', { isFiltered: true, filterName: 'Noir' }, 'webp', 8],
    ['resize', { videoResized: true, resizeTemplate: '1:1', resizeOption: 'crop' }, 'png', 4],
    ['resize', { videoResized: true, resizeTemplate: '1:1', resizeOption: 'fit' }, 'gif', 4],
    ['reverse', { isReversed: true }, 'gif', 8],
    ['watermark', { isWatermarked: true, watermarkText: 'x', watermarkPos: 'bottom-right' }, 'png', 8],
  ])('%s keeps clear pixels', async (_, body, source, x) => {
    const { path } = await toolMade(body, sources[source as keyof typeof sources]);
    expect((await pixelOf(path, x, 20))[3]).toBe(0);
  });
});

describe('a source that could be transparent but is not', () => {
  const outputs: string[] = [];
  const opaque = (name: string, ...args: string[]) => {
    const path = join(lab.temp, name);
    outputs.push('-map', '0', ...args, path);
    return path;
  };
  const sources = {
    'RGBA PNG': opaque('full.png', ...still),
    'RGBA WebP': opaque('full.webp', ...still, '-c:v', 'libwebp', '-lossless', '1', ...bgra),
    GIF: opaque('full.gif', ...palette),
    'GIF of one frame': opaque('full-still.gif', ...still, ...palette),
    'animated WebP': opaque('full-moving.webp', '-c:v', 'libwebp_anim', ...bgra),
    APNG: opaque('full-moving.png', '-pix_fmt', 'rgb24', '-f', 'apng'),
    'palette PNG': opaque(
      'full-palette.png',
      ...still,
      '-vf',
      'split[a][b];[a]palettegen=reserve_transparent=0[p];[b][p]paletteuse',
    ),
  };

  beforeAll(() => {
    const input = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=0.5,format=rgba'];
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...input, ...outputs]);
  });

  it.each(Object.entries(sources))('as a %s becomes a JPEG without a note', async (_, source) => {
    expect((await toolMade(bodies.jpeg, source)).notes).toEqual([]);
  });

  it.each(['GIF', 'animated WebP', 'APNG'] as const)(
    'as a %s becomes a MOV with H.264, without a note',
    async (name) => {
      const { path, notes } = await toolMade(bodies.mov, sources[name]);
      expect(notes).toEqual([]);
      expect(await probeFile(path)).toMatchObject({ videoCodec: 'h264', hasAlpha: false });
    },
  );
});

/**
 * An animated GIF of 20 × 20 pixels and four colors with a green background. @param frames box and color of each frame.
 */
function writeGif(
  name: string,
  frames: readonly { box: readonly [number, number, number, number]; color: number }[],
): string {
  const words = (...values: number[]) => values.flatMap((value) => [value & 255, value >> 8]);
  const header = [
    ...Buffer.from('GIF89a'),
    ...words(20, 20),
    0xf1,
    0,
    0,
    0,
    255,
    0,
    255,
    0,
    0,
    0,
    0,
    255,
    255,
    255,
    255,
  ];
  const bytes = frames.flatMap(({ box, color }) => {
    // Three-bit codes: the table is cleared before each pixel to keep them short.
    const codes = [
      ...Array(box[2] * box[3])
        .fill([4, color])
        .flat(),
      5,
    ];
    const bits = codes.flatMap((code) => [code & 1, (code >> 1) & 1, code >> 2]);
    const data = Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) =>
      bits.slice(8 * i, 8 * i + 8).reduce((sum, bit, at) => sum + (bit << at), 0),
    );
    const blocks = Array.from({ length: Math.ceil(data.length / 255) }, (_, i) => data.slice(255 * i, 255 * i + 255));
    const control = [0x21, 0xf9, 4, 2 << 2, 20, 0, 0, 0];
    return [...control, 0x2c, ...words(...box), 0, 2, ...blocks.flatMap((block) => [block.length, ...block]), 0];
  });
  const path = `${lab.temp}/${name}`;
  writeFileSync(path, Buffer.from([...header, ...bytes, 0x3b]));
  return path;
}

it('keeps uncovered and disposed pixels of a GIF clear like browsers, instead of its background color', async () => {
  const frames = [
    { box: [6, 6, 8, 8], color: 1 },
    { box: [0, 0, 6, 6], color: 2 },
  ] as const;
  const { path } = await toolMade(bodies.webm, writeGif('part.gif', frames));
  const made = framesOf(path, 20, 20, ['-c:v', 'libvpx-vp9']);
  const alphas = (frame: Uint8ClampedArray | undefined) =>
    [2, 10, 17].map((at) => (frame?.[4 * (21 * at) + 3] ?? 0) > 127);
  expect(alphas(made[0])).toEqual([false, true, false]);
  expect(alphas(made.at(-1))).toEqual([true, false, false]);
});

describe('a project with a transparent background', () => {
  const shape = { id: 'r', type: 'shape', shapeType: 'ellipse', background: '#ffffff', lineWidth: 0 };
  const place = { position: { x: '25%', y: '25%', width: '50%', height: '50%', rotation: 0 } };
  const scene = { id: 's', background: 'transparent', duration: 0.5, layers: [{ ...shape, ...place }] };
  const body = { width: 64, height: 64, scenes: [scene] };

  it.each([
    { type: 'video', container: 'webm' },
    { type: 'animation' },
    { type: 'gif' },
    { type: 'image', format: 'png' },
    { type: 'image', format: 'webp' },
  ])('is clear as $type $container$format, without a dark edge', async (output) => {
    const path = await lab.render({ ...body, output });
    const frame = await firstFrameOf(path);
    expect(frame.at(2, 2)[3]).toBeLessThan(4);
    expect(frame.at(32, 32)).toEqual([255, 255, 255, 255].map((value) => expect.closeTo(value, -0.7)));
  });

  it('keeps the pixels of a WebM clear when one scene dissolves into another', async () => {
    const layers = scene.layers.map((layer) => ({ ...layer, id: 'r2' }));
    const second = { ...scene, id: 't', layers, transition: { type: 'dissolve', duration: 0.2 } };
    const path = await lab.render({ ...body, scenes: [scene, second], output: { type: 'video', container: 'webm' } });
    expect((await probeFile(path)).hasAlpha).toBe(true);
    expect((await pixelOf(path, 2, 2))[3]).toBeLessThan(4);
  });

  const moving = { type: 'shape', shapeType: 'rectangle', background: '#ff0000', lineWidth: 0, id: 'm' };
  const keyframes = [
    { time: 0, x: '0%' },
    { time: 1, x: '60%' },
  ];
  const long = {
    ...{ ...scene, duration: 1 },
    layers: [{ ...moving, position: { ...place.position, x: '0%' }, keyframes }, ...scene.layers],
  };

  it('is ProRes 4444 as a MOV, of the same frames in segments as in one piece', async () => {
    const project = { ...body, scenes: [long], output: { type: 'video', container: 'mov' } };
    const [whole, cut] = [await lab.render(project), await lab.render(project, { segmentLength: 0.5 })];
    const color = { colorMatrix: 'bt709', colorTransfer: 'bt709', colorPrimaries: 'bt709', fullRange: false };
    for (const path of [whole, cut])
      expect(await probeFile(path)).toMatchObject({ videoCodec: 'prores', hasAlpha: true, duration: 1, ...color });
    const [frames, others] = [framesOf(whole, 64, 64), framesOf(cut, 64, 64)];
    expect(frames.length).toBe(30);
    expect(others).toEqual(frames);
    expect(await pixelOf(whole, 2, 2)).toEqual([0, 0, 0, 0]);
    expect((await pixelOf(whole, 4, 32))[3]).toBe(255);
  });

  it.each([
    [{ type: 'video', container: 'mp4' }, 'MP4 cannot'],
    [{ type: 'video', container: 'mov', fitUnder: 1 }, 'MOV (H.264) cannot'],
    [{ type: 'image', format: 'jpeg' }, 'JPEG cannot'],
  ])('has a note as %o', async (output, start) => {
    const notes: string[] = [];
    await lab.render({ ...body, output }, { onNote: (text) => notes.push(text) });
    expect(notes).toEqual([`${start} be transparent: the transparent background is filled.`]);
  });

  it.each([
    { type: 'video', container: 'mp4' },
    { type: 'image', format: 'jpeg' },
  ])('has no note as $type if an opaque image covers it', async (output) => {
    const notes: string[] = [];
    const url = lab.made('cover.jpg', '-f', 'lavfi', '-i', 'testsrc=s=64x64', ...still);
    const scenes = [{ ...scene, layers: [...scene.layers, { id: 'i', type: 'image', url, objectFit: 'fill' }] }];
    await lab.render({ ...body, scenes, output }, { onNote: (text) => notes.push(text) });
    expect(notes).toEqual([]);
  });

  it('keeps a single cropped frame of an animated WebP transparent in other formats', async () => {
    const layers = [{ ...moving, position: place.position }];
    const path = await lab.render({ ...body, scenes: [{ ...scene, layers }], output: { type: 'animation' } });
    expect((await probeFile(path)).hasAlpha).toBe(true);
    const { path: converted } = await toolMade(bodies.png, path);
    expect((await pixelOf(converted, 2, 2))[3]).toBe(0);
  });

  it('gives a WebM without alpha if an opaque video covers the canvas', async () => {
    const clip = lab.made('clip.mp4', '-f', 'lavfi', '-i', 'testsrc=s=64x64:d=0.4');
    const layers = [{ id: 'v', type: 'video', url: clip, objectFit: 'fill' }];
    const scenes = [{ ...scene, layers }];
    const path = await lab.render({ ...body, scenes, output: { type: 'video', container: 'webm' } });
    expect((await probeFile(path)).hasAlpha).toBe(false);
  });
});
