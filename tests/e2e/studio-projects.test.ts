import { expect, it } from 'vitest';
import { openSite } from './support/site.ts';
import { openStudio } from './support/studio.ts';

const { open } = openSite();

it('of a thousand projects those are made that are near, and others as they are scrolled or tabbed to', async () => {
  const { page, complaints } = await open();
  await openStudio(page, { scenes: [{ id: 's', layers: [{ id: 't', type: 'text', text: 'Hello' }] }] });
  await page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases();
    const opening = indexedDB.open(name);
    await new Promise((done) => opening.addEventListener('success', done));
    const change = opening.result.transaction('heads', 'readwrite');
    const size = { width: 64, height: 64, sceneCount: 1, mediaUrls: [] };
    for (let i = 0; i < 1000; i += 1)
      change.objectStore('heads').put({ id: `many-${i}`, name: `Project ${i}`, savedAt: i, revision: 1, ...size });
    await new Promise((done) => change.addEventListener('complete', done));
    opening.result.close();
  });
  await page.evaluate(() => history.pushState(null, '', '/studio/editor/projects'));
  const cards = page.getByRole('dialog', { name: 'Projects' }).getByRole('listitem');
  await expect.poll(() => cards.count()).toBe(60);
  await cards.last().scrollIntoViewIfNeeded();
  await expect.poll(() => cards.count()).toBe(120);
  await cards.last().getByRole('button').first().focus();
  await expect.poll(() => cards.count()).toBe(180);
  expect(complaints).toEqual([]);
});
