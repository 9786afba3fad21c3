import { readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, describe, expect, it } from 'vitest';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { createSurface, loadPicture, pixelsOf } from '../../api/renderer/paint/skia.ts';
import { openRenderLab } from '../support/renderLab.ts';

const lab = openRenderLab('orientation');
afterAll(lab.close);

const [width, height] = [64, 48];
const colors = { red: [220, 30, 30], green: [30, 200, 30], blue: [30, 30, 220], yellow: [220, 220, 30] };
type Color = keyof typeof colors;

/** Red and green above blue and yellow. */
const canvas = createCanvas(width, height);
for (const [i, color] of Object.values(colors).entries()) {
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = `rgb(${color.join()})`;
  ctx.fillRect((i % 2) * 32, i < 2 ? 0 : 24, 32, 24);
}

/** EXIF data with only an orientation. */
function exif(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

async function pngTurned(orientation: number): Promise<Buffer> {
  const png = await canvas.encode('png');
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('eXIf'), exif(orientation), Buffer.alloc(4)]);
  chunk.writeUInt32BE(chunk.length - 12, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

function webpTurned(orientation: number): Buffer {
  writeFileSync(`${lab.temp}/plain.png`, canvas.encodeSync('png'));
  const plain = readFileSync(
    lab.made('plain.webp', '-i', `${lab.temp}/plain.png`, '-c:v', 'libwebp', '-lossless', '1'),
  );
  const head = Buffer.from('RIFF----WEBPVP8X\n\0\0\0\x08\0\0\0\x3f\0\0\x2f\0\0', 'latin1');
  const note = Buffer.concat([Buffer.from('EXIF\x1a\0\0\0', 'latin1'), exif(orientation)]);
  const whole = Buffer.concat([head, plain.subarray(12), note]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Turns the color property, the encoder's last one, into one that rotates or mirrors. */
async function avifTurned(tag: 'irot' | 'imir', value: number): Promise<Buffer> {
  const avif = Buffer.from(await canvas.encode('avif'));
  const colr = avif.indexOf('colr', 0, 'latin1');
  avif.write(tag, colr, 'latin1');
  avif[colr + 4] = value;
  const ipma = avif.indexOf('ipma', 0, 'latin1');
  const count = avif[ipma + 14] as number;
  avif[ipma + 14 + count] = 0x80 | count;
  return avif;
}

/** Colors in the corners: top left and right, then bottom left and right. */
const upright: Color[] = ['red', 'green', 'blue', 'yellow'];
const turns: Record<number, Color[]> = {
  1: upright,
  2: ['green', 'red', 'yellow', 'blue'],
  3: ['yellow', 'blue', 'green', 'red'],
  4: ['blue', 'yellow', 'red', 'green'],
  5: ['red', 'blue', 'green', 'yellow'],
  6: ['blue', 'red', 'yellow', 'green'],
  7: ['yellow', 'green', 'blue', 'red'],
  8: ['green', 'yellow', 'red', 'blue'],
};

async function expectCorners(name: string, bytes: Buffer, corners: Color[], isOnSide: boolean): Promise<void> {
  const file = `${lab.temp}/${name}`;
  writeFileSync(file, bytes);
  const size = isOnSide ? { width: height, height: width } : { width, height };
  expect(await probeFile(file)).toMatchObject(size);
  const picture = await loadPicture(file);
  expect({ width: picture.width, height: picture.height }).toEqual(size);
  const surface = createSurface(size.width, size.height);
  surface.canvas.getContext('2d').drawImage(picture.source as never, 0, 0);
  const pixels = pixelsOf(surface);
  const found = corners.map((_, i) => {
    const [x, y] = [i % 2 === 0 ? 5 : size.width - 6, i < 2 ? 5 : size.height - 6];
    const at = 4 * (y * size.width + x);
    const near = (color: number[]) =>
      color.every((value, plane) => Math.abs(value - (pixels[at + plane] as number)) < 12);
    return Object.entries(colors).find(([, color]) => near(color))?.[0];
  });
  expect(found).toEqual(corners);
}

describe('image orientation', () => {
  it.each(Object.entries(turns))(
    'rotates a PNG by EXIF orientation %s, like Chromium',
    async (orientation, corners) => {
      await expectCorners('turned.png', await pngTurned(Number(orientation)), corners, Number(orientation) >= 5);
    },
  );

  it('ignores the EXIF orientation of a WebP, like Chromium', async () => {
    await expectCorners('turned.webp', webpTurned(6), upright, false);
  });

  it.each([
    ['irot', 0, 1],
    ['irot', 1, 8],
    ['irot', 2, 3],
    ['irot', 3, 6],
    ['imir', 0, 4],
    ['imir', 1, 2],
  ] as const)('rotates or mirrors an AVIF by its %s of %i, like Chromium', async (tag, value, orientation) => {
    const corners = turns[orientation] as Color[];
    await expectCorners('turned.avif', await avifTurned(tag, value), corners, orientation >= 5);
    expect(await probeFile(`${lab.temp}/turned.avif`)).toMatchObject({ orientation });
    const heif = await avifTurned(tag, value);
    heif.write('mif1', 8, 'latin1');
    await expectCorners('heif.avif', heif, corners, orientation >= 5);
  });
});
