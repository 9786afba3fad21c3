import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSteadyApng, writeWebpAsApng } from '../../api/renderer/media/apng.ts';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { writeMediaStill } from '../../api/renderer/runs/mediaStill.ts';
import { avifFrames } from '../../engine/formats/animatedPicture.ts';
import { counted, countedIn, makeCounted } from '../support/countedVideo.ts';
import { meanDifference } from '../support/meanDifference.ts';
import { animatedAvifOf } from '../support/oddMedia.ts';
import { framesOf, h264, hertz, openRenderLab, samplesOf, sharedProbe } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('sources');
const { made } = lab;
afterAll(lab.close);

describe('an animated image', () => {
  // A translucent red, then blue, a fifth of a second each.
  const colors = [
    '-f',
    'lavfi',
    '-i',
    'color=red:64x64:r=5:d=0.2,format=rgba',
    '-f',
    'lavfi',
    '-i',
    'color=blue:64x64:r=5:d=0.2',
  ];
  const joined = ['-filter_complex', '[0]colorchannelmixer=aa=0.5[a];[1]format=rgba[b];[a][b]concat'];

  /** The same PNG with frame delays of zero, which browsers show for a tenth of a second. */
  const hasty = (file: string) => {
    const png = readFileSync(file);
    for (let at = png.indexOf('fcTL'); at > 0; at = png.indexOf('fcTL', at + 4)) png.fill(0, at + 24, at + 28);
    writeFileSync(file, png);
  };

  it.each([
    ['PNG', 'moves.png', ['-f', 'apng', '-plays', '0'], 0.2, undefined],
    ['a PNG without times', 'hasty.png', ['-f', 'apng'], 0.1, hasty],
    ['WebP', 'moves.webp', ['-c:v', 'libwebp_anim', '-lossless', '1', '-loop', '0'], 0.2, undefined],
  ])('plays as %s, frame by frame and in a loop', async (_name, file, encode, step, change) => {
    const url = made(file, ...colors, ...joined, ...encode);
    change?.(url);
    const { kind, animated, width, duration } = await sharedProbe(url);
    expect([kind, animated, width, duration.toFixed(3)]).toEqual(['image', true, 64, (2 * step).toFixed(3)]);
    const layers = [{ id: 'a', type: 'video', url, position: { x: '0%', y: '0%', width: '100%', height: '100%' } }];
    const scenes = [{ id: 's', duration: 1, background: '#ffffff', layers }];
    const frames = framesOf(await lab.render({ width: 64, height: 64, scenes }), 64, 64);
    const shown = frames.map((frame) => [...frame.subarray(0, 3)].map((value) => Math.round(value / 64)));
    const [pink, blue] = [
      [4, 2, 2],
      [0, 0, 4],
    ];
    expect(shown).toEqual(frames.map((_, i) => (Math.floor((i + 0.5) / frames.length / step) % 2 ? blue : pink)));
  });

  it.each([
    ['WebP', 'large.webp', ['-c:v', 'libwebp_anim', '-lossless', '1'], writeWebpAsApng, webpJunk],
    ['PNG', 'large.png', ['-f', 'apng'], writeSteadyApng, pngJunk],
  ])('is converted from %s without loading it into memory as a whole', async (_name, file, encode, copy, junk) => {
    const url = made(file, ...colors, ...joined, ...encode);
    const plain = join(lab.temp, `plain-${file}.apng`);
    await copy(url, plain, undefined);
    junk(url, 150_000_000);
    const before = process.memoryUsage().arrayBuffers;
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }, 1);
    await copy(url, `${url}.apng`, undefined);
    clearInterval(timer);
    expect(most - before).toBeLessThan(100_000_000);
    expect(framesOf(`${url}.apng`, 64, 64)).toEqual(framesOf(plain, 64, 64));
  });
});

/** Appends a chunk that no reader uses. @param bytes its size. */
function webpJunk(file: string, bytes: number): void {
  const head = Buffer.from('JUNK\0\0\0\0', 'latin1');
  head.writeUInt32LE(bytes, 4);
  appendFileSync(file, head);
  truncateSync(file, statSync(file).size + bytes);
}

/** Inserts an unknown chunk before the end. @param bytes its size. */
function pngJunk(file: string, bytes: number): void {
  const png = readFileSync(file);
  const head = Buffer.from('\0\0\0\0juNk', 'latin1');
  head.writeUInt32BE(bytes);
  writeFileSync(file, Buffer.concat([png.subarray(0, -12), head]));
  truncateSync(file, png.length - 4 + bytes);
  appendFileSync(file, Buffer.concat([Buffer.alloc(4), png.subarray(-12)]));
}

