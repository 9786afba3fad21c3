import type { Page, Route } from 'playwright';
import { describe, expect, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { mediaFile } from '../support/page.ts';
import { canvasOf, doneButton, fileInput, notices, stage } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { rectangle, routeIs, still, undoButton } from '../support/stage.ts';
import { layersOf, openStudio, storedUntil } from '../support/studio.ts';

const site = openSite();

/** CUTROOM_LONG=1 tests every status of a rejection. */
const long = process.env.CUTROOM_LONG;

const EXPORT_HERE = 'Export in this browser';
const work = still([rectangle(10, 10)]);
const { open } = site;

async function addPicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await fileInput(page.getByRole('dialog')).setInputFiles(await mediaFile('portrait.jpg', 'image/jpeg'));
}

function refusal(status: number, message: string) {
  const body = JSON.stringify({ error: { code: status < 500 ? 'invalid' : 'internal', message } });
  return (route: Route) => route.fulfill({ status, contentType: 'application/json', body });
}

describe('a server that rejects requests', () => {
  // Requests served from the cache bypass routes; caching starts after the page has loaded.
  it('reports a file at once, on its layer and on DONE; the project stays', async () => {
    const { page } = await open();
    await openStudio(page, work);
    for (const status of long ? [413, 415, 422] : [413, 422]) {
      const sentence = `No, says ${status}.`;
      await page.route('**/api/v1/upload/resumable*', refusal(status, sentence));
      await addPicture(page);
      await notices(page).getByText(sentence).waitFor();
      await routeIs(page, '');
      await page.getByRole('button', { name: 'Close', exact: true }).last().click();
      await notices(page).getByText(sentence).waitFor({ state: 'detached' });
      await stage(page).getByText(sentence).waitFor();
      await doneButton(page).click();
      await notices(page).getByText(sentence).waitFor();
      await doneButton(page).waitFor();
      await storedUntil(page, (state) => expect(layersOf(state), sentence).toHaveLength(2));
      await undoButton(page).click();
      await storedUntil(page, (state) => expect(layersOf(state), sentence).toHaveLength(1));
      await page.unrouteAll();
    }
  });

  it('receives a file four times if it keeps failing, then the failure is reported', async () => {
    const { page } = await open();
    await openStudio(page, work);
    for (const [status, told] of [
      [500, messages.uploadFailed],
      [429, 'Too many.'],
    ] as const) {
      let tries = 0;
      await page.route('**/api/v1/upload/resumable*', (route) => {
        tries += 1;
        return refusal(status, 'Too many.')(route);
      });
      await addPicture(page);
      await notices(page).getByText(told).waitFor();
      expect(tries, `${status}`).toBe(4);
      await routeIs(page, '');
      await page.unrouteAll();
    }
  });

  it('is quoted for a rejected video, and the project stays', async () => {
    const { page } = await open();
    await openStudio(page, work);
    for (const status of long ? [413, 422, 429] : [422]) {
      const sentence = `No, says ${status}.`;
      await page.route('**/api/v1/videos/createVideo', refusal(status, sentence));
      await doneButton(page).click();
      await page.getByText(sentence).waitFor();
      await doneButton(page).waitFor();
      expect(new URL(page.url()).pathname).toBe('/studio/editor');
      await storedUntil(page, (state) => expect(layersOf(state), sentence).toHaveLength(1));
      await page.unrouteAll();
    }
    await page.route('**/api/v1/videos/createVideo', refusal(500, 'It broke.'));
    await doneButton(page).click();
    await page.getByText('It broke.').waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    await storedUntil(page, (state) => expect(layersOf(state)).toHaveLength(1));
  });
});

