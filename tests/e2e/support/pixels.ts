import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { canvasOf } from './parts.ts';

/** Color of the Studio's canvas on screen, as # and six digits. @param x, y percent of the canvas. */
export async function colorAt(page: Page, x: number, y: number): Promise<string> {
  const box = await canvasOf(page).boundingBox();
  if (!box) return 'no canvas';
  const clip = { x: box.x + (box.width * x) / 100, y: box.y + (box.height * y) / 100, width: 1, height: 1 };
  const image = await loadImage(await page.screenshot({ clip }));
  const ctx = createCanvas(1, 1).getContext('2d');
  ctx.drawImage(image, 0, 0);
  const [r = 0, g = 0, b = 0] = ctx.getImageData(0, 0, 1, 1).data;
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Waits until the canvas shows about this color at a position. @param x, y percent of the canvas. */
export async function colorBecomes(page: Page, x: number, y: number, color: string): Promise<void> {
  const wanted = color.toLowerCase();
  const near = async () => {
    const found = await colorAt(page, x, y);
    return isNear(found, wanted) ? wanted : found;
  };
  await expect.poll(near, { interval: 100 }).toBe(wanted);
}

/** Renderers may round color channels differently. */
function isNear(one: string, other: string): boolean {
  const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const others = channels(other);
  return channels(one).every((part, at) => Math.abs(part - (others[at] as number)) <= 2);
}

/** Percentage of canvas pixels darker than half, in a screenshot. */
export async function darkShare(page: Page): Promise<number> {
  const image = await loadImage(await canvasOf(page).screenshot());
  const canvas = createCanvas(image.width, image.height);
  const ctx = canvas.getContext('2d');
  ctx.drawImage(image, 0, 0);
  const { data } = ctx.getImageData(0, 0, image.width, image.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) dark += (data[at + 1] as number) < 128 ? 1 : 0;
  return (400 * dark) / data.length;
}
