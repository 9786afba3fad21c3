import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { openSite } from '../support/site.ts';
import { openStudio } from '../support/studio.ts';

const { open } = openSite();

/** Adds projects to the list like another tab, the last one first. */
async function put(page: Page, ids: readonly string[], savedAt: number): Promise<void> {
  // Opening it before the Studio has created it would create an empty one.
  await page.waitForFunction(async () => (await indexedDB.databases()).some(({ name }) => name === 'cutroom-studio'));
  await page.evaluate(
    async ([all, time]) => {
      const opening = indexedDB.open('cutroom-studio');
      await new Promise((done) => opening.addEventListener('success', done));
      const change = opening.result.transaction('heads', 'readwrite');
      const rest = { width: 64, height: 64, sceneCount: 1, mediaUrls: [], revision: 1 };
      for (const [i, id] of all.entries())
        change.objectStore('heads').put({ id, name: id, savedAt: time + i, ...rest });
      await new Promise((done) => change.addEventListener('complete', done));
      opening.result.close();
      const others = new BroadcastChannel('cutroom-studio');
      others.postMessage({ id: all.at(-1), what: 'saved', revision: 1 });
      others.close();
    },
    [ids, savedAt] as const,
  );
}

it('only nearby cards of a thousand projects are rendered, and others on scrolling or tabbing to them', async () => {
  const { page, complaints } = await open();
  await openStudio(page, { scenes: [{ id: 's', layers: [{ id: 't', type: 'text', text: 'Hello' }] }] });
  await put(
    page,
    Array.from({ length: 1000 }, (_, i) => `many-${i}`),
    0,
  );
  await page.evaluate(() => history.pushState(null, '', '/studio/editor/projects'));
  const cards = page.getByRole('dialog', { name: 'Projects' }).getByRole('listitem');
  await expect.poll(() => cards.count()).toBe(60);
  // Another project is now the sixtieth.
  await put(page, ['newest'], Date.now() + 60_000);
  await cards.first().filter({ hasText: 'newest' }).waitFor();
  // The list may be rendered again meanwhile, so the card that was last is gone.
  await expect
    .poll(async () => {
      if ((await cards.count()) === 60) await cards.last().evaluate((card) => card.scrollIntoView());
      return cards.count();
    })
    .toBe(120);
  await cards.last().getByRole('button').first().focus();
  await expect.poll(() => cards.count()).toBe(180);
  const dialog = page.getByRole('dialog', { name: 'Projects' });
  await dialog.getByRole('searchbox', { name: 'Search projects' }).fill('many 99');
  await expect.poll(() => cards.count()).toBe(19);
  await dialog.getByRole('combobox', { name: 'Sort by' }).selectOption('Name');
  await cards.first().filter({ hasText: 'many-99' }).waitFor();
  await dialog.getByRole('searchbox', { name: 'Search projects' }).fill('nothing');
  await dialog.getByText('No project with this name').waitFor();
  expect(complaints).toEqual([]);
});
