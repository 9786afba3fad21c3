import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { tools } from '../../../engine/tools/index.ts';
import { goTo } from '../support/goTo.ts';
import { mediaFile, violationsOf } from '../support/page.ts';
import { openSite } from '../support/site.ts';
import { smallVideoFile } from '../support/smallVideo.ts';

const site = openSite();

/** A tool page: its settings, and the request that they produce. */
interface Row {
  route: string;
  /** Name in fixtures/media, if the tool needs a file. */
  file?: readonly [name: string, type: string];
  set: (page: Page) => Promise<unknown>;
  /** Fields of the request that the settings produce. */
  body: object;
}

const numbers = ['numbers.mp4', 'video/mp4'] as const;

/** Types a time. @param name the field, such as "Start". */
async function time(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(value);
  await field.press('Enter');
}

const rows: Row[] = [
  {
    route: '/trim-video',
    file: numbers,
    set: async (page) => {
      await time(page, 'Start', '00:02');
      await time(page, 'End', '3,5');
    },
    body: { isTrimmedOnly: true, isTrimmed: true, startTime: 2, endTime: 3.5 },
  },
  {
    route: '/change-speed',
    file: numbers,
    set: (page) => page.getByRole('button', { name: '4×' }).click(),
    body: { isSpeedVideo: true, speedChoice: 4 },
  },
  {
    route: '/reverse-video',
    file: numbers,
    set: async (page) => {
      await time(page, 'End', '1');
      await page.getByRole('radio', { name: 'Boomerang' }).check();
    },
    body: { isReversed: true, isBoomeranged: true, isTrimmed: true, startTime: 0, endTime: 1 },
  },
  {
    route: '/loop-video',
    file: numbers,
    set: async (page) => {
      await time(page, 'End', '1');
      await page.getByRole('button', { name: 'More loops' }).click();
      await page.getByText('3 × 1 s = 3 s').waitFor();
    },
    body: { isLooped: true, numLoops: 3, isTrimmed: true, endTime: 1 },
  },
  {
    route: '/stop-motion',
    file: numbers,
    set: async (page) => {
      await page.getByText('180 frames, 1:23 in total').waitFor();
      await page.getByRole('button', { name: 'Set the speed to 0.28' }).click();
      await page.getByText('180 frames, 59.5 s in total').waitFor();
      await time(page, 'End', '1');
      await page.getByRole('textbox', { name: 'Speed' }).fill('2');
      await page.getByText('18 frames, 0.8 s in total').waitFor();
      expect(await page.getByText('Kept in original quality').count()).toBe(0);
    },
    body: { isStopMotionVideo: true, stopMotionSpeed: 2, stopMotionClipRate: 0.6, endTime: 1 },
  },
  {
    route: '/convert-video',
    file: numbers,
    set: async (page) => {
      await page.getByRole('radio', { name: 'PNG' }).check();
      await time(page, 'Frame at', '3');
    },
    body: { isConvertVideo: true, convertOption: 'png', jpegTimestamp: 3 },
  },
  {
    route: '/watermark',
    file: numbers,
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
    file: numbers,
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
  {
    route: '/trim-audio',
    file: ['music.mp3', 'audio/mpeg'],
    set: async (page) => {
      await time(page, 'Start', '2');
      await time(page, 'End', '4.5');
      await page.getByRole('radio', { name: 'WAV' }).check();
    },
    body: { audioTrimStartTime: 2, audioTrimEndTime: 4.5, audioFormat: 'wav' },
  },
  {
    route: '/image-to-video',
    file: ['lake.jpg', 'image/jpeg'],
    set: (page) => page.getByRole('textbox', { name: 'Length' }).fill('0,50'),
    body: { imageVideoDuration: 0.5 },
  },
  {
    route: '/thanks',
    set: async (page) => {
      await page.getByRole('textbox', { name: 'I am thankful for' }).fill('my family');
      await page.getByText(/^Name,/).click();
      await page.getByRole('radio', { name: 'GIF' }).check();
      await page.getByRole('textbox', { name: 'Width', exact: true }).fill('72');
      await page.getByRole('textbox', { name: 'Frames per second' }).fill('5');
    },
    body: { thanksSubject: 'my family', videoType: 'gif', gifWidth: 72, gifFps: 5 },
  },
];

const createButton = (page: Page) => page.getByRole('button', { name: 'Create' });

describe('the page of a tool', () => {
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    ({ page, complaints } = await site.open({ width: 390, colorScheme: 'dark', reducedMotion: 'reduce' }));
    await page.goto('/products');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  /** Opens a tool with a file and waits until it can create a result. */
  async function ready({ route, file, set }: Omit<Row, 'body'>): Promise<void> {
    complaints.length = 0;
    // The pages of tools share their scripts, so following a link takes less than loading a page.
    await goTo(page, route);
    const { title = '' } = tools.find((tool) => tool.route === route) ?? {};
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    if (file)
      await page
        .getByLabel('Files from this device')
        .first()
        .setInputFiles(file === numbers ? await smallVideoFile('numbers.mp4') : await mediaFile(...file));
    await createButton(page).waitFor();
    await set(page);
    await expect.poll(() => createButton(page).getAttribute('aria-disabled')).toBe('false');
    expect(await violationsOf(page)).toEqual([]);
  }

  it.each(rows)('is accessible and sends its settings: $route', async ({ body, ...row }) => {
    await ready(row);
    // The request is not answered: other tests render what bodies describe.
    await page.route('**/createVideo', () => {});
    const sent = page.waitForRequest('**/createVideo');
    await createButton(page).click();
    const request = await sent;
    await page.unrouteAll();
    expect(request.postDataJSON()).toMatchObject(body);
    expect(complaints).toEqual([]);
  });
});

describe('edits on a tool page', () => {
  it('can be undone, redone and reset, opened in the Studio, and copied as a command', async () => {
    const { page, complaints } = await site.open({ permissions: ['clipboard-read', 'clipboard-write'] });
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
