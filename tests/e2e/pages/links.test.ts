import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { catalogue } from '../../../ui/tools/catalogue.data.ts';
import { overflowOf, smallTargetsOf, violationsOf } from '../support/page.ts';
import { openSite } from '../support/site.ts';

const site = openSite();
/** Only one of the similar tool pages is opened; all are requested from the server. */
const tools = catalogue.slice(1).flatMap(({ id, route }) => [route, `/resources/${id}`]);

/** Opens a page, from within the site where possible: without loading the scripts again. */
async function visit(page: Page, path: string): Promise<void> {
  const isInSite = (await page.locator('#main').count()) > 0;
  if (!isInSite) await page.goto(path);
  else {
    await page.evaluate((to) => {
      for (const former of document.querySelectorAll('h1')) former.setAttribute('data-former', '');
      history.pushState(null, '', to);
    }, path);
  }
  await page.locator('h1:not([data-former])').first().waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
}

it('no link of the site is dead, followed from the home page', { timeout: 240_000 }, async () => {
  const { page, complaints } = await site.open();
  const known = new Set(['/']);
  const dead: string[] = [];
  const opened: string[] = [];
  for (const path of known) {
    const answer = await page.request.get(path);
    if (answer.status() !== 200) dead.push(`${path}: ${answer.status()}`);
    const template = /[?&]template=([\w-]+)/.exec(path)?.[1];
    if (template && !(await page.request.get(`/samples/templates/${template}`)).ok()) dead.push(path);
    // The Studio and the account pages have no links that others lack; text files have none.
    if (path.endsWith('.txt')) continue;
    if (tools.includes(path) || /^\/(studio|sign-in|my|api)\b/.test(path)) continue;
    opened.push(path);
    const isMadeByServer = /^\/reference\b/.test(path);
    for (const link of isMadeByServer ? linksIn(path, await answer.text()) : await linksOf(path)) known.add(link);
  }
  expect(dead).toEqual([]);
  expect(complaints).toEqual([]);
  for (const path of [
    '/collections',
    '/resources',
    '/blog',
    '/blog/collections',
    '/resources/first-video',
    '/resources/trim',
    '/reference/project',
    '/reference/cli',
    '/reference/api',
  ])
    expect(opened).toContain(path);

  /** Links of a drawn page to other pages of this site. */
  async function linksOf(path: string): Promise<string[]> {
    await visit(page, path);
    const [links, ids] = await page.evaluate(() => [
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
      [...document.querySelectorAll('[id]')].map(({ id }) => id),
    ]);
    return ownLinks(path, links ?? [], ids ?? []);
  }

  /** Links of a page without scripts. */
  function linksIn(path: string, html: string): string[] {
    const all = (pattern: RegExp) =>
      [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));
    const links = all(/<a\s[^>]*?href="([^"]*)"/g).map((href) => new URL(href, site.service.origin + path).href);
    expect(links.length, path).toBeGreaterThan(5);
    return ownLinks(path, links, all(/\sid="([^"]*)"/g));
  }

  /** Checks the links within a page. @returns the paths of its links to other pages of this site. */
  function ownLinks(path: string, links: readonly string[], ids: readonly string[]): string[] {
    const own = links
      .filter((link) => link.startsWith(site.service.origin))
      .map((link) => link.slice(site.service.origin.length));
    const hashes = own.flatMap((link) => (link.startsWith(`${path}#`) ? [link.slice(path.length + 1)] : []));
    dead.push(...hashes.filter((hash) => !ids.includes(decodeURIComponent(hash))).map((hash) => `${path}#${hash}`));
    return own.filter((link) => !link.includes('#'));
  }
});

it('guides, references and release notes are accessible, fit a phone, and report missing pages', async () => {
  const { page, complaints } = await site.open({ width: 390 });
  for (const path of ['/reference', '/resources', '/resources/templates-and-tables']) {
    await visit(page, path);
    expect(await violationsOf(page)).toEqual([]);
    expect([await overflowOf(page), await smallTargetsOf(page)]).toEqual([0, []]);
  }
  expect((await page.request.get('/blog/never-written')).status()).toBe(404);
  await page.getByRole('button', { name: 'Quick Nav' }).click();
  await page.getByRole('link', { name: 'Blog', exact: true }).click();
  await page.getByRole('heading', { name: 'Blog' }).waitFor();
  expect(complaints).toEqual([]);
});
