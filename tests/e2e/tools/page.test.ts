import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright';
import { describe, expect, inject, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { tools } from '../../../engine/tools/index.ts';
import { makeLongVideo } from '../../support/toolCatalogue.ts';
import { goTo } from '../support/goTo.ts';
import { mediaFile, overflowOf, violationsOf } from '../support/page.ts';
import { facts, resultVideo } from '../support/parts.ts';
import { openSite } from '../support/site.ts';
import { smallVideoFile } from '../support/smallVideo.ts';

const site = openSite();

const { open } = site;

const choose = async (page: Page, name: string, type: string) =>
  page.getByLabel('Files from this device').setInputFiles(await mediaFile(name, type));
const chooseSmall = async (page: Page) =>
  page.getByLabel('Files from this device').setInputFiles(await smallVideoFile('mountains.mp4'));
/** The shortest video. */
const chooseParty = async (page: Page) =>
  page.getByLabel('Files from this device').setInputFiles(await smallVideoFile('party.mp4'));
const createButton = (page: Page) => page.getByRole('button', { name: 'Create' });
/** Aspect ratio of the preview. */
const shownRatio = async (page: Page) => {
  const { width = 0, height = 1 } = (await page.getByRole('img', { name: 'Preview' }).boundingBox()) ?? {};
  return width / height;
};

describe('a tool page', () => {
  it('trims by keyboard, survives a reload, creates the video and leads back to the draft', async () => {
    const { page, complaints } = await open();
    await page.goto('/');
    await page.getByRole('link', { name: /^Trim video/ }).click();
    await page.getByRole('heading', { name: 'Trim video', level: 1 }).waitFor();
    await page.getByLabel('Files from this device').setInputFiles(await smallVideoFile('numbers.mp4'));
    await page.getByText(messages.trimUntrimmed).waitFor();
    const start = page.getByRole('slider', { name: 'Trim video: start' });
    await start.press('PageUp');
    await start.press('PageUp');
    await page.getByRole('slider', { name: 'Trim video: end' }).press('PageDown');
    expect(await page.getByText(messages.trimUntrimmed).count()).toBe(0);
    await page.reload();
    await createButton(page).waitFor();
    expect(await start.getAttribute('aria-valuenow')).toBe('2');
    await page.locator('body').press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.waitForFunction(
      () => Number(document.querySelector<HTMLInputElement>('input[type=range]')?.value) > 0.2,
    );
    await page.locator('body').press('Space');
    await createButton(page).press('Enter');
    await page.waitForURL(/\/videos\//);
    await resultVideo(page).waitFor();
    expect(await facts(page).textContent()).toMatch(/MP4[\s\S]*7 s/);
    await page.getByRole('link', { name: 'Edit again' }).click();
    await page.waitForURL(/\/trim-video$/);
    await start.waitFor();
    expect(await start.getAttribute('aria-valuenow')).toBe('2');
    expect(complaints).toEqual([]);
  });

  it('shows the messages of the API at the invalid field', async () => {
    const { page } = await open();
    await page.goto('/loop-video');
    await chooseSmall(page);
    // The folded section stays open once the field is valid.
    await page.getByText(/^Name,/).click();
    const under = page.getByRole('textbox', { name: 'Fit under' });
    await under.fill('many');
    const refusal = page.getByText('“Fit under” must be a number, not text.');
    await refusal.waitFor();
    await under.fill('8');
    await refusal.waitFor({ state: 'detached' });
    expect(await under.isVisible()).toBe(true);
    await goTo(page, '/change-speed');
    await page.getByRole('heading', { name: 'Change speed', level: 1 }).waitFor();
    const long = makeLongVideo(mkdtempSync(join(inject('suiteFolder'), 'long-')));
    await page.getByLabel('Files from this device').setInputFiles(long);
    await page.locator('#create-note').getByText(messages.sourceTooLong).waitFor();
    const end = page.getByLabel('End', { exact: true });
    await end.fill('5');
    await end.press('Enter');
    await page.getByText(messages.sourceTooLong).waitFor({ state: 'hidden' });
    await goTo(page, '/subtitles');
    await page.getByRole('heading', { name: 'Add subtitles', level: 1 }).waitFor();
    const sent = new Set<string | null>();
    const uploadOf = (request: Request) => new URL(request.url()).searchParams.get('upload_id');
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.add(uploadOf(request));
    });
    await page.getByLabel('Files from this device').setInputFiles(long);
    await page.getByText(messages.sourceTooLong).waitFor();
    // A rejected file is not uploaded, so only the file chosen next is.
    // The answer to an upload of the previous page may come late.
    const isSent = page.waitForResponse((answer) => sent.has(uploadOf(answer.request())) && answer.status() === 200);
    await chooseSmall(page);
    await isSent;
    expect(sent.size).toBe(1);
  });

  it('rotates the preview, and edits a meme directly on the image', async () => {
    const { page, complaints } = await open();
    await page.goto('/rotate-video');
    await choose(page, 'lake.jpg', 'image/jpeg');
    await createButton(page).waitFor();
    const flat = await shownRatio(page);
    await page.getByRole('button', { name: 'Rotate right' }).click();
    await expect.poll(() => shownRatio(page)).toBeCloseTo(1 / flat, 1);
    // A narrow window scales the image instead of overflowing.
    await page.getByRole('button', { name: 'Rotate left' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflowOf(page)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    // Without a file, the texts are on a white canvas.
    await page.goto('/meme-maker');
    const text = page.getByRole('textbox', { name: 'Top text on the image' });
    // Text typed before the page has fully loaded stays, with its cursor position.
    const top = page.getByRole('textbox', { name: 'Top text', exact: true });
    await top.press('Home');
    await page.keyboard.type('Oh, ');
    await text.waitFor();
    await page.keyboard.type('a ');
    expect(await top.inputValue()).toBe('Oh, a Top meme text');
    const making = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export in this browser' }).click();
    expect((await making).suggestedFilename()).toMatch(/\.png$/);
    const sheet = await shownRatio(page);
    await choose(page, 'lake.jpg', 'image/jpeg');
    await expect.poll(() => shownRatio(page)).not.toBe(sheet);
    const one = await shownRatio(page);
    // The templates keep their images if the file loads first.
    const templates = page.getByRole('group', { name: 'Template' }).locator('img');
    const widths = await templates.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(Math.min(...widths)).toBeGreaterThan(20);
    await text.fill('First line\nSecond line');
    await expect.poll(() => shownRatio(page)).toBeLessThan(one);
    expect(await page.getByRole('textbox', { name: 'Top text', exact: true }).inputValue()).toBe(
      'First line\nSecond line',
    );
    expect(complaints).toEqual([]);
  });

  it('previews image and audio formats that browsers cannot show', async () => {
    const { page, complaints } = await open();
    const folder = mkdtempSync(join(inject('suiteFolder'), 'formats-'));
    const made = (name: string, ...args: string[]) => {
      execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', ...args, join(folder, name)]);
      return join(folder, name);
    };
    const tiff = made('scan.tiff', 'color=red:s=96x48', '-frames:v', '1', '-update', '1');
    await page.goto('/image-to-video');
    // The preview itself requests the converted files.
    const shown = page.waitForResponse((answer) => answer.url().endsWith('/picture') && answer.status() === 200);
    await page.getByLabel('Files from this device').setInputFiles(tiff);
    await createButton(page).and(page.locator('[aria-disabled=false]')).waitFor();
    expect(await shownRatio(page)).toBeCloseTo(2, 1);
    await shown;
    await page.goto('/trim-audio');
    await page.getByLabel('Files from this device').setInputFiles(made('song.wma', 'sine=duration=3', '-c:a', 'wmav2'));
    await page.getByText('song.wma').waitFor();
    await createButton(page).and(page.locator('[aria-disabled=false]')).waitFor();
    expect(complaints).toEqual([]);
  });

  it('uses a file that is chosen while the code that opens it is loading, after other tools were left', async () => {
    const { page } = await open();
    let load = () => {};
    const held = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/importToolFiles-/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/trim-video');
    await page.getByRole('button', { name: 'Click to upload' }).waitFor();
    // Each tool that is left cancels its own files once the code is loaded.
    for (const { route, title } of tools.filter(({ inputs }) => inputs.min === 1).slice(0, 4)) {
      await goTo(page, route);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    }
    await goTo(page, '/reverse-video');
    await page.getByRole('heading', { name: 'Reverse video', level: 1 }).waitFor();
    await chooseParty(page);
    load();
    await createButton(page).waitFor();
  });

  const looks = [['light', 1440] as const, ['dark', 390] as const];
  const onPhones = ['speed', 'rotate', 'convert', 'thanks'];
  /**
   * A selection: all pages share the same components. On phones those whose panels no other test shows there.
   * CUTROOM_LONG=1 visits all.
   */
  const isVisited = {
    1440: (_id: string, index: number) => process.env.CUTROOM_LONG !== undefined || index % 14 === 0,
    390: (id: string) => process.env.CUTROOM_LONG !== undefined || onPhones.includes(id),
  };
  it.each(looks)('is accessible and fits, in %s mode at %d px', async (colorScheme, width) => {
    const { page } = await open({ width, colorScheme });
    await page.goto('/trim-video');
    await page.getByRole('button', { name: 'Click to upload' }).waitFor();
    if (width === 390) expect(await violationsOf(page)).toEqual([]);
    for (const { route, title, inputs } of tools.filter(({ id }, index) => isVisited[width](id, index))) {
      await goTo(page, route);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      if (inputs.max > 0) {
        if (inputs.min > 0) await page.getByRole('button', { name: 'Click to upload' }).waitFor();
        if (inputs.kinds.includes('video')) await chooseParty(page);
        else if (inputs.kinds.includes('image')) await choose(page, 'lake.jpg', 'image/jpeg');
        else await choose(page, 'music.mp3', 'audio/mpeg');
      }
      await createButton(page).waitFor();
      await page
        .getByText(/^Name(,| and|$)/)
        .first()
        .click();
      const mark = page.getByRole('switch', { name: 'Watermark' });
      if ((await mark.count()) > 0) await mark.click();
      // The header and the footer are the same on all pages.
      expect(await violationsOf(page, undefined, 'main'), route).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), route).toBeLessThanOrEqual(width);
    }
  });
});

