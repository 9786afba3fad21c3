import type { Locator, Page } from 'playwright';
import { frameNumberOf } from '../../../fixtures/makers/numbers.ts';
import { boardContent, playhead, preview } from './parts.ts';

/** Position and center of an element, in window pixels. */
export async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not in sight.');
  return { ...box, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
}

/** Position of the playhead on the timeline, 0 to 1. */
export async function playheadShare(page: Page): Promise<number> {
  const [line, all] = [await boxOf(playhead(page)), await boxOf(boardContent(page))];
  return (line.middle.x - all.x) / all.width;
}

/** Number of the frame in the timeline's preview, whose video fills the canvas. */
export async function shownFrame(page: Page): Promise<number> {
  const { pixels, width } = await pixelsOf(preview(page).locator('canvas'), 40);
  return frameNumberOf(pixels, width);
}

/**
 * Time error of each image in a filmstrip in seconds, computed from the frame numbers in the images.
 * @param strip canvas with a filmstrip of the whole numbers.mp4, which lasts 10 s.
 */
export async function stripErrors(strip: Locator): Promise<number[]> {
  const { pixels, width, height } = await pixelsOf(strip, 4);
  const tile = (height * 16) / 9;
  return Array.from({ length: Math.floor(width / tile) }, (_, index) => {
    const from = Math.round(index * tile);
    const cut = Math.round(tile);
    const rows = Array.from({ length: 4 }, (_row, row) =>
      pixels.subarray((row * width + from) * 4, (row * width + from + cut) * 4),
    );
    return Math.abs(frameNumberOf(Buffer.concat(rows), cut) / 30 - ((index + 0.5) * tile * 10) / width);
  });
}

/** Height of the highest bar of a waveform between two fractions of its width, pixels. */
export async function tallness(wave: Locator, from: number, to: number): Promise<number> {
  const { pixels, width, height } = await pixelsOf(wave);
  let highest = 0;
  for (let x = Math.round(width * from); x < width * to; x += 1) {
    let painted = 0;
    for (let y = 0; y < height; y += 1) if ((pixels[(y * width + x) * 4 + 3] ?? 0) > 128) painted += 1;
    highest = Math.max(highest, painted);
  }
  return highest;
}

/** Pixels of a canvas. @param rows only this many rows from the top. */
async function pixelsOf(canvas: Locator, rows = Number.POSITIVE_INFINITY) {
  const { base64, ...size } = await canvas.first().evaluate((element, most) => {
    const { width, height } = element as HTMLCanvasElement;
    const copy = Object.assign(document.createElement('canvas'), { width, height });
    const ctx = copy.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    ctx.drawImage(element as HTMLCanvasElement, 0, 0);
    // A list of numbers would take a hundred times as long to send.
    const { data } = ctx.getImageData(0, 0, width, Math.min(height, most));
    let text = '';
    for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
    return { base64: btoa(text), width, height };
  }, rows);
  return { ...size, pixels: Buffer.from(base64, 'base64') };
}

/** Waits until a long press has picked up a layer on the timeline. */
export function isTaken(page: Page, layer: string): Promise<void> {
  return page.locator(`[data-layer="${layer}"] [data-dragging]`).waitFor();
}
