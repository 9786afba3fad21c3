import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { FORMATTING_DROPPED } from '../../../engine/edit/cueFile.ts';
import { CUE_TOO_LONG } from '../../../engine/edit/cueFormats/checkCues.ts';
import { messages } from '../../../engine/project/messages.ts';
import { decodeFrame } from '../../support/decode.ts';
import { violationsOf } from '../support/page.ts';
import { resultVideo } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { smallVideo, smallVideoFile } from '../support/smallVideo.ts';

const site = openSite();

const text = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Text of subtitle ${number}`, exact: true });
const time = async (page: Page, name: string, value: string) => {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(value);
  await field.press('Enter');
};
const create = (page: Page) => page.getByRole('button', { name: 'Create', exact: true });
const chooseVideo = async (page: Page) =>
  page
    .getByLabel('Files from this device')
    .first()
    .setInputFiles(await smallVideoFile('mountains.mp4'));
const chooseCues = (page: Page, name: string, lines: string) =>
  page.getByLabel('Subtitle files').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(lines) });
const texts = (page: Page) =>
  page
    .getByRole('textbox', { name: /^Text of/ })
    .evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));
/** Fraction of the subtitle area that differs from the video itself, 0 to 1. */
const covered = (file: string, t: number) => {
  const [made, own] = [file, smallVideo('mountains.mp4')].map((one) => decodeFrame(one, t, 160, 90));
  let changed = 0;
  for (let y = 70; y < 86; y += 1)
    for (let x = 8; x < 152; x += 1) {
      const at = 4 * (160 * y + x);
      if (Math.abs((made?.[at] ?? 0) - (own?.[at] ?? 0)) > 24) changed += 1;
    }
  return changed / (16 * 144);
};
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
const stamp = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',');

describe('the subtitles page', () => {
  it('burns manually written subtitles into a video, on a phone in dark mode', async () => {
    const { page, complaints } = await site.open({ width: 390, colorScheme: 'dark' });
    await page.goto('/subtitles');
    await chooseVideo(page);
    await page.getByText(messages.subtitlesMissing).waitFor();
    // The single empty subtitle is the place to start typing.
    await text(page, 1).fill('The first words');
    await text(page, 1).press('Enter');
    await page.keyboard.type('שלום');
    expect(await texts(page)).toEqual(['The first words', 'שלום']);
    await time(page, 'Start of subtitle 1', '0:00,5');
    await time(page, 'Start of subtitle 2', '4');
    await time(page, 'End of subtitle 2', '5.25');
    await page.getByText('2 subtitles').waitFor();
    // Errors in a file are reported by line, and change nothing.
    await chooseCues(page, 'odd.srt', '1\n00:00:01,000 --> 00:00:00,500\nToo early\n');
    await page.getByText(`Line 2: ${messages.cueOrder}`).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('2 subtitles').waitFor();
    const controls = page.getByRole('listitem', { name: 'Subtitle 2' }).locator('button, input, textarea');
    const sizes = await controls.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    expect(sizes.filter(({ width, height }) => width < 43.9 || height < 43.9)).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Style' }).click();
    await page.getByRole('radio', { name: 'Karaoke' }).check();
    expect(await violationsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await create(page).click();
    await resultVideo(page).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    const file = await download.path();
    expect([0.2, 3, 5.6].map((t) => covered(file, t)).filter((share) => share > 0.03)).toEqual([]);
    expect([1, 4.5].map((t) => covered(file, t)).filter((share) => share < 0.08)).toEqual([]);
    await page.getByRole('link', { name: 'Edit again' }).click();
    await text(page, 2).waitFor();
    expect(await texts(page)).toEqual(['The first words', 'שלום']);
    expect(complaints).toEqual([]);
  });

  it('can be used by keyboard: split, join, copy, replace, move and undo', async () => {
    const { page, complaints } = await site.open();
    await page.goto('/editor/subtitles');
    await chooseVideo(page);
    await chooseCues(page, 'a.txt', 'one two\nthree four\n');
    await text(page, 2).press('Home');
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+Enter');
    expect(await texts(page)).toEqual(['one two', 'three', 'four']);
    await page.keyboard.press('Backspace');
    expect(await texts(page)).toEqual(['one two', 'three\nfour']);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+d');
    await expect.poll(() => texts(page)).toHaveLength(4);
    // If undo removes the focused text, the one before it gets the focus.
    await page.keyboard.press('Control+z');
    await expect.poll(() => texts(page)).toHaveLength(3);
    expect(await focused(page)).toBe('Text of subtitle 2');
    await page.keyboard.press('Control+d');
    await expect.poll(() => texts(page)).toHaveLength(4);
    await page.getByRole('button', { name: 'Remove subtitle 3' }).click();
    await page.getByRole('button', { name: 'Find and replace' }).click();
    const find = page.getByRole('form', { name: 'Find and replace' });
    await find.getByRole('textbox', { name: 'Find' }).fill('O');
    await find.getByText('3 matches').waitFor();
    await find.getByRole('textbox', { name: 'Replace with' }).fill('0');
    await page.keyboard.press('Enter');
    expect(await texts(page)).toEqual(['0ne tw0', 'three', 'f0ur']);
    await page.getByRole('button', { name: 'Shift all' }).click();
    await page.getByRole('textbox', { name: 'Shift all by' }).fill('0,25');
    await page.getByRole('button', { name: 'Later' }).click();
    const start = page.getByRole('textbox', { name: 'Start of subtitle 1' });
    expect(await start.inputValue()).toBe('00:00.25');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await start.inputValue()).toBe('00:00.00');
    // Edges can be moved by keyboard and mouse, and snap to the next one.
    const end = page.getByRole('slider', { name: 'Subtitle 1: end' });
    await text(page, 1).focus();
    await end.press('PageDown');
    expect(await end.getAttribute('aria-valuenow')).toBe('2');
    const { x = 0, y = 0, width = 0 } = (await end.boundingBox()) ?? {};
    const { x: to = 0 } = (await page.getByRole('slider', { name: 'Subtitle 2: start' }).boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + 20);
    await page.mouse.down();
    await page.mouse.move(to + width / 2 - 4, y + 20, { steps: 4 });
    await page.mouse.up();
    expect(await end.getAttribute('aria-valuenow')).toBe('3');
    // A canceled drag is not an undo step.
    await page.mouse.down();
    await page.mouse.move(x - 40, y + 20, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await end.getAttribute('aria-valuenow')).toBe('3');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await end.getAttribute('aria-valuenow')).toBe('2');
    // Arrow Down leaves a subtitle only from its last line, even if that line is wrapped.
    await text(page, 1).fill('many words '.repeat(20));
    await text(page, 1).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 0));
    await page.keyboard.press('ArrowDown');
    expect(await text(page, 1).evaluate((field: HTMLTextAreaElement) => field.selectionStart)).toBeGreaterThan(0);
    expect(await focused(page)).toBe('Text of subtitle 1');
    await text(page, 2).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 0));
    await text(page, 2).press('ArrowUp');
    await expect.poll(() => focused(page)).toBe('Text of subtitle 1');
    await text(page, 1).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(220, 220));
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toBe('Text of subtitle 2');
    // Impossible actions are explained.
    await text(page, 2).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(0, 0));
    await page.getByRole('button', { name: 'Split subtitle 2 at the cursor' }).click();
    await page.getByText('Place the cursor in the text').waitFor();
    await text(page, 2).evaluate((field: HTMLTextAreaElement) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'x'.repeat(2001));
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    await page.getByText(`${CUE_TOO_LONG} The rest of the text was skipped.`).waitFor();
    await time(page, 'End of subtitle 2', 'soon');
    await page.getByText('Enter a time such as 00:05.00.').waitFor();
    await time(page, 'End of subtitle 2', '00:05.00');
    await chooseCues(page, 'late.srt', '1\n01:00:00,000 --> 01:00:01,000\n<i>Late</i>\n');
    await page.getByText(`1 subtitle added. ${FORMATTING_DROPPED}`).waitFor();
    await page.getByTitle('Not visible: starts after the video ends').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Collapse all' }).click();
    await page.getByRole('button', { name: 'Play from subtitle 3' }).press('Enter');
    await page.getByRole('textbox', { name: 'Text of subtitle 3' }).waitFor();
    expect(await focused(page)).toMatch(/^(?:Play from|Pause) subtitle 3$/);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await page.getByText('Split at the cursor').waitFor();
    expect(new URL(page.url()).pathname).toBe('/editor/subtitles/shortcuts');
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/editor/subtitles');
    expect(complaints).toEqual([]);
    // Missing characters are always reported: while their font loads, and if no font has them.
    let answer = () => {};
    const held = new Promise<void>((done) => (answer = done));
    await page.route('**/api/v1/fonts/**', async (route) => {
      await held;
      await route.fulfill({ status: 404, json: {} });
    });
    await text(page, 3).fill('\u0c95');
    await page.getByText('Loading font').waitFor();
    answer();
    await page.getByText('No font here supports “\u0c95”').waitFor();
  });

  it('handles 1,000 subtitles by rendering only visible ones, writes them unchanged, and works in dark mode', async () => {
    const { page, complaints } = await site.open({ colorScheme: 'dark' });
    await page.goto('/subtitles');
    await chooseVideo(page);
    const all = Array.from(
      { length: 1000 },
      (_, i) => `${i + 1}\n${stamp(i)} --> ${stamp(i + 0.9)}\nWords number ${i + 1}\n`,
    );
    await chooseCues(page, 'many.srt', all.join('\n'));
    await page.getByText('1000 subtitles', { exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: /^Text of/ }).count()).toBeLessThan(20);
    await text(page, 1).press('Control+End');
    await text(page, 1000).waitFor();
    expect(await page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value)).toBe('Words number 1000');
    await page.getByRole('button', { name: 'Collapse all' }).click();
    await page.getByRole('button', { name: 'Edit subtitle 996: Words number 996' }).waitFor();
    // The focused row stays when the list is scrolled.
    await page.getByRole('button', { name: 'Play from subtitle 996' }).focus();
    await page.getByRole('list', { name: 'Subtitles' }).evaluate((rows) => rows.parentElement?.scrollTo(0, 0));
    await page.getByRole('button', { name: 'Edit subtitle 1: Words number 1', exact: true }).waitFor();
    expect(await focused(page)).toBe('Play from subtitle 996');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('button', { name: 'SubRip (.srt)' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('mountains.srt');
    expect(readFileSync(await saved.path(), 'utf8')).toBe(all.join('\n'));
    await page.getByRole('tab', { name: 'Style' }).click();
    await page.getByRole('button', { name: /^Text color/ }).click();
    expect(new URL(page.url()).pathname).toBe('/subtitles/text-color');
    await page.getByRole('dialog', { name: 'Text color' }).getByRole('button', { name: 'Teal 4' }).click();
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goto('/editor/subtitles/fonts');
    await page.getByRole('dialog', { name: 'Fonts' }).getByRole('option', { name: 'Georgia' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('tab', { name: 'Style' }).click();
    await page.getByRole('button', { name: /^Font Georgia/ }).waitFor();
    expect(complaints).toEqual([]);
    await page.goto('/subtitles/nothing');
    await page.getByText('That page wasn’t found.').or(page.getByText("That page wasn't found.")).waitFor();
  });
});
