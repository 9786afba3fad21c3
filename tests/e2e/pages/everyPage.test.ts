import { beforeAll, describe, expect, it } from 'vitest';
import { sitePages } from '../../support/sitePages.ts';
import { jumpsOf, overflowOf, smallTargetsOf, violationsOf, type WatchedPage } from '../support/page.ts';
import { openSite } from '../support/site.ts';

const site = openSite();
/** CUTROOM_LONG=1 opens every page at every width. Otherwise some pages at the width that no other test uses. */
const widths = process.env.CUTROOM_LONG ? [1440, 768, 390] : [768];
const opened = process.env.CUTROOM_LONG ? sitePages : sitePages.filter((_, i) => i % 15 === 0);

describe.each(widths)('every page, %i px wide, signed out and in', (width) => {
  let watched: WatchedPage;
  const strangers: string[] = [];

  beforeAll(async () => {
    watched = await site.open({ width, colorScheme: 'light' });
    watched.page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== site.service.origin && protocol.startsWith('http')) strangers.push(request.url());
    });
  });

  it('no page has errors', async () => {
    for (const path of opened) await look(path);
  });

  it('the account pages have no errors for a signed-in user', async () => {
    const { page } = watched;
    await page.goto('/sign-up');
    await page.getByLabel('Name (optional)').fill('Ada');
    await page.getByLabel('Email').fill(`page-${width}-${Date.now()}@example.org`);
    await page.getByLabel('Password').fill('correct horse');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor();
    for (const path of process.env.CUTROOM_LONG ? sitePages : ['/my']) await look(path);
  });

  /** Opens a page and checks layout shifts, overflow, console messages, accessibility and requests to other servers. */
  async function look(path: string): Promise<void> {
    const { page, complaints } = watched;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    expect.soft(await violationsOf(page), path).toEqual([]);
    expect.soft([await overflowOf(page), await jumpsOf(page)], path).toEqual([0, expect.closeTo(0, 2)]);
    if (width === 390) expect.soft(await smallTargetsOf(page), path).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect.soft(await violationsOf(page, ['color-contrast']), path).toEqual([]);
    // The browser rightly logs the 404 of this page.
    const said = complaints.splice(0).filter((text) => path !== '/404' || !text.includes('404 (Not Found)'));
    expect.soft([said, strangers], path).toEqual([[], []]);
  }
});
