import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSurface, loadPicture, pixelsOf } from '../../../api/renderer/paint/skia.ts';
import type { Picture } from '../../../engine/painters/canvas.ts';
import { ProblemError } from '../../../engine/project/problems.ts';
import { ssim } from '../../support/ssim.ts';

const corpus = process.env.CUTROOM_CORPUS ?? join(import.meta.dirname, '../../../../shared/corpus');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutroom-pictures-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function save(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

async function refusal(file: string, maxPixels?: number): Promise<string> {
  const error = await loadPicture(file, maxPixels ? { maxPixels } : {}).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProblemError)) throw error ?? new Error(`${file} was not refused.`);
  return `${error.problems[0]?.code}: ${error.message}`;
}

function drawn(picture: Picture, width: number, height: number): Uint8ClampedArray {
  const surface = createSurface(width, height);
  surface.ctx.drawImage(picture.source, 0, 0, picture.width, picture.height, 0, 0, width, height);
  return pixelsOf(surface);
}

function sampleCanvas() {
  const canvas = createCanvas(30, 20);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#336699';
  ctx.fillRect(0, 0, 30, 20);
  return canvas;
}

describe('loadPicture', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('decodes %s', async (format) => {
    const canvas = sampleCanvas();
    const bytes =
      format === 'gif'
        ? canvas.toBuffer('image/gif')
        : format === 'png'
          ? canvas.toBuffer('image/png')
          : canvas.toBuffer(`image/${format}`, 95);
    const picture = await loadPicture(await save(`a.${format}`, bytes));
    expect(picture).toMatchObject({ width: 30, height: 20 });
    const [r, g, b, a] = drawn(picture, 30, 20).slice(0, 4);
    expect(Math.abs((r ?? 0) - 0x33)).toBeLessThan(8);
    expect(Math.abs((g ?? 0) - 0x66)).toBeLessThan(8);
    expect(Math.abs((b ?? 0) - 0x99)).toBeLessThan(8);
    expect(a).toBe(255);
  });

  it('rejects an image that is too large by its header, before decoding', async () => {
    const path = await save('large.png', sampleCanvas().toBuffer('image/png'));
    expect(await refusal(path, 599)).toMatch(/^media.unreadable: The image "large.png" is too large: 30 × 20 pixels/);
    expect(await loadPicture(path, { maxPixels: 600 })).toMatchObject({ width: 30 });
    const bomb = sampleCanvas().toBuffer('image/png');
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    expect(await refusal(await save('bomb.png', bomb))).toContain('60000 × 60000');
  });

  it('reports an unreadable image in one sentence', async () => {
    expect(await refusal(join(folder, 'none.png'))).toBe('media.missing: The image "none.png" does not exist.');
    expect(await refusal(folder)).toMatch(/^media.unreadable: The image ".*" cannot be read\.$/);
    const text = await save('text.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect(await refusal(text)).toBe('media.unreadable: The image "text.png" cannot be read.');
    expect(await refusal(await save('empty.png', Buffer.alloc(0)))).toContain('cannot be read');
    const head = sampleCanvas().toBuffer('image/png').subarray(0, 33);
    expect(await refusal(await save('head.png', head))).toContain('cannot be read');
  });

  it.each([
    [1, 'left', 30, 20],
    [2, 'right', 30, 20],
    [3, 'right', 30, 20],
    [4, 'left', 30, 20],
    [5, 'top', 20, 30],
    [6, 'top', 20, 30],
    [7, 'bottom', 20, 30],
    [8, 'bottom', 20, 30],
  ])('honors EXIF orientation %i: the file’s left is %s', async (orientation, side, width, height) => {
    const canvas = sampleCanvas();
    const ctx = canvas.getContext('2d');
    ctx.fillStyle = '#ffffff';
    ctx.fillRect(0, 0, 10, 20);
    const path = await save(
      `turned-${orientation}.jpg`,
      withOrientation(canvas.toBuffer('image/jpeg', 95), orientation),
    );
    const picture = await loadPicture(path);
    expect(picture).toMatchObject({ width, height });
    const pixels = drawn(picture, width, height);
    const bright = (x: number, y: number): boolean => (pixels[4 * (y * width + x)] ?? 0) > 200;
    const seen = {
      left: bright(3, height / 2),
      right: bright(width - 4, height / 2),
      top: bright(width / 2, 3),
      bottom: bright(width / 2, height - 4),
    };
    expect(Object.entries(seen).filter(([, white]) => white)).toEqual([[side, true]]);
  });
});

if (existsSync(corpus)) {
  describe('images of the corpus', () => {
    it('rotates photos upright by their EXIF orientation', async () => {
      for (const shape of ['Landscape', 'Portrait']) {
        const [width, height] = shape === 'Landscape' ? [180, 120] : [120, 180];
        const path = (i: number): string => join(corpus, 'exif-orientation-examples', `${shape}_${i}.jpg`);
        const upright = drawn(await loadPicture(path(1)), width, height);
        for (const i of [2, 3, 4, 5, 6, 7, 8]) {
          const picture = await loadPicture(path(i));
          expect(picture.width / picture.height).toBeCloseTo(width / height, 1);
          expect(ssim(upright, drawn(picture, width, height), width, height)).toBeGreaterThan(0.85);
        }
      }
    });

    it('decodes or rejects every image', async () => {
      const counts = { decoded: 0, refused: 0 };
      for (const name of ['image-gif', 'pngsuite']) {
        for (const file of await readdir(join(corpus, name))) {
          if (!/\.(png|gif)$/.test(file)) continue;
          const path = join(corpus, name, file);
          const picture = await loadPicture(path).catch((error: unknown) => {
            expect(error).toBeInstanceOf(ProblemError);
            return undefined;
          });
          if (picture) drawn(picture, 16, 16);
          counts[picture ? 'decoded' : 'refused'] += 1;
          // Files of the suite that start with x are broken on purpose; xcsn only has a wrong checksum.
          if (/pngsuite_x(?!csn)/.test(file)) expect(picture, file).toBeUndefined();
          else if (name === 'pngsuite' && !file.includes('xcsn')) expect(picture, file).toBeDefined();
        }
      }
      expect(counts.decoded).toBeGreaterThan(100);
      expect(counts.refused).toBeGreaterThan(10);
    });
  });
}

/** A JPEG file with an EXIF segment that contains only an orientation (EXIF 2.3, §4.6.4). */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  const body = Buffer.from([...Buffer.from('Exif\0\0', 'latin1'), ...tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}
