import type { Locator, Page } from 'playwright';
import { frameNumberOf } from '../../../fixtures/makers/numbers.ts';
import { boardContent, playhead, preview } from './parts.ts';

/** Where something stands, pixels of the window, and its middle. */
export async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not in sight.');
  return { ...box, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
}

/** How far the line of the moment is into the timeline, 0 to 1. */
export async function playheadShare(page: Page): Promise<number> {
  const [line, all] = [await boxOf(playhead(page)), await boxOf(boardContent(page))];
  return (line.middle.x - all.x) / all.width;
}

/** The number of the frame that the preview of the timeline shows; the video fills the canvas. */
export async function shownFrame(page: Page): Promise<number> {
  const { pixels, width } = await pixelsOf(preview(page).locator('canvas'), 40);
  return frameNumberOf(pixels, width);
}

/**
 * How far the pictures of a strip are from where they should be, seconds, place by place: each shows a frame, whose
 * number says its time. @param strip canvas of a strip of all of numbers.mp4, which lasts 10 s.
 */
export async function stripErrors(strip: Locator): Promise<number[]> {
  const { pixels, width, height } = await pixelsOf(strip, 4);
  const tile = (height * 16) / 9;
  return Array.from({ length: Math.floor(width / tile) }, (_, index) => {
    const from = Math.round(index * tile);
    const cut = Math.round(tile);
    const rows = Array.from({ length: 4 }, (_row, row) =>
      pixels.slice((row * width + from) * 4, (row * width + from + cut) * 4),
    );
    return Math.abs(frameNumberOf(rows.flat(), cut) / 30 - ((index + 0.5) * tile * 10) / width);
  });
}

/** How tall the highest bar of a waveform is between two shares of its width, pixels. */
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

/** Pixels of a canvas, row by row. @param rows only so many of them, from the top. */
function pixelsOf(canvas: Locator, rows = Number.POSITIVE_INFINITY) {
  return canvas.first().evaluate((element, most) => {
    const { width, height } = element as HTMLCanvasElement;
    const copy = Object.assign(document.createElement('canvas'), { width, height });
    const ctx = copy.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    ctx.drawImage(element as HTMLCanvasElement, 0, 0);
    return { pixels: [...ctx.getImageData(0, 0, width, Math.min(height, most)).data], width, height };
  }, rows);
}

/** Waits until a finger that rests on a layer's bar has taken it. */
export function isTaken(page: Page, layer: string): Promise<void> {
  return page.locator(`[data-layer="${layer}"] [data-dragging]`).waitFor();
}