describe('codecs of this ffmpeg', () => {
  const second = ['-t', '1', '-i', numbers];
  /** Arguments of each output. */
  const codecs: [name: string, file: string, args: string[]][] = [
    ['QuickTime animation', 'rle.mov', ['-c:v', 'qtrle', '-an']],
    ['DNxHR', 'dnx.mov', ['-c:v', 'dnxhd', '-profile:v', 'dnxhr_lb', '-pix_fmt', 'yuv422p', '-an']],
    ['CineForm', 'cfhd.mov', ['-c:v', 'cfhd', '-pix_fmt', 'yuv422p10le', '-an']],
    ['DV', 'dv.mov', ['-c:v', 'dvvideo', '-s', '720x576', '-r', '25', '-pix_fmt', 'yuv420p', '-an']],
    ['v210', 'v210.mov', ['-c:v', 'v210', '-an']],
    ['JPEG 2000', 'j2k.mov', ['-c:v', 'jpeg2000', '-an']],
    ['a sound in Speex', 'speex.ogv', ['-c:v', 'libtheora', '-c:a', 'libspeex', '-ac', '1', '-ar', '16000']],
    ['a sound in IMA', 'ima.mov', ['-c:v', 'copy', '-c:a', 'adpcm_ima_qt']],
    [
      'a TrueHD track that nobody hears',
      'truehd.mkv',
      [
        '-map',
        '0:v',
        '-map',
        '0:a',
        '-map',
        '0:a',
        '-c:v',
        'copy',
        '-c:a:0',
        'aac',
        '-c:a:1',
        'truehd',
        '-strict',
        '-2',
        '-ar',
        '48000',
      ],
    ],
  ];

  it('are supported', async () => {
    const outputs = codecs.flatMap(([, file, args]) => [...args, join(lab.temp, file)]);
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...second, ...outputs]);
    const scenes = codecs.map(([, file], i) => ({
      id: `s${i}`,
      layers: [
        {
          ...{ id: `v${i}`, type: 'video', url: join(lab.temp, file), objectFit: 'fill', position },
          ...{ isTrimmed: true, startTime: 0, endTime: 1, playLength: 0.2 },
        },
      ],
    }));
    const frames = framesOf(await lab.render({ width: 320, height: 180, scenes }), 32, 18);
    expect(frames).toHaveLength(6 * codecs.length);
    const [shown] = framesOf(numbers, 32, 18);
    for (const [i, [name]] of codecs.entries())
      expect(meanDifference(frames[6 * i] as Uint8ClampedArray, shown as Uint8ClampedArray), name).toBeLessThan(12);
  });

  it('are supported in a file with subtitles', async () => {
    const words = join(lab.temp, 'words.srt');
    execFileSync('sh', ['-c', `printf '1\\n00:00:00,000 --> 00:00:01,000\\nHello\\n' > '${words}'`]);
    const url = made('subtitled.mkv', ...second, '-i', words, '-map', '0', '-map', '1', '-c', 'copy', '-c:s', 'srt');
    expect((await sharedProbe(url)).kind).toBe('video');
    // No program here can create a closed caption track, so another track is relabeled.
    const captioned = made(
      'captions.mp4',
      ...second,
      '-i',
      words,
      '-map',
      '0',
      '-map',
      '1',
      '-c',
      'copy',
      '-c:s',
      'mov_text',
    );
    writeFileSync(captioned, readFileSync(captioned, 'latin1').replace('tx3g', 'c608'), 'latin1');
    expect((await probeFile(captioned)).kind).toBe('video');
    const layer = { id: 'v', type: 'video', url };
    await lab.render({ width: 320, height: 180, scenes: [{ id: 's', layers: [layer] }] });
  });
});

const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
const video = (url: string, more: object = {}) => ({
  id: 'v',
  type: 'video',
  url,
  objectFit: 'fill',
  position,
  ...more,
});
const project = (layer: object, more: object = {}) => ({ ...counted, scenes: [{ id: 's', layers: [layer] }], ...more });

