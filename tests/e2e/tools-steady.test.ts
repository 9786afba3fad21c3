import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { jumpsOf, mediaFile } from './support/page.ts';
import { openSite } from './support/site.ts';
import { boxOf } from './support/timeline.ts';

const site = openSite();

it('a video takes the place of a drawing without moving what stands beside and below, and is followed at once', async () => {
  const { page } = await site.open();
  await page.goto('/meme-maker');
  await page.getByRole('button', { name: 'Create' }).waitFor();
  const parts = [
    page.getByRole('group', { name: 'Template' }),
    page.getByRole('textbox', { name: 'Top text', exact: true }),
  ];
  const places = () => Promise.all(parts.map(async (part) => (await part.boundingBox())?.y));
  const before = await places();
  await page.getByLabel('Files from this device').setInputFiles(await mediaFile('mountains.mp4', 'video/mp4'));
  await page.getByText('Trim', { exact: true }).waitFor();
  expect(await places()).toEqual(before);
  // The picture itself takes another shape.
  expect(await jumpsOf(page)).toBeLessThan(0.05);
  // What stands on the picture is in its place from the first moment.
  await page.reload();
  await page.getByText('Trim', { exact: true }).waitFor();
  expect(await jumpsOf(page)).toBeLessThan(0.005);
  const presets = (field: HTMLInputElement) => field.list?.options.length;
  expect(await page.getByLabel('Text color').evaluate(presets)).toBe(80);
  await expect.poll(() => followsWithoutDecoder(page)).toBe(true);
});

it('on a phone Create is in reach wherever the page is, and covers no field that the keyboard comes to', async () => {
  const { page } = await site.open({ width: 390 });
  await page.goto('/resize-video');
  await page.getByLabel('Files from this device').setInputFiles(await mediaFile('mountains.mp4', 'video/mp4'));
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await create.waitFor();
  await page.getByText(/^Name,/).click();
  for (const top of [0, 700, 9999]) {
    await page.evaluate((to) => scrollTo(0, to), top);
    // Nothing lies over it.
    await create.click({ trial: true });
    expect((await boxOf(create)).y).toBeCloseTo(844 - 8 - 48, 0);
  }
  const [name, fit] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Fit under')];
  for (const field of [name, fit]) {
    await page.evaluate(() => scrollTo(0, 0));
    await field.focus();
    const { y, height } = await boxOf(field);
    // What will come out is told in the line above the button.
    expect(y + height).toBeLessThan((await boxOf(create)).y - 24);
  }
});

/** Whether the preview shows something else within a few frames of going elsewhere while videos cannot be sought. */
const followsWithoutDecoder = (page: Page) =>
  page.evaluate(async () => {
    const media = HTMLMediaElement.prototype;
    const own = Object.getOwnPropertyDescriptor(media, 'currentTime') as PropertyDescriptor;
    const held: (() => void)[] = [];
    const hold = function (this: HTMLMediaElement, to: number) {
      held.push(() => own.set?.call(this, to));
    };
    const canvas = document.querySelector('[aria-label=Preview]') as HTMLCanvasElement;
    const time = document.querySelector('[aria-label=Time]') as HTMLInputElement;
    const before = canvas.toDataURL();
    Object.defineProperty(media, 'currentTime', { ...own, set: hold });
    const key = Number(time.value) > 0 ? 'PageDown' : 'PageUp';
    time.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
    const after = canvas.toDataURL();
    Object.defineProperty(media, 'currentTime', own);
    for (const go of held) go();
    return after !== before;
  });
