import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { cutroom } from '../../cli/command.ts';
import { argumentsIn } from '../../support/argumentsIn.ts';
import { decodeFrame } from '../../support/decode.ts';
import { numbersIn, samplesOf } from '../../support/renderLab.ts';
import { mediaFile, violationsOf } from '../support/page.ts';
import { openSite } from '../support/site.ts';

const site = openSite();

/** A tool page: its settings, and checks of the finished file. */
interface Row {
  route: string;
  /** Name in fixtures/media, if the tool needs a file. */
  file?: readonly [name: string, type: string];
  set: (page: Page) => Promise<unknown>;
  check: (file: string) => void;
  /** Whether the copied command is run too and must create the same result; one for each kind of file. */
  isCommand?: true;
}

const numbers = ['numbers.mp4', 'video/mp4'] as const;
const first = 30;

/** Types a time. @param name the field, such as "Start". */
async function time(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(value);
  await field.press('Enter');
}

const spanOf = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const lengthOf = (file: string) =>
  Number(execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]));

const rows: Row[] = [
  {
    route: '/trim-video',
    file: numbers,
    set: async (page) => {
      await time(page, 'Start', '00:02');
      await time(page, 'End', '3,5');
    },
    isCommand: true,
    check: (file) => expect(numbersIn(file)).toEqual(spanOf(60, 105)),
  },
  {
    route: '/change-speed',
    file: numbers,
    set: (page) => page.getByRole('button', { name: '4×' }).click(),
    check: (file) => {
      const shown = numbersIn(file);
      expect([shown.length, shown[0], shown[1]]).toEqual([75, 0, 4]);
    },
  },
  {
    route: '/reverse-video',
    file: numbers,
    set: async (page) => {
      await time(page, 'End', '1');
      await page.getByRole('radio', { name: 'Boomerang' }).check();
    },
    check: (file) => {
      const shown = numbersIn(file);
      expect([shown.length, ...shown.slice(0, first)]).toEqual([2 * first, ...spanOf(0, first)]);
      expect(shown.at(-1)).toBeLessThanOrEqual(1);
    },
  },
  {
    route: '/loop-video',
    file: numbers,
    set: async (page) => {
      await time(page, 'End', '1');
      await page.getByRole('button', { name: 'More loops' }).click();
      await page.getByText('3 × 1 s = 3 s').waitFor();
    },
    check: (file) => expect(numbersIn(file)).toEqual([0, 1, 2].flatMap(() => spanOf(0, first))),
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
    check: (file) => {
      const shown = new Set(numbersIn(file));
      expect([shown.size, ...[...shown].slice(0, 3)]).toEqual([18, 0, 1, 3]);
    },
  },
  {
    route: '/convert-video',
    file: numbers,
    set: async (page) => {
      await page.getByRole('radio', { name: 'PNG' }).check();
      await time(page, 'Frame at', '3');
    },
    isCommand: true,
    check: (file) => expect(numbersIn(file)).toEqual([90]),
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
    check: (file) => {
      expect(numbersIn(file)).toEqual(spanOf(0, first));
      expect(differenceIn(file, 320)).toBeGreaterThan(60);
      expect(differenceIn(file, 0)).toBeLessThan(60);
    },
  },
  {
    route: '/add-music-to-video',
    file: numbers,
    set: async (page) => {
      await time(page, 'End', '4');
      await page.getByLabel('Audio from this device').setInputFiles(await mediaFile('music.mp3', 'audio/mpeg'));
      await page.getByRole('group', { name: 'Trim audio' }).first().waitFor();
      await time(page, 'Starts at', '2');
      await page.getByRole('switch', { name: 'Mute the video' }).click();
    },
    isCommand: true,
    check: (file) => {
      const heard = samplesOf(file);
      expect(loudest(heard.subarray(0, 90_000))).toBeLessThan(0.01);
      expect(loudest(heard.subarray(100_000, 160_000))).toBeGreaterThan(0.05);
      expect(numbersIn(file)).toEqual(spanOf(0, 120));
    },
  },
  {
    route: '/trim-audio',
    file: ['music.mp3', 'audio/mpeg'],
    set: async (page) => {
      await time(page, 'Start', '2');
      await time(page, 'End', '4.5');
      await page.getByRole('radio', { name: 'WAV' }).check();
    },
    isCommand: true,
    check: (file) => expect(lengthOf(file)).toBeCloseTo(2.5, 2),
  },
  {
    route: '/image-to-video',
    file: ['lake.jpg', 'image/jpeg'],
    set: (page) => page.getByRole('textbox', { name: 'Length' }).fill('0,50'),
    check: (file) => expect(lengthOf(file)).toBeCloseTo(0.5, 1),
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
    check: (file) => {
      expect(lengthOf(file)).toBeCloseTo(7, 1);
      // Three scenes with different backgrounds: blue, red, green.
      const grounds = [0.5, 3, 6.5].map((at) => [...decodeFrame(file, at, 36, 36).subarray(0, 3)]);
      expect(grounds.map((parts) => parts.indexOf(Math.max(...parts)))).toEqual([2, 0, 1]);
    },
  },
];