describe('a frame that started long before its use', () => {
  const sparse: [ending: string, args: string[]][] = [
    ['mp4', ['-bf', '2']],
    ['webm', ['-c:v', 'libvpx', '-b:v', '1M', '-g', '9999']],
    ['mkv', ['-g', '1']],
    ['ts', ['-g', '2']],
  ];
  const urlOf = (ending: string) => join(lab.temp, `sparse.${ending}`);
  const layerOf = (ending: string) => video(urlOf(ending), { id: ending, isTrimmed: true, startTime: 6, endTime: 10 });
  beforeAll(() => {
    // Frames at 0, 4, 8 and 12 s.
    for (const [ending, args] of sparse) makeCounted(urlOf(ending), '1/4', 4, [...h264, ...args]);
  });

  it('is visible in a video, whatever the container', async () => {
    const scenes = sparse.map(([ending]) => ({ id: ending, layers: [layerOf(ending)] }));
    const shown = countedIn(await lab.render({ ...counted, scenes }));
    expect(shown).toEqual(sparse.flatMap(() => [...Array(60).fill(1), ...Array(60).fill(2)]));
  });

  it.each(sparse)('is visible in stills of a sparse %s', async (ending) => {
    expect(countedIn(await lab.render(project(layerOf(ending), { isImage: true }), { stillAt: 1.9 }))).toEqual([1]);
    const out = join(lab.temp, `sparse-${ending}.jpg`);
    await writeMediaStill(urlOf(ending), { at: 7.9, side: counted.width, out });
    expect(countedIn(out)).toEqual([1]);
  });
});

it.each(['avis', 'msf1', 'mif1'])(
  'uses the first frame of an animated AVIF of brand %s, and reports it',
  async (brand) => {
    const url = join(lab.temp, 'moving.avif');
    const bytes = animatedAvifOf();
    bytes.write(brand, 8, 'latin1');
    writeFileSync(url, bytes);
    const layer = { id: 'i', type: 'image', url, objectFit: 'fill', position };
    const notes: string[] = [];
    const onNote = (text: string) => notes.push(text);
    expect(countedIn(await lab.render(project(layer, { isImage: true }), { onNote }))).toEqual([1]);
    expect(notes).toEqual(['Animated AVIF is not supported: only the first frame of “moving.avif” is used.']);
  },
);

it('counts the frames of an animated AVIF behind media data whose length has 64 bits', () => {
  const bytes = animatedAvifOf();
  const brands = bytes.readUInt32BE(0);
  const data = Buffer.concat([Buffer.from('\0\0\0\x01mdat\0\0\0\0\0\0\0\x18', 'latin1'), Buffer.alloc(8)]);
  expect(avifFrames(Buffer.concat([bytes.subarray(0, brands), data, bytes.subarray(brands)]))).toBe(2);
});

describe('a damaged file', () => {
  const packets = (url: string, stream: string): [at: number, size: number][] =>
    execFileSync('ffprobe', [
      '-v',
      'error',
      '-select_streams',
      stream,
      '-show_entries',
      'packet=pos,size',
      '-of',
      'csv=p=0',
      url,
    ])
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(',').map(Number).reverse() as [number, number]);

  it('without a decodable frame is rejected', async () => {
    const url = makeCounted(join(lab.temp, 'noise.mp4'), '30', 60, h264);
    const bytes = readFileSync(url);
    for (const [at, size] of packets(url, 'v')) bytes.fill(0x5a, at, at + size);
    writeFileSync(url, bytes);
    await expect(lab.render(project(video(url)))).rejects.toThrow(
      'The file "noise.mp4" cannot be used: it is damaged and cannot be decoded.',
    );
  });

  it('with mostly damaged audio plays the intact rest and reports it', async () => {
    const url = made('broken.mp4', '-t', '3', '-i', numbers, '-c', 'copy');
    const bytes = readFileSync(url);
    for (const [at, size] of packets(url, 'a').slice(10, -10)) bytes.fill(0xff, at, at + size);
    writeFileSync(url, bytes);
    const notes: string[] = [];
    const out = await lab.render(project(video(url)), { onNote: (text) => notes.push(text) });
    expect(samplesOf(out).length / hertz).toBeGreaterThan(2.9);
    expect(notes).toEqual(['Parts of "broken.mp4" are damaged and were skipped.']);
  });

  it('with some damaged frames is reported each time, even if it is cached', async () => {
    const url = makeCounted(join(lab.temp, 'spots.mp4'), '30', 60, [...h264, '-g', '30']);
    const bytes = readFileSync(url);
    for (const [at, size] of packets(url, 'v').slice(10, 13)) bytes.fill(0x5a, at, at + size);
    writeFileSync(url, bytes);
    const cacheDir = join(lab.temp, 'spots');
    for (const _time of ['first', 'second']) {
      const notes: string[] = [];
      const onNote = (text: string) => notes.push(text);
      await lab.render(project(video(url)), { segmentLength: 1, cacheDir, onNote });
      expect(notes).toEqual(['Parts of "spots.mp4" are damaged and were skipped.']);
    }
    expect(readdirSync(cacheDir)).toHaveLength(1);
  });
});