describe('an unreachable server', () => {
  it('leaves the editor visible when a panel first opens, and the panel appears once the server is back', async () => {
    const { page } = await open();
    let isAway = true;
    // From the start, because panels are prefetched after a while.
    await page.route(/\/assets\/late-\w+\.js|\/api\//, (route) => (isAway ? route.abort() : route.continue()));
    await openStudio(page, work);
    await canvasOf(page).waitFor();
    await page.getByRole('button', { name: 'Images', exact: true }).click();
    await page.getByText('The server does not respond.').waitFor();
    expect(await canvasOf(page).isVisible()).toBe(true);
    isAway = false;
    await page.getByRole('dialog', { name: 'Images' }).getByRole('searchbox').waitFor();
    await page.getByText('The server does not respond.').waitFor({ state: 'detached' });
  });
});

it('reserves the place of a late panel, which then does not grow', async () => {
  const { page } = await open();
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/assets\/late-\w+\.js/, async (route) => {
    await isAsked;
    await route.continue();
  });
  await openStudio(page, work);
  await canvasOf(page).waitFor();
  await page.getByRole('button', { name: 'Images', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Images' });
  // The panel stays hidden for a moment.
  await expect.poll(() => panel.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  await expect
    .poll(() => panel.evaluate((element) => element.getAnimations().every((one) => one.playState === 'finished')))
    .toBe(true);
  const before = await panel.boundingBox();
  expect(before?.height).toBeGreaterThan(400);
  answer();
  await panel.getByRole('searchbox').waitFor();
  const after = await panel.boundingBox();
  // With little content, only the lower edge moves up.
  expect(after).toEqual({ ...before, height: after?.height });
  expect(after?.height).toBeLessThanOrEqual(before?.height ?? 0);
});

describe('a server that became unreachable during work', () => {
  it('leaves the export in the browser, even if prefetching was interrupted before', async () => {
    // Requests of a service worker bypass page routes.
    const { page } = await open({ fetchesAhead: true, serviceWorkers: 'block' });
    let broken = 0;
    await page.route('**/assets/*.js', (route) => {
      // What only the export needs.
      const isMeant = /\/(?:late|exportVideo)-/.test(route.request().url()) && broken < 2;
      if (isMeant) broken += 1;
      return isMeant ? route.abort() : route.fallback();
    });
    await openStudio(page, work);
    await fetchedAhead(page);
    expect(broken).toBe(2);
    await page.route('**/*', (route) => route.abort());
    await doneButton(page).click();
    await page.getByRole('alert').getByRole('button', { name: EXPORT_HERE }).click();
    await page.getByRole('button', { name: 'Create the file' }).click();
    await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Download' }).waitFor();
  });
});

describe('a server that becomes unreachable before the first layer', () => {
  it('leaves a working canvas with controls and text in its font', async () => {
    const { page } = await open();
    await openStudio(page);
    await page.getByRole('heading', { name: 'Create something' }).waitFor();
    await page.waitForFunction(() => performance.getEntriesByName('first-layer-ready').length > 0);
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Start with a blank canvas' }).click();
    await canvasOf(page).waitFor();
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await storedUntil(page, (state) => expect(layersOf(state)).toHaveLength(1));
    await page.getByRole('button', { name: 'Bold', exact: true }).waitFor();
  });
});

describe('a damaged saved project', () => {
  it('is reported and can be downloaded unchanged', async () => {
    const { page } = await open();
    await openStudio(page, work);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    const { projectId } = await storedUntil(page, (state) => expect(layersOf(state)).toHaveLength(2));
    await expect.poll(() => damage(page, projectId)).toBe(true);
    await page.addInitScript((id) => {
      sessionStorage.removeItem('state');
      localStorage.setItem('state', JSON.stringify({ projectId: id, savedAt: 1, stateVersion: 1 }));
    }, projectId);
    await page.goto('/studio/editor');
    await page.getByText('The saved project is damaged.').waitFor();
    await page.getByRole('button', { name: 'Download it' }).waitFor();
  });
});

/** Waits until the page has prefetched its modules. */
async function fetchedAhead(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('all-parts-ready').length > 0);
}

/** Damages a project in the browser's database. @returns whether it existed. */
function damage(page: Page, id: string): Promise<boolean> {
  return page.evaluate(
    (key) =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('cutroom-studio');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const change = opening.result.transaction('bodies', 'readwrite');
          const bodies = change.objectStore('bodies');
          let isThere = false;
          bodies.count(key).onsuccess = (event) => {
            isThere = (event.target as IDBRequest<number>).result > 0;
            if (isThere) bodies.put('{"scenes":[', key);
          };
          change.oncomplete = () => resolve(isThere);
        };
      }),
    id,
  );
}
