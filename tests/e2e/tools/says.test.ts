import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, inject, it } from 'vitest';
import { messages } from '../../../engine/project/messages.ts';
import { tools } from '../../../engine/tools/index.ts';
import { goTo } from '../support/goTo.ts';
import { mediaFile } from '../support/page.ts';
import { openSite } from '../support/site.ts';
import { smallVideoFile } from '../support/smallVideo.ts';

const site = openSite();

type Act = (page: Page) => Promise<void>;

const types: Record<string, string> = { jpg: 'image/jpeg', gif: 'image/gif', mp3: 'audio/mpeg' };
const files = (page: Page) => page.getByLabel('Files from this device');

const choose =
  (name: string): Act =>
  async (page) =>
    files(page).setInputFiles(
      name.endsWith('.mp4') ? await smallVideoFile(name) : await mediaFile(name, types[name.slice(-3)] as string),
    );
/** A sparse file of this many zero bytes, which uses no disk space. */
const chooseEmpty =
  (bytes: number): Act =>
  async (page) => {
    const path = join(mkdtempSync(join(inject('suiteFolder'), 'empty-')), 'video.mp4');
    writeFileSync(path, '');
    truncateSync(path, bytes);
    await files(page).setInputFiles(path);
  };
const chooseMade =
  (name: string, mimeType: string): Act =>
  (page) =>
    files(page).setInputFiles({ name, mimeType, buffer: Buffer.from('neither a video nor a image') });

/** Files and the expected message; `tests/ui/tools/toolSettings.test.tsx` has those of settings. */
const rows: [path: string, acts: Act[], says: string][] = [
  ['/trim-video', [chooseEmpty(0)], messages.uploadNoBytes],
  ['/trim-video', [chooseEmpty(301e6)], messages.uploadTooLarge],
  ['/reverse-video', [chooseMade('notes.txt', 'text/plain')], messages.uploadFormat],
  ['/rotate-video', [chooseMade('video.mp4', 'video/mp4')], messages.uploadUnreadable],
  ['/filter-video', [choose('music.mp3')], messages.uploadFormat],
  ['/image-to-video', [choose('mountains.mp4')], '“mountains.mp4” is not an image.'],
  ['/trim-audio', [choose('lake.jpg')], messages.audioMissing],
];

describe('the messages of a tool page', () => {
  it('report an invalid file as specified', async () => {
    const { page, complaints } = await site.open();
    await page.goto('/products');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const [path, acts, says] of rows) {
      complaints.length = 0;
      await goTo(page, path);
      // Messages of the previous page are gone.
      const { title = '' } = tools.find(({ route }) => route === path) ?? {};
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      for (const act of acts) await act(page);
      await page.getByText(says, { exact: true }).first().waitFor();
      // The browser also logs the rejection of the server.
      expect(
        complaints.filter((line) => !line.includes('422')),
        path,
      ).toEqual([]);
    }
  });
});
