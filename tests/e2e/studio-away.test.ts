import type { Page, Route } from 'playwright';
import { describe, expect, it } from 'vitest';
import { messages } from '../../engine/project/messages.ts';
import { mediaFile } from './support/page.ts';
import { canvasOf, doneButton, fileInput, notices, stage } from './support/parts.ts';
import { openSite } from './support/site.ts';
import { rectangle, routeIs, still, undoButton } from './support/stage.ts';
import { layersOf, openStudio, storedUntil } from './support/studio.ts';

const site = openSite();

/** CUTROOM_LONG=1: every refusal of the server. */
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

describe('a server that refuses', () => {
  // What is routed is not taken from the cache: that begins once the page is there.
  it('a file is told at once, at its layer, at DONE; the work stays', async () => {
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

  it('a file again and again is sent four times, then told', async () => {
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

  it('a video is quoted, and the work stays', async () => {
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

describe('a server that is away', () => {
  it('when a panel is opened for the first time leaves the editor in sight, and the panel comes with it', async () => {
    const { page } = await open();
    let isAway = true;
    // From the beginning: panels are fetched ahead after a while.
    await page.route(/\/assets\/panels-\w+\.js|\/api\//, (route) => (isAway ? route.abort() : route.continue()));
    await openStudio(page, work);
    await canvasOf(page).waitFor();
    await page.getByRole('button', { name: 'Layers', exact: true }).click();
    await page.getByText('The server does not respond.').waitFor();
    expect(await canvasOf(page).isVisible()).toBe(true);
    isAway = false;
    await page.getByRole('dialog', { name: 'Layers' }).getByText('Rectangle').waitFor();
    await page.getByText('The server does not respond.').waitFor({ state: 'detached' });
  });
});

it('a panel that comes late has its place before, and does not grow', async () => {
  const { page } = await open();
  let answer = () => {};
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/assets\/panels-\w+\.js/, async (route) => {
    await isAsked;
    await route.continue();
  });
  await openStudio(page, work);
  await canvasOf(page).waitFor();
  await page.getByRole('button', { name: 'Layers', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Layers' });
  // It waits unseen for a moment.
  await expect.poll(() => panel.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  await expect
    .poll(() => panel.evaluate((element) => element.getAnimations().every((one) => one.playState === 'finished')))
    .toBe(true);
  const before = await panel.boundingBox();
  expect(before?.height).toBeGreaterThan(400);
  answer();
  await panel.getByText('Rectangle').waitFor();
  const after = await panel.boundingBox();
  // Of what holds little only the lower edge moves, up.
  expect(after).toEqual({ ...before, height: after?.height });
  expect(after?.height).toBeLessThanOrEqual(before?.height ?? 0);
});

describe('a server that went away while one worked', () => {
  it('leaves the way to make the file in this browser, also where the line had broken for a moment before', async () => {
    // What a service worker asks for passes by the page's routes.
    const { page } = await open({ fetchesAhead: true, serviceWorkers: 'block' });
    let broken = 0;
    await page.route('**/assets/*.js', (route) => {
      // The part that nothing else needs, and the list of the parts.
      const isMeant = /\/(?:restParts|Export)[\w]*-/.test(route.request().url()) && broken < 2;
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
    await page.getByRole('dialog', { name: EXPORT_HERE }).getByRole('button', { name: 'Download' }).waitFor();
  });
});

describe('a server that goes away before the first layer', () => {
  it('leaves a canvas, its controls and a text with letters', async () => {
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

describe('a saved project that is damaged', () => {
  it('is told about in words and can be taken away as it is', async () => {
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

/** Waits until the page has fetched what it may need later. */
async function fetchedAhead(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('all-parts-ready').length > 0);
}

/** Breaks the text of a project in the browser's database. @returns whether it was there. */
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
