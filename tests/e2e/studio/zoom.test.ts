import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { canvasOf } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import {
  clickAt,
  coloredUntil,
  dragOver,
  placedUntil,
  pointAt,
  rectangle,
  routeIs,
  sheetBox,
  still,
} from '../support/stage.ts';
import { openStudio } from '../support/studio.ts';

const { open } = openSite();

const free = { snapToGrid: false };
const sign = (page: Page) => page.getByRole('button', { name: /^Zoom, \d+%$/ });
const choose = async (page: Page, name: string, menu = sign(page)) => {
  await menu.click();
  await page.getByRole('button', { name, exact: true }).click();
};
const wideUntil = (page: Page, width: number) =>
  expect.poll(async () => (await sheetBox(page)).width, { interval: 30 }).toBeCloseTo(width, 0);

describe('the view of the canvas', () => {
  it('zooms at the pointer with the wheel, shortcuts and the menu, pans with Space, and gestures respect it', async () => {
    const { page, complaints } = await open();
    await openStudio(page, still([rectangle(40, 40)], free));
    await coloredUntil(page, [50, 50], '#5969e2');
    const fit = await sheetBox(page);
    const at = await pointAt(page, [42, 42]);
    await page.mouse.move(at.x, at.y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await wideUntil(page, fit.width * Math.E);
    const there = await pointAt(page, [42, 42]);
    expect(Math.hypot(there.x - at.x, there.y - at.y)).toBeLessThan(3);
    // At rest, the canvas is redrawn for its size.
    await expect
      .poll(() => canvasOf(page).evaluate((canvas: HTMLCanvasElement) => canvas.width))
      .toBeGreaterThan(fit.width * 2);
    await clickAt(page, [42, 42]);
    await routeIs(page, 'layer/r');
    await dragOver(page, [42, 42], [44, 45]);
    await placedUntil(page, 'r', [42, 43, 20, 20, 0], 0.2);

    const before = await sheetBox(page);
    await page.keyboard.down('Space');
    await page.mouse.down();
    await page.mouse.move(at.x + 40, at.y + 30, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Space');
    await expect.poll(async () => (await sheetBox(page)).x - before.x).not.toBe(0);
    await placedUntil(page, 'r', [42, 43, 20, 20, 0], 0.2);

    await page.keyboard.press('Control+0');
    await wideUntil(page, fit.width);
    await page.keyboard.press('Control+=');
    await expect.poll(async () => (await sheetBox(page)).width).toBeGreaterThan(fit.width);
    await choose(page, '100%');
    await expect.poll(() => sign(page).textContent(), { interval: 30 }).toBe('100%');
    await choose(page, 'Fit');
    await wideUntil(page, fit.width);
    const guides = page.getByRole('button', { name: 'Guides and grid' });
    for (const name of ['Grid', 'Rulers', 'Safe areas']) await choose(page, name, guides);
    await page.getByTestId('grid').waitFor();
    await page.getByTestId('rulers').getByText('200', { exact: true }).first().waitFor();
    await page.getByTestId('safe-areas').getByText('Title 80%').waitFor();
    await page.reload();
    await page.getByTestId('safe-areas').waitFor();
    for (const name of ['Grid', 'Rulers', 'Safe areas']) await choose(page, name, guides);
    await expect.poll(() => page.getByTestId('safe-areas').count()).toBe(0);
    // In a field, the shortcuts belong to the browser.
    await page.getByRole('textbox', { name: 'Name of the project' }).focus();
    await page.keyboard.press('Control+=');
    await wideUntil(page, fit.width);
    expect(complaints).toEqual([]);
  });

  it('zooms and pans with two fingers outside the selected layer', async () => {
    const { page, complaints } = await open({ width: 390 });
    await openStudio(page, still([rectangle(40, 40)], free));
    await coloredUntil(page, [50, 50], '#5969e2');
    const fit = await sheetBox(page);
    const session = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number; id: number }[]
    ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    const [x, y] = [fit.x + fit.width / 2, fit.y + fit.height / 2];
    await touch('touchStart', { x: x - 30, y, id: 0 });
    await touch('touchStart', { x: x - 30, y, id: 0 }, { x: x + 30, y, id: 1 });
    await touch('touchMove', { x: x - 60, y, id: 0 }, { x: x + 60, y, id: 1 });
    await wideUntil(page, fit.width * 2);
    await touch('touchMove', { x: x - 20, y: y + 20, id: 0 }, { x: x + 100, y: y + 20, id: 1 });
    await expect.poll(async () => Math.round((await sheetBox(page)).x - fit.x + fit.width / 2)).toBe(40);
    await touch('touchEnd');
    await placedUntil(page, 'r', [40, 40, 20, 20, 0]);
    expect(complaints).toEqual([]);
  });
});
