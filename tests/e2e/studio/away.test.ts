import type { Page, Route } from 'playwright';
import { expect, it } from 'vitest';
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

it('a server that rejects a file or a video is quoted, a failing one is asked four times, and the project stays', async () => {
  const { page } = await open();
  await openStudio(page, work);
  // Requests served from the cache bypass routes; caching starts after the page has loaded.
  for (const status of long ? [413, 415, 422] : [413]) {
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
  let tries = 0;
  await page.route('**/api/v1/upload/resumable*', (route) => {
    tries += 1;
    return refusal(500, 'It broke.')(route);
  });
  await addPicture(page);
  await notices(page).getByText(messages.uploadFailed).waitFor();
  expect(tries).toBe(4);
  await routeIs(page, '');
  await page.unrouteAll();
  await undoButton(page).click();
  await storedUntil(page, (state) => expect(layersOf(state)).toHaveLength(1));

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

it('an unreachable server leaves the editor visible, with the place of a late panel, which then does not grow', async () => {
  const { page } = await open({ reducedMotion: 'no-preference' });
  let isAway = true;
  // From the start, because panels are prefetched after a while.
  await page.route(/\/assets\/late-\w+\.js|\/api\//, (route) => (isAway ? route.abort() : route.continue()));
  await openStudio(page, work);
  await canvasOf(page).waitFor();
  await page.getByRole('button', { name: 'Images', exact: true }).click();
  await page.getByText('The server does not respond.').waitFor();
  expect(await canvasOf(page).isVisible()).toBe(true);
  const panel = page.getByRole('dialog', { name: 'Images' });
  // The panel stays hidden for a moment.
  await expect.poll(() => panel.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  await expect
    .poll(() => panel.evaluate((element) => element.getAnimations().every((one) => one.playState === 'finished')))
    .toBe(true);
  const before = await panel.boundingBox();
  expect(before?.height).toBeGreaterThan(400);
  isAway = false;
  await panel.getByRole('searchbox').waitFor();
  const after = await panel.boundingBox();
  // With little content, only the lower edge moves up.
  expect(after).toEqual({ ...before, height: after?.height });
  expect(after?.height).toBeLessThanOrEqual(before?.height ?? 0);
  await page.getByText('The server does not respond.').waitFor({ state: 'detached' });
});

it('a server that became unreachable during work leaves the export, even if prefetching was interrupted before', async () => {
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

it('a server that becomes unreachable before the first layer leaves a working canvas with controls and text', async () => {
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

/** Waits until the page has prefetched its modules. */
async function fetchedAhead(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('all-parts-ready').length > 0);
}
