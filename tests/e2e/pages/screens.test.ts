import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../api/support/service.ts';
import { goTo } from '../support/goTo.ts';
import { dropFiles, overflowOf, projectFile, samplesDir, smallTargetsOf, violationsOf } from '../support/page.ts';
import { paintedPictures, projectPicture, sampleCard, samples, videoPage } from '../support/parts.ts';
import { openSite } from '../support/site.ts';

const site = openSite();
/** A service that accepts work but has no workers. */
let idle: TestService;
beforeAll(async () => {
  idle = await startService({ webDir: site.webDir, samplesDir, workers: 0 });
});

const { open } = site;

/** Renders a project whose name is wider than a phone. */
async function renderLongName(page: Page, origin: string): Promise<void> {
  const name = 'A walk along the coast, told in pictures, with music and a few words';
  const layer = { id: 't', type: 'text', text: 'A walk along the coast', color: '#5969e2' };
  await page.goto(origin);
  await dropFiles(page, [projectFile('walk.json', { name, scenes: [{ id: 's', layers: [layer] }] })]);
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  await page.waitForURL(/\/videos\//);
}

describe('every screen', () => {
  /**
   * The screens in navigation order; `video.test.ts` has the result within one page. By default, large windows show only those that matter at any
   * width.
   */
  const screens: [name: string, go: (page: Page) => Promise<unknown>, where?: 'on phones'][] = [
    [
      'home',
      async (page) => {
        await page.goto('/');
        await page.getByRole('link', { name: /^Trim video/ }).waitFor();
        // Images are painted when they are visible.
        await samples(page).getByRole('button').first().scrollIntoViewIfNeeded();
        await paintedPictures(samples(page)).first().waitFor();
      },
    ],
    [
      'an open sample',
      async (page) => {
        await sampleCard(page, 'Morning, noon and music').click();
        await projectPicture(page).and(page.locator('[data-painted]')).waitFor();
      },
      'on phones',
    ],
    [
      'the products, below Quick Nav',
      async (page) => {
        await goTo(page, '/products');
        await page.getByRole('searchbox', { name: 'Find a tool' }).waitFor();
        await page.getByRole('button', { name: 'Quick Nav' }).click();
        await page.getByRole('link', { name: 'View all products' }).waitFor();
      },
    ],
    [
      'a render that is not there',
      async (page) => {
        await goTo(page, '/videos/nothing');
        await page.getByText('No render at this address').waitFor();
      },
      'on phones',
    ],
    [
      'not found',
      async (page) => {
        await page.goto('/no/such/page');
        await page.waitForURL('**/404');
        await page.getByText("That page wasn't found.").waitFor();
      },
      'on phones',
    ],
    [
      'a render that waits',
      async (page) => {
        await renderLongName(page, idle.origin);
        await paintedPictures(videoPage(page)).waitFor();
      },
      'on phones',
    ],
    [
      'a cancelled render',
      async (page) => {
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByText('This render was canceled').waitFor();
      },
      'on phones',
    ],
  ];

  // `everyPage.test.ts` has wider windows.
  it.each(process.env.CUTROOM_LONG ? [1440, 390] : [390])('is accessible and fits a window of %d px', async (width) => {
    const isPhone = width === 390;
    const seen = screens.filter(([, , where]) => isPhone || !where || process.env.CUTROOM_LONG);
    // Touch input needs a separate page; the color scheme can change on an open page.
    const { page } = await open({ colorScheme: 'light', width });
    for (const [name, go] of seen) {
      await page.emulateMedia({ colorScheme: 'light' });
      await go(page);
      expect(await violationsOf(page), name).toEqual([]);
      expect(await overflowOf(page), name).toBe(0);
      // The colors are the same at any width.
      if (!isPhone) continue;
      expect(await smallTargetsOf(page), name).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await violationsOf(page, ['color-contrast']), name).toEqual([]);
    }
  });

  it('follows the chosen theme, even after a reload', async () => {
    const { page } = await open({ colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.goto('/');
    const light = await background();
    await page.getByRole('button', { name: 'Theme: system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await background()).toBe(dark);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background()).toBe(dark);
  });

  it('starts at the top, and restores its scroll position on the way back', async () => {
    const { page } = await open();
    await page.goto('/');
    await samples(page).getByRole('button').last().scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await page.evaluate(() => history.pushState(null, '', '/404'));
    await page.getByText("That page wasn't found.").waitFor();
    await page.waitForFunction(() => scrollY === 0);
    await page.goBack();
    await page.waitForFunction(() => scrollY > 100);
  });
});

it('a page loads only the stylesheets it needs', async () => {
  const { page } = await site.open();
  const sheets = async () => {
    const links = await page
      .locator('link[rel=stylesheet]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    return links.map((href) => /([\w.]+?)(?:-[A-Z\d]{8})?(?:\.css)?$/.exec(href)?.[1]).sort();
  };
  await page.goto('/404');
  await page.getByRole('heading').first().waitFor();
  const first = await sheets();
  expect(first).not.toContain('studio');
  expect(first).not.toContain('timeline');
  await page.goto('/studio/editor');
  await page.getByRole('heading', { name: 'Create something' }).waitFor();
  expect(await sheets()).toContain('studio');
  await page.goto('/studio/editor/timeline');
  const empty = page.getByText('Nothing here yet.').locator('..');
  await empty.waitFor();
  expect(await empty.evaluate((element) => getComputedStyle(element).display)).toBe('grid');
});
