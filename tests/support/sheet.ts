import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createCanvas, ImageData, loadImage } from '@napi-rs/canvas';
import { ssim } from './ssim.ts';

/** An image as RGBA. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

const height = 240;

/** Puts images of one size next to each other, 240 pixels high: a compact record of a render. */
export function sheetOf(frames: readonly Pixels[]): Pixels {
  const [first] = frames as [Pixels, ...Pixels[]];
  const width = Math.round((first.width / first.height) * height);
  const sheet = createCanvas(width * frames.length, height);
  const ctx = sheet.getContext('2d');
  ctx.imageSmoothingQuality = 'high';
  frames.forEach((frame, i) => {
    const full = createCanvas(frame.width, frame.height);
    full.getContext('2d').putImageData(new ImageData(frame.data, frame.width, frame.height), 0, 0);
    ctx.drawImage(full, i * width, 0, width, height);
  });
  return { data: ctx.getImageData(0, 0, sheet.width, height).data, width: sheet.width, height };
}

/**
 * Returns the structural similarity of a sheet and the stored one. With UPDATE_GOLDEN=1, or if none is stored outside
 * CI, stores the sheet and returns 1. A sheet that differs is written to `changed/`.
 */
export async function compareSheet(sheet: Pixels, file: string): Promise<number> {
  if (process.env.UPDATE_GOLDEN === '1' || (!existsSync(file) && !process.env.CI)) {
    write(sheet, file);
    return 1;
  }
  const stored = await loadImage(await readFile(file));
  if (stored.width !== sheet.width || stored.height !== sheet.height) {
    write(sheet, changed(file));
    return 0;
  }
  const canvas = createCanvas(stored.width, stored.height);
  const ctx = canvas.getContext('2d');
  ctx.drawImage(stored, 0, 0);
  const score = ssim(ctx.getImageData(0, 0, stored.width, stored.height).data, sheet.data, sheet.width, sheet.height);
  if (score < 0.97) write(sheet, changed(file));
  return score;
}

function changed(file: string): string {
  return file.replace('/frames/', '/changed/');
}

function write({ data, width, height: rows }: Pixels, file: string): void {
  const canvas = createCanvas(width, rows);
  canvas.getContext('2d').putImageData(new ImageData(data, width, rows), 0, 0);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, canvas.toBuffer('image/jpeg', 90));
}
