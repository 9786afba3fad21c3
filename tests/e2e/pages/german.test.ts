import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import german from '../../../ui/texts/de.json';
import { overflowOf } from '../support/page.ts';
import { waiting } from '../support/parts.ts';
import { openSite } from '../support/site.ts';

const site = openSite();

/** English texts on a page that have a German translation. Words that are the same in German do not count. */
async function englishOn(page: Page): Promise<string[]> {
  await expect.poll(() => waiting(page).count()).toBe(0);
  const said = await page.evaluate(() => {
    const names = ['title', 'aria-label', 'placeholder', 'alt', 'aria-description'];
    return [...document.body.querySelectorAll('*')]
      .filter((element) => !element.closest('[translate=no], [hidden], noscript'))
      .flatMap((element) => [
        ...names.map((name) => element.getAttribute(name) ?? ''),
        ...[...element.childNodes]
          .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent),
      ]);
  });
  const words = new Set<string>(Object.values(german));
  const texts = new Set(said.map((text) => text?.trim() ?? ''));
  return [...texts].filter((text) => text in german && !words.has(text));
}

it('a German browser shows no English text, and everything fits a phone', async () => {
  const { page, complaints } = await site.open({ width: 390, locale: 'de-DE' });
  const check = async () => {
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
    expect(await englishOn(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
  };
  await page.goto('/');
  await page.getByRole('heading', { name: 'Werkzeuge' }).waitFor();
  await check();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('option').first().waitFor();
  expect(await palette.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');

  await page.goto('/trim-video');
  await page.getByRole('button', { name: 'Zum Hochladen klicken' }).waitFor();
  expect(await page.title()).toBe('Video kürzen · Cutroom');
  await check();

  await page.goto('/studio');
  await page.getByRole('button', { name: 'Mit leerer Arbeitsfläche beginnen' }).click();
  await page.getByRole('button', { name: 'Ebenen', exact: true }).click();
  await page.getByText('Noch keine Ebenen. Füge eine Ebene hinzu, um loszulegen!').waitFor();
  await check();

  await page.goto('/products');
  await page.getByRole('searchbox').fill('rückwärts');
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1);
  await page.getByRole('button', { name: 'Schnellzugriff' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Products' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Products' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  expect(complaints).toEqual([]);
});
