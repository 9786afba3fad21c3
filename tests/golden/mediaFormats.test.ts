import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { mediaFormats } from '../../engine/formats/formatTable.ts';
import { counted, countedIn, makeCounted } from '../support/countedVideo.ts';
import { writeAmr, writeApe } from '../support/madeFormats.ts';
import { avifOf } from '../support/oddMedia.ts';
import { framesOf, openRenderLab, samplesOf, sharedProbe } from '../support/renderLab.ts';

const lab = openRenderLab('mediaFormats');
afterAll(lab.close);

const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
const quarters = "geq=r='255*gt(X,31)':g='255*gt(Y,23)':b='128'";
const picture = ['-f', 'lavfi', '-i', `color=s=64x48:d=1:r=1,format=gbrp,${quarters}`, '-frames:v', '1'];

/** Red and green of the corners of images, as bits, rendered next to each other in one still. */
async function cornersOf(urls: readonly string[], size = { width: 64, height: 48 }): Promise<string[][]> {
  const width = size.width * urls.length;
  const layers = urls.map((url, i) => ({
    ...{ id: `i${i}`, type: 'image', url, objectFit: 'fill' },
    position: { ...position, x: `${(100 * i) / urls.length}%`, width: `${100 / urls.length}%` },
  }));
  const body = { width, height: size.height, output: { type: 'image', format: 'png' }, scenes: [{ id: 's', layers }] };
  const [pixels] = framesOf(await lab.render(body), width, size.height);
  return urls.map((_, i) =>
    [
      [4, 4],
      [size.width - 5, 4],
      [4, size.height - 5],
      [size.width - 5, size.height - 5],
    ].map(([x = 0, y = 0]) => {
      const at = 4 * (y * width + size.width * i + x);
      return [...(pixels ?? []).slice(at, at + 2)].map((value) => (value > 127 ? 1 : 0)).join('');
    }),
  );
}

/** Orientations of a TIFF and the corners that it then shows. */
const orientations: [orientation: number, corners: string[]][] = [
  [1, ['00', '10', '01', '11']],
  [2, ['10', '00', '11', '01']],
  [3, ['11', '01', '10', '00']],
  [4, ['01', '11', '00', '10']],
  [5, ['00', '01', '10', '11']],
  [6, ['01', '00', '11', '10']],
  [7, ['11', '10', '01', '00']],
  [8, ['10', '11', '00', '01']],
];

/** The tag with the name of the writing program becomes the orientation: one short number (type 3). Tags are sorted. */
function withOrientation(tiff: Buffer, orientation: number): Buffer {
  const bytes = Buffer.from(tiff);
  const directory = bytes.readUInt32LE(4) + 2;
  const count = bytes.readUInt16LE(directory - 2);
  const entries = Array.from({ length: count }, (_, i) =>
    Uint16Array.from({ length: 6 }, (__, word) => bytes.readUInt16LE(directory + 12 * i + 2 * word)),
  ).map((entry) => (entry[0] === 305 ? Uint16Array.of(274, 3, 1, 0, orientation, 0) : entry));
  const sorted = entries.sort((one, other) => (one[0] as number) - (other[0] as number));
  for (const [at, word] of sorted.flatMap((entry) => [...entry]).entries())
    bytes.writeUInt16LE(word, directory + 2 * at);
  return bytes;
}

describe('an image', () => {
  it('in TIFF, QOI, PPM, PAM and ICO is measured and rendered', async () => {
    const images: [name: string, args: string[], hasAlpha: boolean][] = [
      ['a.tiff', [], false],
      ['lzw.tiff', ['-compression_algo', 'lzw'], false],
      ['deep.tiff', ['-pix_fmt', 'rgb48le'], false],
      ['clear.tiff', ['-pix_fmt', 'rgba'], true],
      ['a.qoi', ['-pix_fmt', 'rgb24'], false],
      ['clear.qoi', ['-pix_fmt', 'rgba'], true],
      ['a.ppm', ['-pix_fmt', 'rgb24'], false],
      ['deep.ppm', ['-pix_fmt', 'rgb48be'], false],
      ['a.pam', ['-pix_fmt', 'rgba'], true],
      ['a.ico', ['-pix_fmt', 'bgra'], true],
    ];
    const urls = images.map(([name, args]) => lab.made(name, ...picture, ...args, '-update', '1'));
    for (const [i, [name, , hasAlpha]] of images.entries()) {
      const format = mediaFormats.find(({ endings }) => endings.includes(name.split('.')[1] ?? ''));
      const { demuxer: container = '' } = format ?? {};
      expect(await sharedProbe(urls[i] as string), name).toMatchObject({
        ...{ kind: 'image', container, width: 64, height: 48, hasAlpha },
      });
    }
    for (const [i, corners] of (await cornersOf(urls)).entries())
      expect(corners, images[i]?.[0]).toEqual(['00', '10', '01', '11']);
  });

  it('in PGM and PBM is measured and rendered', async () => {
    const source = ['-f', 'lavfi', '-i', "color=s=64x48:d=1:r=1,format=gray,geq=lum='255*gt(X,31)'"];
    const made = (name: string, pixels: string) =>
      lab.made(name, ...source, '-frames:v', '1', '-pix_fmt', pixels, '-update', '1');
    const urls = [made('a.pgm', 'gray'), made('a.pbm', 'monob')];
    for (const [i, container] of ['pgm_pipe', 'pbm_pipe'].entries())
      expect(await sharedProbe(urls[i] as string)).toMatchObject({
        ...{ kind: 'image', container, width: 64, height: 48, hasAlpha: false },
      });
    expect(await cornersOf(urls)).toEqual(urls.map(() => ['00', '11', '00', '11']));
  });

  it('in plain PNM with comments is measured and rendered', async () => {
    const url = join(lab.temp, 'plain.pnm');
    writeFileSync(url, 'P3 # by hand\n# 9 9\n2 1\n255\n0 0 0  255 255 255\n');
    expect(await sharedProbe(url)).toMatchObject({ kind: 'image', width: 2, height: 1 });
    expect(await cornersOf([url])).toEqual([['00', '11', '00', '11']]);
  });

  it('in a TIFF is rotated by its orientation', async () => {
    const plain = readFileSync(lab.made('plain.tiff', ...picture, '-update', '1'));
    const turned = orientations.map(([orientation]) => {
      const url = join(lab.temp, `turned-${orientation}.tiff`);
      writeFileSync(url, withOrientation(plain, orientation));
      return url;
    });
    for (const size of [
      { width: 64, height: 48 },
      { width: 48, height: 64 },
    ]) {
      const own = orientations.filter(([orientation]) => orientation >= 5 === size.width < size.height);
      const urls = own.map(([orientation]) => turned[orientation - 1] as string);
      for (const [i, [orientation]] of own.entries())
        expect(await sharedProbe(urls[i] as string)).toMatchObject({ ...size, orientation });
      expect(await cornersOf(urls, size)).toEqual(own.map(([, corners]) => corners));
    }
  });

  it('in an AVIF whose first brand is HEIF counts as AVIF', async () => {
    const url = join(lab.temp, 'brand.avif');
    const bytes = Buffer.from(avifOf());
    for (const brand of ['mif1', 'msf1']) {
      bytes.write(brand, 8, 'latin1');
      writeFileSync(url, bytes);
      expect(await sharedProbe(url)).toMatchObject({ kind: 'image', videoCodec: 'avif', width: 40, height: 24 });
      const scenes = [{ id: 's', layers: [{ id: 'i', type: 'image', url, position }] }];
      const out = lab.render({ width: 40, height: 24, output: { type: 'image', format: 'png' }, scenes });
      await expect(out).resolves.toContain('.png');
    }
  });
});

