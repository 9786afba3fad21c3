import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { mediaFormats } from '../../engine/formats/formatTable.ts';
import { counted, countedIn, makeCounted } from '../support/countedVideo.ts';
import { writeAmr, writeApe } from '../support/madeFormats.ts';
import { avifOf } from '../support/oddMedia.ts';
import { framesOf, onsetsOf, openRenderLab, samplesOf } from '../support/renderLab.ts';

const lab = openRenderLab('mediaFormats');
afterAll(lab.close);

const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
const quarters = "geq=r='255*gt(X,31)':g='255*gt(Y,23)':b='128'";
const picture = ['-f', 'lavfi', '-i', `color=s=64x48:d=1:r=1,format=gbrp,${quarters}`, '-frames:v', '1'];

async function cornersOf(url: string, size = { width: 64, height: 48 }): Promise<string[]> {
  const scenes = [{ id: 's', layers: [{ id: 'i', type: 'image', url, objectFit: 'fill', position }] }];
  const out = await lab.render({ ...size, output: { type: 'image', format: 'png' }, scenes });
  const [pixels] = framesOf(out, size.width, size.height);
  const { width, height } = size;
  return [
    [4, 4],
    [width - 5, 4],
    [4, height - 5],
    [width - 5, height - 5],
  ].map(([x = 0, y = 0]) => {
    const at = 4 * (y * width + x);
    return [...(pixels ?? []).slice(at, at + 2)].map((value) => (value > 127 ? 1 : 0)).join('');
  });
}

describe('an image', () => {
  it.each([
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
  ])('in %s is measured and rendered', async (name, args, hasAlpha) => {
    const url = lab.made(name, ...picture, ...args, '-update', '1');
    const format = mediaFormats.find(({ endings }) => endings.includes(name.split('.')[1] ?? ''));
    const { demuxer: container = '' } = format ?? {};
    expect(await probeFile(url)).toMatchObject({ kind: 'image', container, width: 64, height: 48, hasAlpha });
    expect(await cornersOf(url)).toEqual(['00', '10', '01', '11']);
  });

  it.each([
    ['a.pgm', 'gray', 'pgm_pipe'],
    ['a.pbm', 'monob', 'pbm_pipe'],
  ])('in %s is measured and rendered', async (name, pixels, container) => {
    const source = ['-f', 'lavfi', '-i', "color=s=64x48:d=1:r=1,format=gray,geq=lum='255*gt(X,31)'"];
    const url = lab.made(name, ...source, '-frames:v', '1', '-pix_fmt', pixels, '-update', '1');
    expect(await probeFile(url)).toMatchObject({ kind: 'image', container, width: 64, height: 48, hasAlpha: false });
    expect(await cornersOf(url)).toEqual(['00', '11', '00', '11']);
  });

  it('in plain PNM with comments is measured and rendered', async () => {
    const url = join(lab.temp, 'plain.pnm');
    writeFileSync(url, 'P3 # by hand\n# 9 9\n2 1\n255\n0 0 0  255 255 255\n');
    expect(await probeFile(url)).toMatchObject({ kind: 'image', width: 2, height: 1 });
    expect(await cornersOf(url)).toEqual(['00', '11', '00', '11']);
  });

  it.each([
    [1, ['00', '10', '01', '11']],
    [2, ['10', '00', '11', '01']],
    [3, ['11', '01', '10', '00']],
    [4, ['01', '11', '00', '10']],
    [5, ['00', '01', '10', '11']],
    [6, ['01', '00', '11', '10']],
    [7, ['11', '10', '01', '00']],
    [8, ['10', '11', '00', '01']],
  ])('in a TIFF is rotated by orientation %i', async (orientation, corners) => {
    const url = lab.made('turned.tiff', ...picture, '-update', '1');
    const bytes = readFileSync(url);
    // The tag with the name of the writing program becomes the orientation: one short number (type 3). Tags are sorted.
    const directory = bytes.readUInt32LE(4) + 2;
    const count = bytes.readUInt16LE(directory - 2);
    const entries = Array.from({ length: count }, (_, i) =>
      Uint16Array.from({ length: 6 }, (__, word) => bytes.readUInt16LE(directory + 12 * i + 2 * word)),
    ).map((entry) => (entry[0] === 305 ? Uint16Array.of(274, 3, 1, 0, orientation, 0) : entry));
    const sorted = entries.sort((one, other) => (one[0] as number) - (other[0] as number));
    for (const [at, word] of sorted.flatMap((entry) => [...entry]).entries())
      bytes.writeUInt16LE(word, directory + 2 * at);
    writeFileSync(url, bytes);
    const size = orientation >= 5 ? { width: 48, height: 64 } : { width: 64, height: 48 };
    expect(await probeFile(url)).toMatchObject({ ...size, orientation });
    expect(await cornersOf(url, size)).toEqual(corners);
  });

  it('in an AVIF whose first brand is HEIF counts as AVIF', async () => {
    const url = join(lab.temp, 'brand.avif');
    const bytes = Buffer.from(avifOf());
    for (const brand of ['mif1', 'msf1']) {
      bytes.write(brand, 8, 'latin1');
      writeFileSync(url, bytes);
      expect(await probeFile(url)).toMatchObject({ kind: 'image', videoCodec: 'avif', width: 40, height: 24 });
      const scenes = [{ id: 's', layers: [{ id: 'i', type: 'image', url, position }] }];
      const out = lab.render({ width: 40, height: 24, output: { type: 'image', format: 'png' }, scenes });
      await expect(out).resolves.toContain('.png');
    }
  });
});

