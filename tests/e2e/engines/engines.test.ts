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

/** One scene with a moving picture, small, so that little is encoded. */
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

describe.each([
  { engine: 'firefox', encodes: true },
  // It gives one frame less than it takes.
  { engine: 'webkit', encodes: false },
] as const)('in $engine', ({ engine, encodes }) => {
  let page: EnginePage;
  let close: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const opened = await openEngine(engine);
    if (opened) ({ page, close } = opened);
    else
      console.log(
        `${engine} is not installed here: what is tested in it is skipped. npm test installs it, or says how.`,
      );
  });
  afterAll(() => close?.());

  it('a project of two scenes is made, played, found again after a reload, and finished', async (context) => {
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

    // The file too is in the browser's database, not only on the server.
    expect(new Set(await page.until(storedFiles))).toEqual(new Set([1]));
    await page.open(`${site.service.origin}/studio/editor`);
    await page.click({ name: 'Projects' });
    await page.until(() => /In each engine.*2 scenes/.test(document.querySelector('dialog[open]')?.textContent ?? ''));
    await page.press('Escape');

    await page.click({ name: 'More ways to a file' });
    await page.click({ name: 'Export in this browser' });
    if (encodes) {
      await page.click({ name: 'Make the file' });
      const file = join(mkdtempSync(join(inject('suiteFolder'), 'engine-')), 'made.mp4');
      writeFileSync(file, Buffer.from(await page.until(madeFile), 'base64'));
      expect(framesOf(file)).toBe(4 * 30);
    } else {
      await page.until(() =>
        /leaves frames out.*the server can/.test(document.querySelector('dialog[open]')?.textContent ?? ''),
      );
      await page.press('Escape');
      await page.click({ name: 'DONE' });
      expect(await resultOf(page)).toMatchObject({ status: 'done', mime: 'video/mp4', duration: 4 });
    }
    expect(page.complaints).toEqual([]);
  });

  it('three tools make what they are for', async (context) => {
    if (!close) return context.skip('not installed');
    for (const [route, file, mime] of [
      ['trim-video', 'numbers.mp4', 'video/mp4'],
      ['resize-video', 'lake.jpg', 'image/'],
      ['meme-maker', 'forest.jpg', 'image/'],
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

/** Runs in the page. @returns of the files in its database, whether each has bytes; '' until one is there. */
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

/** Runs in the page. @returns the file that was made, in base 64; '' until then. */
async function madeFile(): Promise<string> {
  const address = document.querySelector<HTMLVideoElement>('dialog[open] video')?.src;
  if (!address) return '';
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** How many frames are decoded of a file. @throws where its description or a frame is damaged. */
function framesOf(file: string): number {
  const args = ['-v', 'error', '-err_detect', 'explode', '-count_frames', '-select_streams', 'v'];
  const told = execFileSync('ffprobe', [...args, '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0', file]);
  return Number(String(told).trim());
}

/** The video that the server was asked for, once it is done. */
async function resultOf(page: EnginePage): Promise<VideoRecord> {
  await page.until(() => location.pathname.startsWith('/videos/'));
  return page.until(async () => {
    const answer = await fetch(`/api/v1${location.pathname}`);
    const video = (await answer.json()) as VideoRecord;
    // The page itself must show it.
    const isShown = document.querySelector('article :is(video, img:not([alt=""]))') !== null;
    return ['queued', 'rendering'].includes(video.status) || (video.status === 'done' && !isShown) ? '' : video;
  }) as Promise<VideoRecord>;
}
