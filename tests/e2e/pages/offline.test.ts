import { expect, it } from 'vitest';
import type { ProjectInput } from '../../../engine/project/project.ts';
import { temporaryFolder } from '../../api/support/files.ts';
import { openService } from '../../api/support/service.ts';
import { playThrough } from '../../support/exportLab.ts';
import { openPage, samplesDir } from '../support/page.ts';
import { openSite } from '../support/site.ts';
import { openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

it('the Studio starts offline, adds a second scene and exports in the browser', async () => {
  const service = await openService({ webDir: site.webDir, samplesDir, dataDir: await temporaryFolder() });
  const { page } = await openPage(site.browser, service.origin, { fetchesAhead: true });
  await page.goto('/');
  const manifest = await page.request.get('/manifest.webmanifest');
  const { icons } = (await manifest.json()) as { icons: { src: string }[] };
  for (const { src } of icons) expect((await page.request.get(src)).ok()).toBe(true);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored.filter((path) => path.startsWith('/api'))).toEqual([]);
  const fonts = () => page.evaluate(async () => (await fetch('/api/v1/fonts/pacifico')).ok);
  expect(await fonts()).toBe(true);
  const isStored = () => page.evaluate(async () => (await caches.match('/api/v1/fonts/pacifico')) !== undefined);
  await expect.poll(isStored).toBe(true);
  await service.app.close();

  const box = { id: 'b', type: 'shape', shapeType: 'rectangle', background: '#2846dc' };
  const work = { name: 'Away', width: 320, height: 320, scenes: [{ id: 'one', duration: 1, layers: [box] }] };
  await openStudio(page, work as ProjectInput);
  expect(await fonts()).toBe(true);
  await page.getByRole('button', { name: 'Add Scene' }).click();
  await storedUntil(page, ({ scenes }) => expect(scenes).toHaveLength(2));
  await page.getByRole('button', { name: 'Text', exact: true }).click();
  await storedUntil(page, ({ scenes }) => expect(scenes[1]?.layers).toMatchObject([{ type: 'text' }]));
  expect(await page.evaluate(() => document.fonts.load('16px "Cutroom Arimo"').then((found) => found.length))).toBe(1);
  await page.goto('/studio/editor/export');
  const sheet = page.getByRole('dialog', { name: 'Export' });
  await sheet.getByRole('button', { name: 'Create the file' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(playThrough(await saved.path()).frames).toBeGreaterThan(30);
});

it('a page works even if its service worker script cannot be loaded', async () => {
  const { page, complaints } = await site.open();
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));
  await page.route('**/assets/register-*.js', (route) => route.abort());
  await page.goto('/');
  await expect.poll(() => failed).toEqual([expect.stringContaining('/assets/register-')]);
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  // The browser rightly logs the failed request.
  expect(complaints.filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([]);
});