describe('a video', () => {
  it.each([
    ['a.flv', ['-c:v', 'flv1', '-q:v', '2'], 'flv'],
    ['h264.flv', ['-c:v', 'libx264', '-bf', '2'], 'flv'],
    ['a.wmv', ['-c:v', 'wmv2', '-q:v', '2'], 'asf'],
    ['a.ivf', ['-c:v', 'libvpx', '-b:v', '2M'], 'ivf'],
    ['vp9.ivf', ['-c:v', 'libvpx-vp9', '-b:v', '2M', '-deadline', 'realtime'], 'ivf'],
    ['a.hevc', ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none:bframes=3'], 'hevc'],
    ['a.h264', ['-c:v', 'libx264', '-bf', '3', '-g', '12'], 'h264'],
  ])('in %s shows each frame at its time', async (name, args, container) => {
    const url = makeCounted(join(lab.temp, name), '25', 50, args);
    const probe = await probeFile(url);
    expect(probe).toMatchObject({ kind: 'video', container, width: counted.width, height: counted.height });
    expect(probe.duration).toBeCloseTo(2, 1);
    const trim = { isTrimmed: true, startTime: 0.4, endTime: 1.4 };
    const out = await lab.render({
      ...{ width: counted.width, height: counted.height, output: { type: 'video', format: 'mp4' } },
      scenes: [
        { id: 's', duration: 1, layers: [{ id: 'v', type: 'video', url, objectFit: 'fill', position, ...trim }] },
      ],
    });
    expect(countedIn(out)).toEqual(Array.from({ length: 25 }, (_, i) => 10 + i));
  });
});

describe('an audio file', () => {
  const beeps = ['-f', 'lavfi', '-i', "aevalsrc='if(lt(mod(t,1),0.1),0.8*sin(6000*t),0)':s=44100:d=3.5", '-ac', '2'];
  const heard = async (url: string, from: number, to: number) => {
    const audio = { url, isTrimmed: true, trimStartTime: from, trimEndTime: to };
    return lab.render({
      ...{ width: 64, height: 64, output: { type: 'audio', format: 'wav' } },
      ...{ scenes: [{ id: 's', duration: to - from }], audio },
    });
  };

  it.each([
    ['a.wma', ['-c:a', 'wmav2'], 'asf'],
    ['v1.wma', ['-c:a', 'wmav1'], 'asf'],
    ['a.wv', ['-c:a', 'wavpack'], 'wv'],
    ['sound.flv', ['-c:a', 'aac'], 'flv'],
  ])('in %s plays at the right times', async (name, args, container) => {
    const url = lab.made(name, ...beeps, ...args);
    const probe = await probeFile(url);
    expect(probe).toMatchObject({ kind: 'audio', container, hasAudio: true });
    expect(Math.abs(probe.duration - 3.5)).toBeLessThan(0.1);
    const [first = 0, second = 0] = onsetsOf(samplesOf(await heard(url, 1.5, 3.5)));
    expect(Math.abs(first - 0.5)).toBeLessThan(0.06);
    expect(Math.abs(second - 1.5)).toBeLessThan(0.06);
  });

  it.each([
    ['a.amr', writeAmr, 'amr'],
    ['a.ape', writeApe, 'ape'],
  ])('in %s is measured and decoded', async (name, write, container) => {
    const url = write(join(lab.temp, name), 2);
    const probe = await probeFile(url);
    expect(probe).toMatchObject({ kind: 'audio', container, hasAudio: true });
    expect(probe.duration).toBeCloseTo(2, 1);
    expect(samplesOf(await heard(url, 0.5, 1.5))).toHaveLength(48_000);
  });

  it('of AMR in 3GP is measured and decoded', async () => {
    const amr = writeAmr(join(lab.temp, 'in.amr'), 2);
    const url = lab.made('amr.3gp', '-i', amr, '-c', 'copy');
    expect(await probeFile(url)).toMatchObject({ kind: 'audio', container: 'mov', audioCodec: 'amr_nb' });
    expect(samplesOf(await heard(url, 0.5, 1.5))).toHaveLength(48_000);
  });
});
