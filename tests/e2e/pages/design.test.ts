import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveDesign } from '../../../cli/build/design.mjs';
import { launchChromium } from '../../support/chromium.ts';
import { openPage, overflowOf, violationsOf } from '../support/page.ts';

let browser: Browser;
let served: Awaited<ReturnType<typeof serveDesign>>;
beforeAll(async () => {
  [browser, served] = await Promise.all([launchChromium(), serveDesign(0)]);
});
afterAll(() => Promise.all([browser.close(), served.close()]));

it('the design system lists the tokens of the stylesheets, is legible in both themes, and fits a phone', async () => {
  const { page, complaints } = await openPage(browser, served.url, {
    width: 390,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Design system' }).waitFor();
  const listed = (part: string) => page.getByRole('region', { name: part, exact: true }).getByRole('listitem');
  expect(await listed('Colors').getByText('--accent', { exact: true }).count()).toBe(1);
  expect(await listed('Colors').count()).toBeGreaterThan(18);
  const ratios = await listed('Contrast').allTextContents();
  expect(ratios.length).toBeGreaterThan(30);
  expect(ratios.filter((text) => !/^\d+\.\d : 1--[\w-]+ on --[\w-]+$/.test(text))).toEqual([]);
  expect([await overflowOf(page), await violationsOf(page)]).toEqual([0, []]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sheet, middle' }).click();
  await page.getByRole('dialog', { name: 'A sheet' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'L\u00f6schen' }).first().waitFor();
  expect(complaints).toEqual([]);
});
