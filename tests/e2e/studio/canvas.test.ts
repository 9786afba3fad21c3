import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { canvasOf, floatingMenu, handle, layerButtons, playBar, seeker } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { clickAt, coloredUntil, place, pointAt, rectangle, routeIs, sheetBox, still } from '../support/stage.ts';
import { collapseTimeline, openStudio } from '../support/studio.ts';

const { open } = openSite();

it('the floating menu is 30 px right of the canvas at the height of the layer, and no handle covers the play bar', async () => {
  const { page } = await open();
  await collapseTimeline(page);
  const tall = { ...rectangle(60, 0, 30, 100), id: 'tall' };
  const [low, high] = [
    { ...rectangle(10, 50), id: 'low' },
    { ...rectangle(10, 0), id: 'high' },
  ];
  await openStudio(page, { scenes: [{ id: 's', layers: [low, high, tall] }] }, 'layer/low');
  await floatingMenu(page).waitFor();
  const sheet = await sheetBox(page);
  const top = async () => Math.round((await floatingMenu(page).boundingBox())?.y ?? 0);
  expect((await floatingMenu(page).boundingBox())?.x).toBeCloseTo(sheet.x + sheet.width + 30, 0);
  await expect.poll(top).toBe(Math.round(sheet.y + sheet.height / 2 - 60));
  await clickAt(page, [20, 5]);
  await expect.poll(top).toBe(Math.round(sheet.y + 60));
  await clickAt(page, [75, 50]);
  await routeIs(page, 'layer/tall');
  const [bar, turn] = [await playBar(page).boundingBox(), await handle(page, 'rotate').boundingBox()];
  if (!bar || !turn) throw new Error('There is no play bar or no rotate handle.');
  expect(turn.y + turn.height).toBeLessThanOrEqual(bar.y);
});

it('the canvas shows a timed layer only in its time and a fading text whole while paused, and follows the window', async () => {
  const { page } = await open();
  const timed = { ...rectangle(40, 40), from: 1, to: 2 };
  const fading = {
    ...{ id: 't', type: 'text' as const, text: '■', color: '#5969e2', textShadow: 'none' },
    ...{ position: place(0, 60, 40, 40), animation: { id: 'text-focus-in' as const } },
  };
  await openStudio(page, { scenes: [{ id: 's', duration: 60, background: '#ff0000', layers: [timed, fading] }] });
  await coloredUntil(page, [20, 80], '#5969e2');
  await coloredUntil(page, [50, 50], '#ff0000');
  const layers = layerButtons(page);
  await expect.poll(() => layers.count()).toBe(1);
  await seeker(page).focus();
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight');
  await coloredUntil(page, [50, 50], '#5969e2');
  await expect.poll(() => layers.count()).toBe(2);
  await clickAt(page, [50, 50]);
  await routeIs(page, 'layer/r');
  await seeker(page).press('End');
  await coloredUntil(page, [50, 50], '#ff0000');
  // The selected layer keeps its handles.
  expect(await layers.count()).toBe(2);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  // The specified margins leave 1024 − 240 − 2 × 51 px; the height is smaller.
  await expect.poll(async () => Math.round((await sheetBox(page)).height)).toBeLessThanOrEqual(700 - 160);
  await expect.poll(() => pixelsOf(page)).toBe(Math.round((await sheetBox(page)).width));
});

it('the canvas is drawn with WebGL if the URL says so, with the same pixels', async () => {
  const { page } = await open();
  await page.addInitScript(
    (text) => localStorage.setItem('state', text),
    JSON.stringify({ showCanvas: true, ...still([rectangle(40, 40)]) }),
  );
  await page.goto('/studio/editor?renderer=webgl');
  await canvasOf(page).waitFor();
  expect(await canvasOf(page).getAttribute('data-renderer')).toBe('webgl');
  // The pixels of WebGL cannot be read afterwards.
  await expect.poll(() => shownColor(page)).toBe('#5969e2');
});

/** Color in the middle of the canvas on screen, as # and six digits. */
async function shownColor(page: Page): Promise<string> {
  const { x, y } = await pointAt(page, [50, 50]);
  const image = await loadImage(await page.screenshot({ clip: { x, y, width: 1, height: 1 } }));
  const ctx = createCanvas(1, 1).getContext('2d');
  ctx.drawImage(image, 0, 0);
  const [r = 0, g = 0, b = 0] = ctx.getImageData(0, 0, 1, 1).data;
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Width of the canvas in pixels of its own. */
const pixelsOf = (page: Page) => canvasOf(page).evaluate((canvas: HTMLCanvasElement) => canvas.width);
