import { describe, expect, it } from 'vitest';
import { control, openWith, press, storedLayer } from '../support/footer.ts';
import { footerControls, sheet } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { coloredUntil } from '../support/stage.ts';
import { openStudio, storedUntil, visit } from '../support/studio.ts';

const site = openSite();

const openIn = (layers: object[], route?: string, rest?: object, width?: number) =>
  openWith({ site, ...(width ? { width } : {}) }, layers, route, rest);

describe('the main footer', () => {
  it('finds an image and adds it with its credit, and reports missing results and a missing server', async () => {
    const { page, complaints } = await site.open();
    await openStudio(page);
    await press(page, 'Images');
    const images = sheet(page, 'Images');
    const field = images.getByRole('searchbox', { name: 'Search images' });
    const found = images.getByRole('list', { name: 'Images' }).getByRole('button');
    // Without a query, the collections are listed page by page.
    await images.getByRole('button', { name: 'Grinning face', exact: true }).waitFor();
    const first = await found.count();
    await images.getByRole('button', { name: 'More images' }).click();
    await expect.poll(() => found.count()).toBe(2 * first);
    await field.fill('qqqzzz');
    await images.getByText('No images found for “qqqzzz”. Try another word.').waitFor();
    // The server fails once, and is asked again.
    await page.route('**/api/v1/images/search', (route) => route.abort());
    await field.fill('red heart');
    await images.getByText(/^The server could not be reached/).waitFor();
    await page.unroute('**/api/v1/images/search');
    await images.getByRole('button', { name: 'Try again' }).click();
    await images.getByRole('button', { name: 'Red heart', exact: true }).waitFor();
    await images.getByRole('button', { name: 'Emoji', exact: true }).click();
    await expect.poll(() => found.count()).toBeLessThan(10);
    // Arrow keys move in the grid, Enter chooses.
    await found.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => found.nth(1).evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/layer\//);
    const credit = '“Red heart” by Microsoft Corporation, MIT, https://github.com/microsoft/fluentui-emoji';
    await storedLayer(page, { type: 'image', width: 1024, height: 1024, credit });
    await coloredUntil(page, [50, 45], '#f8312f');
    await press(page, 'Credit as a text');
    await storedUntil(page, ({ scenes }) =>
      expect(scenes[0]?.layers.map((layer) => ('text' in layer ? layer.text : layer.type))).toEqual([credit, 'image']),
    );
    expect(complaints.filter((one) => !/ERR_FAILED|Failed to fetch/.test(one))).toEqual([]);
  });
});

describe('the footer', () => {
  it('scrolls sideways with the wheel, and moves the focus with arrow keys', async () => {
    const { page } = await openIn([], 'background', { selectedLayerId: null });
    const button = footerControls(page).nth(4);
    const x = async () => (await button.boundingBox())?.x ?? 0;
    await button.hover();
    const before = await x();
    await page.mouse.wheel(0, 400);
    await expect.poll(async () => before - (await x())).toBeGreaterThan(300);
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    await visit(page, '');
    await control(page, 'Upload').focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Text');
    await page.keyboard.press('End');
    expect(await focused()).toBe('More');
  });
});
