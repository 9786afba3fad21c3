import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { violationsOf } from '../support/page.ts';
import { board, footer, layerButton, playBar, stage, timelineDock } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { place, rectangle, routeIs } from '../support/stage.ts';
import { openStudio } from '../support/studio.ts';

const site = openSite();

const words = { id: 't', type: 'text' as const, text: 'Words', position: place(10, 60, 80, 20) };
const project = {
  scenes: [
    { id: 'a', duration: 4, layers: [words, rectangle(10, 10)] },
    { id: 'b', duration: 4, layers: [] },
  ],
};

const border = (page: Page) => page.getByRole('separator', { name: 'Height of the timeline' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heightOf = async (page: Page) => (await timelineDock(page).boundingBox())?.height ?? 0;
const boxes = (page: Page) =>
  Promise.all(
    [page.getByRole('region', { name: 'Canvas' }), footer(page), timelineDock(page)].map((one) => one.boundingBox()),
  );

async function open() {
  const opened = await site.open();
  await openStudio(opened.page, project);
  await board(opened.page).waitFor();
  return opened;
}

it('the docked timeline keeps its place while layers and scenes are chosen on it and elsewhere', async () => {
  const { page, complaints } = await open();
  const before = await boxes(page);
  const [canvas, controls, timeline] = before;
  if (!canvas || !controls || !timeline) throw new Error('A part of the layout is missing.');
  expect(canvas.y + canvas.height).toBeLessThanOrEqual(controls.y);
  expect(controls.y + controls.height).toBeLessThanOrEqual(timeline.y);
  expect(timeline.y + timeline.height).toBe(900);
  await layerButton(page, 't').press('Enter');
  await routeIs(page, 'layer/t');
  await expect.poll(() => boxes(page)).toEqual(before);
  await page.keyboard.press('Control+a');
  await footer(page).getByRole('toolbar', { name: 'Selection' }).waitFor();
  await expect.poll(() => boxes(page)).toEqual(before);
  await page.keyboard.press('Escape');
  await board(page).getByRole('button', { name: 'Text Words', exact: true }).click();
  await routeIs(page, 'layer/t');
  await footer(page).getByRole('heading', { name: 'Text' }).waitFor();
  await board(page).getByRole('button', { name: 'Rectangle', exact: true }).click();
  await routeIs(page, 'layer/r');
  await board(page)
    .getByRole('button', { name: /^Scene 2/ })
    .click();
  await routeIs(page, '');
  expect(await stage(page).locator('button[data-layer]').count()).toBe(0);
  const inspector = await page.getByRole('region', { name: 'Inspector' }).boundingBox();
  await footer(page).getByRole('button', { name: 'Subtitles' }).click();
  const panel = page.getByRole('dialog');
  await expect.poll(() => panel.boundingBox()).toEqual(inspector);
  expect(await boxes(page)).toEqual(before);
  // The page around a panel stays usable, and another panel takes its place.
  await board(page)
    .getByRole('button', { name: /^Scene 1/ })
    .click();
  await footer(page).getByRole('button', { name: 'Layers' }).click();
  await panel.getByRole('heading', { name: 'Layers' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await stage(page).press('Escape');
  await panel.waitFor({ state: 'detached' });
  await routeIs(page, '');
  await footer(page).getByRole('button', { name: 'Layers' }).click();
  await panel.waitFor();
  await page.mouse.click(700, 4);
  await panel.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

it('the docked timeline is resized by its border and collapses, also after a reload, and leaves a phone alone', async () => {
  const { page, complaints } = await open();
  const first = await heightOf(page);
  await border(page).focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => heightOf(page)).toBe(first + 8);
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => heightOf(page)).toBe(first - 32);
  expect(await border(page).getAttribute('aria-valuenow')).toBe(String(first - 32));
  await page.keyboard.press('Home');
  await expect.poll(() => heightOf(page)).toBe(120);
  const line = await border(page).boundingBox();
  if (!line) throw new Error('There is no border.');
  const [x, y] = [line.x + line.width / 2, line.y + line.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 100, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => heightOf(page)).toBe(220);
  await page.reload();
  await board(page).waitFor();
  expect(await heightOf(page)).toBe(220);
  await border(page).dblclick();
  await expect.poll(() => heightOf(page)).toBe(first);
  expect(await playBar(page).getByRole('slider').count()).toBe(0);
  await button(page, 'Collapse the timeline').click();
  await playBar(page).getByRole('slider', { name: 'Time' }).waitFor();
  expect(await board(page).count()).toBe(0);
  await page.reload();
  await playBar(page).getByRole('slider', { name: 'Time' }).waitFor();
  expect(await heightOf(page)).toBeLessThan(48);
  await button(page, 'Expand the timeline').click();
  await board(page).waitFor();
  // A phone in landscape.
  await page.setViewportSize({ width: 844, height: 390 });
  await playBar(page).waitFor();
  await expect.poll(() => timelineDock(page).count()).toBe(0);
  expect(complaints).toEqual([]);
});
