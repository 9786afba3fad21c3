import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { mediaFile, violationsOf } from '../support/page.ts';
import { openSite } from '../support/site.ts';
import { smallVideoFile } from '../support/smallVideo.ts';

const site = openSite();

/** The page of a tool that uses a second file; those of the others are tested in `tests/ui/tools/`. */
interface Row {
  route: string;
  set: (page: Page) => Promise<unknown>;
  /** Fields of the request that the settings produce. */
  body: object;
}

/** Types a time. @param name the field, such as "Start". */
async function time(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(value);
  await field.press('Enter');
}

const rows: Row[] = [
  {
    route: '/watermark',
    set: async (page) => {
      await time(page, 'End', '1');
      await page.getByRole('radio', { name: 'Image' }).check();
      await page.getByLabel('Watermark image from this device').setInputFiles(await mediaFile('logo.png', 'image/png'));
      await page.getByText('logo.png').waitFor();
      await page.getByRole('radio', { name: 'Bottom right' }).check();
    },
    body: {
      watermarkMedium: 'image',
      watermarkImg: expect.stringContaining('/logo_'),
      watermarkPos: 'bottom-right',
      endTime: 1,
    },
  },
  {
    route: '/add-music-to-video',
    set: async (page) => {
      await time(page, 'End', '4');
      await page.getByText(messages.audioFileMissing).waitFor();
      await page.getByLabel('Audio from this device').setInputFiles(await mediaFile('music.mp3', 'audio/mpeg'));
      await page.getByRole('group', { name: 'Trim audio' }).first().waitFor();
      // The chosen audio survives a reload.
      await page.reload();
      await page.getByText('music.mp3').waitFor();
      await time(page, 'Starts at', '2');
      await page.getByRole('switch', { name: 'Mute the video' }).click();
    },
    body: { isAudioVideo: true, audio: expect.stringContaining('/music_'), audioStartTime: 2, mute: true, endTime: 4 },
  },
];

const createButton = (page: Page) => page.getByRole('button', { name: 'Create' });

it('the page of a tool sends its second file', async () => {
  const { page, complaints } = await site.open({ width: 390, colorScheme: 'dark' });
  // The request is not answered: other tests render what bodies describe.
  await page.route('**/createVideo', () => {});
  for (const { route, set, body } of rows) {
    await page.goto(route);
    await page
      .getByLabel('Files from this device')
      .first()
      .setInputFiles(await smallVideoFile('numbers.mp4'));
    await createButton(page).waitFor();
    await set(page);
    await expect.poll(() => createButton(page).getAttribute('aria-disabled')).toBe('false');
    expect(await violationsOf(page, undefined, 'main'), route).toEqual([]);
    const sent = page.waitForRequest('**/createVideo');
    await createButton(page).click();
    expect((await sent).postDataJSON(), route).toMatchObject(body);
    expect(complaints, route).toEqual([]);
  }
});

describe('edits on a tool page', () => {
  it('can be undone, redone and reset, opened in the Studio, and copied as a command', async () => {
    const { page, complaints } = await site.open({
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto('/loop-video');
    await page.getByLabel('Files from this device').setInputFiles(await smallVideoFile('numbers.mp4'));
    const loops = page.getByRole('textbox', { name: 'Loops' });
    await loops.fill('5');
    await loops.fill('1,');
    await page.getByText('1 × 10 s = 10 s').waitFor();
    expect(await loops.inputValue()).toBe('1,');
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await loops.inputValue()).toBe('2');
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByText('1 × 10 s = 10 s').waitFor();
    await page.getByRole('button', { name: 'Reset all settings' }).click();
    expect(await loops.inputValue()).toBe('2');
    await loops.fill('3');
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    await page.getByRole('button', { name: 'Copy as command' }).click();
    await page.getByText('Command copied.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^npx cutroom tool loop --source numbers\.mp4 --num-loops 3/);
    await more.click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Request copied.').waitFor();
    const request = await page.evaluate(() => navigator.clipboard.readText());
    expect(request).toMatch(/-T numbers\.mp4 [\s\S]*createVideo[\s\S]*"numLoops":3/);
    const saving = page.waitForEvent('download');
    await more.click();
    await page.getByRole('button', { name: 'Save project' }).click();
    expect((await saving).suggestedFilename()).toMatch(/^numbers.*\.zip$/);
    await more.click();
    expect(await violationsOf(page)).toEqual([]);
    // A render started by Create is canceled when the page is left.
    await page.route('**/createVideo', () => {});
    await createButton(page).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await more.click();
    await page.getByRole('button', { name: 'Open in Studio' }).click();
    await page.waitForURL(/\/studio\/editor/);
    await page.getByRole('group', { name: 'Canvas', exact: true }).waitFor();
    await page.goBack();
    await createButton(page).waitFor();
    expect(complaints).toEqual([]);
  });
});
