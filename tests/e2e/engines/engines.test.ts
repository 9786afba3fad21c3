import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { VideoRecord } from '../../../api/contract/video.ts';
import type { EnginePage } from '../../support/engines/enginePage.ts';
import { openEngine } from '../../support/engines/openEngine.ts';
import { samplesDir } from '../support/page.ts';
import { openSite } from '../support/site.ts';

const site = openSite();
const sample = (name: string) => join(samplesDir, 'media', name);

/** One small scene with a video, to keep encoding short. */
const begun = {
  ...{ name: 'In each engine', width: 320, height: 320, showCanvas: true },
  scenes: [
    {
      id: 's1',
      layers: [
        {
          ...{ id: 'v1', type: 'video', url: '/samples/media/numbers.mp4', width: 640, height: 360, duration: 10 },
          ...{ isTrimmed: true, startTime: 1, endTime: 2 },
        },
      ],
    },
  ],
};

/** CUTROOM_LONG=1 also runs tests that take more than a few seconds per engine. */
const itAtLength = it.runIf(process.env.CUTROOM_LONG);

/** A video for a small GIF. */
const moving = {
  ...{ name: 'Moving', width: 64, height: 64, videoType: 'gif', showCanvas: true, selectedLayerId: 'v1' },
  scenes: [
    {
      id: 's1',
      layers: [{ id: 'v1', type: 'video', url: '/samples/media/numbers.mp4', width: 640, height: 360, duration: 10 }],
    },
  ],
};

describe.each([
  { engine: 'firefox', encodes: true },
  // Its encoder returns one frame less than it receives.
  { engine: 'webkit', encodes: false },
] as const)('in $engine', ({ engine, encodes }) => {
  let page: EnginePage;
  let close: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const opened = await openEngine(engine, { isDark: true });
    if (opened) ({ page, close } = opened);
    else
      console.log(
        `${engine} is not installed here: what is tested in it is skipped. npm test installs it, or says how.`,
      );
  });
  afterAll(() => close?.());

  it('a project with two scenes is created, played, reloaded and exported', async (context) => {
    if (!close) return context.skip('not installed');
    await page.open(`${site.service.origin}/sign-in`);
    await page.run((text) => localStorage.setItem('state', text), JSON.stringify(begun));
    await page.open(`${site.service.origin}/studio/editor`);
    await page.click({ name: 'Upload' });
    await page.choose(sample('sticker.png'));
    await page.until(() => /"type":"image"/.test(localStorage.getItem('state') ?? ''));
    await page.click({ name: 'Add Scene' });
    await page.click({ name: 'Text' });
    await page.until(() => /"type":"text"/.test(localStorage.getItem('state') ?? ''));
    await page.click({ name: 'Restart' });
    await page.click({ name: 'Play' });
    await page.until(() => (document.querySelector('[role="timer"]')?.textContent ?? '') > '00:01.5');
    await page.click({ name: 'Pause' });

    // The file is also in the browser's database, not only on the server.
    expect(new Set(await page.until(storedFiles))).toEqual(new Set([1]));
    await page.open(`${site.service.origin}/studio/editor`);
    await page.click({ name: 'Projects' });
    await page.until(() => /In each engine.*2 scenes/.test(document.querySelector('dialog[open]')?.textContent ?? ''));
    await page.press('Escape');

    await page.click({ name: 'More export options' });
    await page.click({ name: 'Export in this browser' });
    if (encodes) {
      await page.click({ name: 'Create the file' });
      const file = join(mkdtempSync(join(inject('suiteFolder'), 'engine-')), 'made.mp4');
      writeFileSync(file, Buffer.from(await page.until(madeFile), 'base64'));
      expect(framesOf(file)).toBe(4 * 30);
    } else {
      await page.until(() =>
        /drops frames.*use the server/.test(document.querySelector('dialog[open]')?.textContent ?? ''),
      );
      await page.press('Escape');
      await page.click({ name: 'DONE' });
      expect(await resultOf(page)).toMatchObject({ status: 'done', mime: 'video/mp4', duration: 4 });
    }
    expect(page.complaints).toEqual([]);
  });

  itAtLength('a video is trimmed in the Studio, and becomes a GIF in the browser', async (context) => {
    if (!close) return context.skip('not installed');
    await page.open(`${site.service.origin}/sign-in`);
    await page.run((text) => {
      indexedDB.deleteDatabase('cutroom-studio');
      localStorage.setItem('state', text);
    }, JSON.stringify(moving));
    await page.open(`${site.service.origin}/studio/editor/layer/v1`);
    await page.click({ name: 'Trim' });
    await page.until(() => {
      document.querySelector<HTMLElement>('[role="slider"][aria-label="Trim video: start"]')?.focus();
      return document.activeElement?.getAttribute('role') === 'slider';
    });
    for (let i = 0; i < 9; i += 1) await page.press('PageUp');
    await page.until(() => document.body.textContent?.includes('1 s of 10 s selected.'));
    await page.until(() =>
      [...document.querySelectorAll('video')].some((one) => one.readyState > 1 && one.currentTime > 8),
    );
    await page.click({ name: 'Trim' });
    await page.until(() => /"isTrimmed":true/.test(localStorage.getItem('state') ?? ''));
    await page.click({ name: 'More export options' });
    await page.click({ name: 'Export in this browser' });
    await page.click({ name: 'Create the file' });
    const gif = Buffer.from(await page.until(madeFile), 'base64');
    expect(gif.toString('latin1', 0, 6)).toBe('GIF89a');
    expect(page.complaints).toEqual([]);
  });

  itAtLength('an account is made on a small dark page, and subtitles are written there', async (context) => {
    if (!close) return context.skip('not installed');
    await page.size(390, 844);
    await page.open(`${site.service.origin}/sign-up`);
    await page.click({ role: 'field', name: 'Email' });
    await page.type(`ada-${engine}-${Date.now()}@example.org`);
    await page.click({ role: 'field', name: 'Password' });
    await page.type('correct horse');
    await page.click({ name: 'Create an account' });
    await page.until(() => document.querySelector('h1')?.textContent === 'My account');
    await page.until(() => document.body.textContent?.includes('Your projects'));
    expect(await page.run(lookOf)).toEqual([true, true]);
    await page.open(`${site.service.origin}/subtitles`);
    await page.choose(sample('mountains.mp4'));
    await page.click({ role: 'field', name: 'Text of subtitle 1' });
    await page.type('The first words');
    expect(await page.run(lookOf)).toEqual([true, true]);
    await page.click({ name: 'Create' });
    expect(await resultOf(page)).toMatchObject({ status: 'done', mime: 'video/mp4' });
    await page.size(1440, 900);
    expect(page.complaints).toEqual([]);
  });

  it('tools create their results from a video and from an image', async (context) => {
    if (!close) return context.skip('not installed');
    for (const [route, file, mime] of [
      ['trim-video', 'numbers.mp4', 'video/mp4'],
      ['meme-maker', 'forest.jpg', 'image/'],
      ...(process.env.CUTROOM_LONG ? ([['resize-video', 'lake.jpg', 'image/']] as const) : []),
    ] as const) {
      await page.open(`${site.service.origin}/${route}`);
      await page.choose(sample(file));
      if (route === 'trim-video') {
        await page.until(() => {
          document.querySelector<HTMLElement>('[role="slider"][aria-label$=": end"]')?.focus();
          return document.activeElement?.getAttribute('role') === 'slider';
        });
        await page.press('PageDown');
      }
      await page.click({ name: 'Create' });
      const result = await resultOf(page);
      expect(result).toMatchObject({ status: 'done', mime: expect.stringContaining(mime) });
    }
    expect(page.complaints).toEqual([]);
  });
});