/** Maximum difference between the lower half of a video's first frame and its source. @param left of 320 columns. */
function differenceIn(file: string, left: number): number {
  const [made, source] = [file, 'fixtures/media/numbers.mp4'].map((one) => decodeFrame(one, 0, 640, 360));
  let most = 0;
  for (let y = 180; y < 360; y += 1) {
    for (let at = 4 * (y * 640 + left); at < 4 * (y * 640 + left + 320); at += 1)
      most = Math.max(most, Math.abs((made?.[at] ?? 0) - (source?.[at] ?? 0)));
  }
  return most;
}

const loudest = (samples: Float32Array) => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
const createButton = (page: Page) => page.getByRole('button', { name: 'Create' });

/** Downloads the result of the current video page. */
async function download(page: Page, folder: string): Promise<string> {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const record = async () => (await page.request.get(`/api/v1/videos/${id}`)).json();
  await expect.poll(async () => (await record()).status, { timeout: 60_000 }).toBe('done');
  const { url, mime } = await record();
  const file = join(folder, `${id}.${mime.split('/').at(-1)}`);
  writeFileSync(file, await (await page.request.get(url)).body());
  return file;
}

describe('a tool from source to finished file', () => {
  let page: Page;
  let complaints: string[];
  let folder: string;
  beforeAll(async () => {
    ({ page, complaints } = await site.open({ width: 390, colorScheme: 'dark' }));
    folder = mkdtempSync(join(inject('suiteFolder'), 'tools-'));
  });

  it.each(rows)('creates the expected result: $route', async ({ route, file, set, check, isCommand }) => {
    complaints.length = 0;
    await page.goto(route);
    if (file)
      await page
        .getByLabel('Files from this device')
        .first()
        .setInputFiles(await mediaFile(...file));
    await createButton(page).waitFor();
    await set(page);
    await expect.poll(() => createButton(page).getAttribute('aria-disabled')).toBe('false');
    expect(await violationsOf(page)).toEqual([]);
    const command = isCommand && (await copiedCommand(page));
    await createButton(page).click();
    await page.waitForURL(/\/videos\//);
    const made = await download(page, folder);
    check(made);
    if (command) {
      const out = join(folder, `command${extname(made)}`);
      const [[, ...args] = []] = argumentsIn(command, 'npx');
      expect(await cutroom([...args, '--out', out], { cwd: 'fixtures/media' })).toMatchObject({ code: 0 });
      expect(framesOf(out)).toBe(framesOf(made));
    }
    expect(complaints).toEqual([]);
  });
});

/** The command for the settings of a page. */
async function copiedCommand(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Copy as command' }).click();
  await page.getByText('Command copied.').waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Checksums and times of all frames and audio packets of a file. */
function framesOf(file: string): string {
  return execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-f', 'framemd5', '-'], { encoding: 'utf8' });
}

describe('edits on a tool page', () => {
  it('can be undone, redone and reset, opened in the Studio, and copied as a command', async () => {
    const { page, complaints } = await site.open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto('/loop-video');
    await page.getByLabel('Files from this device').setInputFiles(await mediaFile(...numbers));
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
