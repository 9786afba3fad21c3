import { expect, it } from 'vitest';
import { overflowOf, violationsOf } from '../support/page.ts';
import { sheet } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { layersOf, storedUntil } from '../support/studio.ts';

const site = openSite();

it('templates are found by theme and words, animate under focus, and open with their form', async () => {
  const { page, complaints } = await site.open({ reducedMotion: 'no-preference' });
  await page.goto('/collections');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(24);
  expect(await violationsOf(page)).toEqual([]);

  await page.getByRole('button', { name: /^Food and drink/ }).click();
  await expect.poll(() => cards.count()).toBeLessThan(10);
  expect(page.url()).toContain('theme=food');
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('searchbox', { name: 'Find a project' }).fill('birthday balloons');
  const card = page.getByRole('link', { name: 'Happy birthday: open in the Studio' });
  await expect.poll(() => cards.count()).toBe(1);
  await card.focus();
  await card.locator('canvas').waitFor();
  await page.getByRole('searchbox').focus();
  await card.locator('canvas').waitFor({ state: 'detached' });

  await card.press('Enter');
  const form = sheet(page, 'Templates');
  await form.getByRole('textbox', { name: 'Name' }).fill('AUGUSTA');
  await form.getByRole('button', { name: 'Fill in' }).press('Enter');
  const texts = (layers: ReturnType<typeof layersOf>) =>
    layers.flatMap((layer) => ('text' in layer ? [layer.text] : []));
  await storedUntil(page, (now) => expect(texts(layersOf(now))).toContain('AUGUSTA'));
  await page.keyboard.press('Control+z');
  await storedUntil(page, (now) => expect(texts(layersOf(now))).toContain('NORA'));
  expect(complaints).toEqual([]);
});

it('templates fit a phone, and stay still with reduced motion', async () => {
  const { page, complaints } = await site.open({ width: 390 });
  await page.goto('/collections?theme=music');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/samples/templates/') && asked.push(request.url()));
  const card = page.getByRole('link', { name: /^New record/ });
  await card.hover();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const other = page.getByRole('link', { name: /^New episode/ });
  // Without scrolling, which would move the first card away from the pointer.
  await other.evaluate((link) => link.focus({ preventScroll: true }));
  await other.locator('canvas').waitFor();
  // The first card was hovered earlier; if it animated, its request would have come before.
  expect([asked.length, await card.locator('canvas').count()]).toEqual([1, 0]);
  expect(await overflowOf(page)).toBe(0);
  await page.goto('/studio/editor?template=no-such-thing');
  await page.getByText('This ready-made project does not exist.').waitFor();
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
});