/** Runs in the page. @returns whether it is dark, and whether it fits its window. */
function lookOf(): boolean[] {
  const { scrollWidth } = document.documentElement;
  return [matchMedia('(prefers-color-scheme: dark)').matches, scrollWidth <= innerWidth && innerWidth < 500];
}

/** Runs in the page. @returns for each stored file whether it has bytes, or '' until there is one. */
async function storedFiles(): Promise<number[] | ''> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('cutroom-studio');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const stored = await new Promise<{ blob: Blob & { data?: ArrayBuffer } }[]>((resolve) => {
    const reading = database.transaction('media').objectStore('media').getAll();
    reading.onsuccess = () => resolve(reading.result);
  });
  database.close();
  return stored.length === 0 ? '' : stored.map(({ blob }) => Math.sign(blob.data?.byteLength ?? blob.size));
}

/** Runs in the page. @returns the exported file in base64, or '' until it exists. */
async function madeFile(): Promise<string> {
  const address = document.querySelector<HTMLImageElement>('dialog[open] :is(video, img[src^="blob:"])')?.src;
  if (!address) return '';
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Number of decodable frames of a file. @throws if its metadata or a frame is damaged. */
function framesOf(file: string): number {
  const args = ['-v', 'error', '-err_detect', 'explode', '-count_frames', '-select_streams', 'v'];
  const told = execFileSync('ffprobe', [...args, '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0', file]);
  return Number(String(told).trim());
}

/** The requested video once it is done. */
async function resultOf(page: EnginePage): Promise<VideoRecord> {
  await page.until(() => location.pathname.startsWith('/videos/'));
  return page.until(async () => {
    const answer = await fetch(`/api/v1${location.pathname}`);
    const video = (await answer.json()) as VideoRecord;
    // The page must show it too.
    const isShown = document.querySelector('article :is(video, img:not([alt=""]))') !== null;
    return ['queued', 'rendering'].includes(video.status) || (video.status === 'done' && !isShown) ? '' : video;
  }) as Promise<VideoRecord>;
}
