import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { begin } from '../api/support/resumable.ts';
import { openSite } from './support/site.ts';

const site = openSite();
const script = join(dirname(createRequire(import.meta.url).resolve('@mux/upchunk')), 'upchunk.js');

it('@mux/upchunk sends a file in chunks to an address of ours, from a page of another site', async () => {
  const page = await site.browser.newPage();
  const other = new URL('/elsewhere', site.service.origin.replace('127.0.0.1', 'localhost')).href;
  await page.route(other, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(other);
  await page.addScriptTag({ path: script });
  const file = join(import.meta.dirname, '../../fixtures/media/long.mp4');
  const bytes = await readFile(file);
  const { uri, read } = await begin(site.service, bytes.byteLength);
  const progress = await page.evaluate(
    async ([endpoint, text]) => {
      const content = Uint8Array.from(atob(text as string), (letter) => letter.charCodeAt(0));
      const { UpChunk } = window as unknown as { UpChunk: { createUpload(options: object): EventTarget } };
      const sent: number[] = [];
      await new Promise((resolve, reject) => {
        const options = { endpoint, file: new File([content], 'a.mp4', { type: 'video/mp4' }), chunkSize: 256 };
        const upload = UpChunk.createUpload(options);
        upload.addEventListener('success', resolve);
        upload.addEventListener('error', (event) => reject(new Error(JSON.stringify((event as CustomEvent).detail))));
        upload.addEventListener('progress', (event) => sent.push((event as CustomEvent<number>).detail));
      });
      return sent;
    },
    [uri, bytes.toString('base64')],
  );
  expect(progress.at(-1)).toBe(100);
  expect(Buffer.from(await (await fetch(read)).arrayBuffer()).equals(bytes)).toBe(true);
  await page.close();
});