/** Gzipped bytes of script that a page has loaded. */
const loadedBy = async (page: Page) => {
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name));
  const scripts = loaded.map((url) => new URL(url).pathname).filter((path) => path.endsWith('.js'));
  return scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(site.webDir, path))).length, 0);
};

it('the first load of a tool page needs less than 135 kB of script, and handles early clicks', async () => {
  const { page, complaints } = await open();
  // Until the network is idle, for pages that need a file and for pages with an immediate form and preview.
  for (const [route, name] of [
    ['/trim-video', 'Click to upload'],
    ['/meme-maker', 'Create'],
    ['/text-video', 'Create'],
  ] as const) {
    await page.goto(route, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name }).waitFor();
    const total = await loadedBy(page);
    console.log(`First load of ${route}: ${(total / 1000).toFixed(1)} kB of script, gzipped.`);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(135_000);
  }
  await page.getByRole('img', { name: 'Preview' }).waitFor();
  await createButton(page).press('Enter');
  await page.waitForURL(/\/videos\//);
  expect(complaints).toEqual([]);
});

it('an export in the browser continues when the page is left, without showing on other pages', async () => {
  const { page, complaints } = await open();
  // Held back while other pages are visited.
  let goOn = () => {};
  const looked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(/\/exportVideo-/, async (route) => {
    await looked;
    await route.continue();
  });
  await page.goto('/text-video');
  await page
    .getByLabel(/^Length/)
    .first()
    .fill('1');
  await page.getByText(/^Name,/).click();
  await page.getByRole('radio', { name: 'GIF' }).check();
  await page.getByRole('textbox', { name: 'Width', exact: true }).fill('160');
  const making = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export in this browser' }).click();
  await page.getByRole('progressbar', { name: 'Creating the file' }).waitFor();
  await page.getByRole('button', { name: 'Quick Nav' }).click();
  await page.getByRole('link', { name: 'Meme Generator' }).click();
  await page.getByText('The file is still being created. It is saved when it is done.').waitFor();
  await page.getByRole('button', { name: 'Export in this browser' }).click();
  await page.getByText('“Text video” is still creating a file in this browser.').waitFor();
  expect(await page.getByRole('progressbar', { name: 'Creating the file' }).count()).toBe(0);
  goOn();
  expect((await making).suggestedFilename()).toMatch(/\.gif$/);
  expect(complaints).toEqual([]);
});
