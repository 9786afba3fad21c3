import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { jumpsOf, mediaFile } from '../support/page.ts';
import { openSite } from '../support/site.ts';
import { smallVideoFile } from '../support/smallVideo.ts';
import { boxOf } from '../support/timeline.ts';

const site = openSite();

it('a video replaces the drawing without moving other controls, and seeking updates the preview at once', async () => {
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
  // Only the preview itself changes its shape.
  expect(await jumpsOf(page)).toBeLessThan(0.05);
  // Elements over the preview are in place from the start.
  await page.reload();
  await page.getByText('Trim', { exact: true }).waitFor();
  expect(await jumpsOf(page)).toBeLessThan(0.005);
  const presets = (field: HTMLInputElement) => field.list?.options.length;
  expect(await page.getByLabel('Text color').evaluate(presets)).toBe(80);
  await expect.poll(() => followsWithoutDecoder(page)).toBe(true);
});

it('Create stays reachable on a phone at any scroll position, and covers no focused field', async () => {
  const { page } = await site.open({ width: 390 });
  await page.goto('/resize-video');
  await page.getByLabel('Files from this device').setInputFiles(await smallVideoFile('mountains.mp4'));
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await create.waitFor();
  await page.getByText(/^Name,/).click();
  for (const top of [0, 700, 9999]) {
    await page.evaluate((to) => scrollTo(0, to), top);
    // Nothing covers it.
    await create.click({ trial: true });
    expect((await boxOf(create)).y).toBeCloseTo(844 - 8 - 48, 0);
  }
  const [name, fit] = [page.getByLabel('Name', { exact: true }), page.getByLabel('Fit under')];
  for (const field of [name, fit]) {
    await page.evaluate(() => scrollTo(0, 0));
    await field.focus();
    const { y, height } = await boxOf(field);
    // The line above the button describes the result.
    expect(y + height).toBeLessThan((await boxOf(create)).y - 24);
  }
});

/** Whether the preview changes within a few frames after a seek while videos cannot be sought. */
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
