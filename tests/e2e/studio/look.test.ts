import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import type { ImageLayer } from '../../../engine/project/layers.ts';
import { control, openWith, press, storedLayer } from '../support/footer.ts';
import { overflowOf, smallTargetsOf, violationsOf } from '../support/page.ts';
import { canvasOf } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { coloredUntil, partsAt, pointAt, routeIs, swipe } from '../support/stage.ts';
import { layersOf, storedUntil } from '../support/studio.ts';

const site = openSite();
const inSheet = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const undo = (page: Page) => page.keyboard.press('Control+z');

it('a chroma key removes the color picked from an image, by touch and by keyboard', async () => {
  const portrait = { type: 'image', url: '/samples/media/portrait.jpg', width: 900, height: 1200, objectFit: 'fill' };
  const { page, complaints } = await openWith({ site, width: 390 }, [portrait]);
  // The red sun above a person's head.
  const sun = [50, 34] as const;
  await expect.poll(async () => (await partsAt(page, sun))[1]).toBeLessThan(150);
  const before = await partsAt(page, sun);
  await press(page, 'Chroma key');
  await page.getByRole('switch', { name: 'Make a color transparent' }).tap();
  await storedLayer(page, { chromaKey: { similarity: 0.15, smoothness: 0.06, spill: 0.5 } });
  const cover = page.getByRole('button', { name: /^Color in the image/ });
  await inSheet(page, 'Pick').tap();
  await cover.waitFor();
  const { x, y } = await pointAt(page, sun);
  await page.touchscreen.tap(x, y);
  await coloredUntil(page, sun, '#ffffff');
  const keyIn = (state: Parameters<typeof layersOf>[0]) => (layersOf(state)[0] as ImageLayer).chromaKey;
  const state = await storedUntil(page, (now) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(keyIn(now)?.color.slice(at, at + 2) ?? '', 16));
    for (const [i, part] of parts.entries()) expect(Math.abs(part - (before[i] as number))).toBeLessThan(12);
  });
  expect(await cover.count()).toBe(0);
  expect(await smallTargetsOf(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  // By keyboard: the spot starts in the middle, on the face, and moves to the dark hair; Escape only ends the picking.
  await inSheet(page, 'Pick').focus();
  await page.keyboard.press('Enter');
  for (const key of ['Shift+ArrowUp', 'Enter']) await page.keyboard.press(key);
  await storedUntil(page, (now) => expect(keyIn(now)?.color).not.toBe(keyIn(state)?.color));
  await expect.poll(async () => (await partsAt(page, sun))[2]).toBeLessThan(240);
  await inSheet(page, 'Pick').tap();
  await page.keyboard.press('Escape');
  await cover.waitFor({ state: 'detached' });
  await routeIs(page, 'chroma-key');
  await undo(page);
  await coloredUntil(page, sun, '#ffffff');
  await page.reload();
  await coloredUntil(page, sun, '#ffffff');
  expect(complaints).toEqual([]);
});

it('an image is cropped by mouse, touch and keyboard, to a ratio, with undo and a reload', async () => {
  const picture = { type: 'image', url: '/samples/media/forest.jpg', width: 1440, height: 1080, objectFit: 'fill' };
  const { page, complaints } = await openWith({ site, width: 390 }, [picture]);
  const cropIs = (crop: object | undefined) =>
    storedUntil(page, (state) => {
      const found = (layersOf(state)[0] as ImageLayer).crop;
      if (crop === undefined) expect(found).toBeUndefined();
      else expect(found).toMatchObject(crop);
    });
  await press(page, 'Crop');
  await routeIs(page, 'crop');
  const handle = page.getByRole('button', { name: 'Right edge' });
  const box = await handle.boundingBox();
  const whole = await page.getByRole('group', { name: 'Crop', exact: true }).boundingBox();
  if (!box || !whole) throw new Error('There is no frame.');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - whole.width / 2, at.y, { steps: 6 });
  await page.mouse.up();
  await cropIs({ x: 0, width: expect.closeTo(0.5, 1) });
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  await cropIs({ width: expect.closeTo(0.51, 1) });
  const half = { x: at.x - whole.width / 2, y: at.y };
  await swipe(
    page,
    [0, 0.1, 0.3, 0.6, 0.8, 1].map((share) => ({ ...half, x: half.x - share * 0.2 * whole.width })),
  );
  // Immediately: otherwise the browser would treat the drag as a fling, and this tap as its end.
  await page.getByRole('button', { name: '1:1', exact: true }).tap();
  // A square of the same area.
  await cropIs({ width: expect.closeTo(0.56, 1), y: expect.closeTo(0.22, 1) });
  expect(await smallTargetsOf(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reset crop', exact: true }).tap();
  await cropIs(undefined);
  await undo(page);
  await cropIs({ x: expect.any(Number) });
  await page.reload();
  await cropIs({ x: expect.any(Number) });
  await page.getByRole('button', { name: 'Done', exact: true }).tap();
  await page.getByRole('button', { name: 'Crop, changed', exact: true }).waitFor();

  // It moves within its box, chosen by mouse and by keyboard.
  const motionIs = (type: string) =>
    storedUntil(page, (state) => expect(layersOf(state)[0]).toMatchObject({ motion: { type } }));
  await press(page, 'Motion');
  await page.getByRole('radio', { name: 'Zoom in', exact: true }).check({ force: true });
  await motionIs('zoom-in');
  await page.keyboard.press('ArrowRight');
  await motionIs('zoom-out');
  await undo(page);
  await motionIs('zoom-in');
  await page.keyboard.press('Control+Shift+z');
  await motionIs('zoom-out');
  expect(complaints).toEqual([]);
});

it('forced colors keep color swatches, selected states and the edge of the canvas visible', async () => {
  const text = { type: 'text', text: 'Words', color: '#ff0000', textAlign: 'center' };
  const { page, complaints } = await openWith({ site }, [text]);
  await page.emulateMedia({ forcedColors: 'active' });
  const backgrounds = control(page, 'Color').evaluate((one) =>
    [...one.querySelectorAll('*')].map((part) => getComputedStyle(part).backgroundColor),
  );
  expect(await backgrounds).toContain('rgb(255, 0, 0)');
  const bordered = (name: string) =>
    control(page, name).evaluate((one) => getComputedStyle(one).borderTopStyle === 'solid');
  expect([await bordered('Align center'), await bordered('Align left')]).toEqual([true, false]);
  const edge = canvasOf(page).evaluate((one) => getComputedStyle(one.parentElement as Element).outlineStyle);
  expect(await edge).toBe('solid');
  expect(complaints).toEqual([]);
});