it('shows each frame of a video in any format at its time', async () => {
  const videos: [name: string, args: string[], container: string][] = [
    ['a.flv', ['-c:v', 'flv1', '-q:v', '2'], 'flv'],
    ['h264.flv', ['-c:v', 'libx264', '-bf', '2'], 'flv'],
    ['a.wmv', ['-c:v', 'wmv2', '-q:v', '2'], 'asf'],
    ['a.ivf', ['-c:v', 'libvpx', '-b:v', '2M'], 'ivf'],
    ['vp9.ivf', ['-c:v', 'libvpx-vp9', '-b:v', '2M', '-deadline', 'realtime'], 'ivf'],
    ['a.hevc', ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:bframes=3'], 'hevc'],
    ['a.h264', ['-c:v', 'libx264', '-bf', '3', '-g', '12'], 'h264'],
  ];
  const urls = videos.map(([name, args]) => makeCounted(join(lab.temp, name), '25', 50, args));
  for (const [i, [, , container]] of videos.entries()) {
    const probe = await sharedProbe(urls[i] as string);
    expect(probe).toMatchObject({ kind: 'video', container, width: counted.width, height: counted.height });
    expect(probe.duration).toBeCloseTo(2, 1);
  }
  const trim = { isTrimmed: true, startTime: 0.4, endTime: 1.4 };
  const out = await lab.render({
    ...{ width: counted.width, height: counted.height, output: { type: 'video', format: 'mp4' } },
    scenes: urls.map((url, i) => ({
      ...{ id: `s${i}`, duration: 1 },
      layers: [{ id: `v${i}`, type: 'video', url, objectFit: 'fill', position, ...trim }],
    })),
  });
  const frames = countedIn(out);
  for (const [i, [name]] of videos.entries())
    expect(frames.slice(25 * i, 25 * (i + 1)), name).toEqual(Array.from({ length: 25 }, (_, frame) => 10 + frame));
  expect(frames).toHaveLength(25 * videos.length);
});

describe('an audio file', () => {
  const heard = async (url: string, from: number, to: number) => {
    const audio = { url, isTrimmed: true, trimStartTime: from, trimEndTime: to };
    return lab.render({
      ...{ width: 64, height: 64, output: { type: 'audio', format: 'wav' } },
      ...{ scenes: [{ id: 's', duration: to - from }], audio },
    });
  };

  it.each([
    ['a.amr', writeAmr, 'amr'],
    ['a.ape', writeApe, 'ape'],
  ])('in %s is measured and decoded', async (name, write, container) => {
    const url = write(join(lab.temp, name), 2);
    const probe = await sharedProbe(url);
    expect(probe).toMatchObject({ kind: 'audio', container, hasAudio: true });
    expect(probe.duration).toBeCloseTo(2, 1);
    expect(samplesOf(await heard(url, 0.5, 1.5))).toHaveLength(48_000);
  });

  it('of AMR in 3GP is measured and decoded', async () => {
    const amr = writeAmr(join(lab.temp, 'in.amr'), 2);
    const url = lab.made('amr.3gp', '-i', amr, '-c', 'copy');
    expect(await sharedProbe(url)).toMatchObject({ kind: 'audio', container: 'mov', audioCodec: 'amr_nb' });
    expect(samplesOf(await heard(url, 0.5, 1.5))).toHaveLength(48_000);
  });
});
