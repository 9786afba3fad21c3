import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { openSite } from '../support/site.ts';
import { clickAt, layerIn, place, pointAt, routeIs, still, undoButton } from '../support/stage.ts';
import { openStudio, storedUntil } from '../support/studio.ts';

const { open } = openSite();

const text = (words: string, more = {}) => ({
  id: 't',
  type: 'text' as const,
  text: words,
  position: place(10, 40, 80, 20),
  ...more,
});
const field = (page: Page) => page.getByRole('textbox', { name: 'Text of the layer' });

it('text editing starts with a double click or a key, replaces the sample text, and ends with Escape or a click outside', async () => {
  const { page, complaints } = await open();
  await openStudio(page, still([text('Sample text')]));
  const middle = await pointAt(page, [50, 50]);
  await page.mouse.dblclick(middle.x, middle.y);
  await routeIs(page, 'text');
  await field(page).waitFor();
  await page.keyboard.type('Good morning');
  await storedUntil(page, (state) => expect(layerIn(state, 't')).toMatchObject({ text: 'Good morning' }));
  // The canvas omits what the field shows.
  expect(await field(page).evaluate((element) => element.getAttribute('spellcheck'))).toBe('false');
  await page.keyboard.press('Escape');
  await routeIs(page, 'layer/t');
  await field(page).waitFor({ state: 'detached' });
  await undoButton(page).click();
  await storedUntil(page, (state) => expect(layerIn(state, 't')).toMatchObject({ text: 'Sample text' }));

  // Holding the shortcut adds one text, and types nothing into it until the key is released.
  const hold = () => page.keyboard.down('t');
  for (let i = 0; i < 3; i += 1) await hold();
  await field(page).waitFor();
  for (let i = 0; i < 3; i += 1) await hold();
  await page.keyboard.up('t');
  expect(await field(page).inputValue()).toBe('Sample text');
  await page.keyboard.type('tt');
  await storedUntil(page, ({ scenes: [scene] }) =>
    expect(scene?.layers).toMatchObject([{ text: 'tt' }, { text: 'Sample text' }]),
  );
  await clickAt(page, [50, 10]);
  await page.waitForURL(/\/layer\//);
  await field(page).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

it('text editing fits the text while typing, accepts composed characters and other directions, and stays readable', async () => {
  const { page } = await open();
  await openStudio(page, { ...still([text('Hi', { color: '#ffffff' })]), selectedLayerId: 't' } as never, 'text');
  await field(page).waitFor();
  const size = () => field(page).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const before = await size();
  await page.keyboard.type(' and a good many more words than before, over several lines');
  await expect.poll(size).toBeLessThan(before / 2);
  const overflow = await field(page).evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(overflow).toBeLessThanOrEqual(2);
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('שלום עולם');
  await expect.poll(() => field(page).getAttribute('dir')).toBe('rtl');
  await page.keyboard.press('Control+a');
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  await session.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
  await session.send('Input.insertText', { text: '日本' });
  await storedUntil(page, (state) => expect(layerIn(state, 't')).toMatchObject({ text: '日本', color: '#ffffff' }));
  expect(await field(page).inputValue()).toBe('日本');
  // Light text on a light background is shown in black, unless a dark outline makes it readable.
  const color = () => field(page).evaluate((element) => getComputedStyle(element).color);
  expect(await color()).toBe('rgb(0, 0, 0)');
  await page.getByRole('button', { name: 'Black', exact: true }).click();
  await expect.poll(color).toBe('rgb(255, 255, 255)');
  await page.keyboard.press('Control+Enter');
  await routeIs(page, 'layer/t');
});
