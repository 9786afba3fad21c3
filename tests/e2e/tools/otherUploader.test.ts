import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { begin } from '../../api/support/resumable.ts';
import { openSite } from '../support/site.ts';

const site = openSite();
const script = join(dirname(createRequire(import.meta.url).resolve('@mux/upchunk')), 'upchunk.js');

it('@mux/upchunk uploads a file in chunks from a page of another site', async () => {
  // A real server: Chromium blocks requests to this machine from a made-up page.
  const other = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  );
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  const page = await site.browser.newPage();
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
  await page.addScriptTag({ path: script });
  const file = join(import.meta.dirname, '../../../fixtures/media/long.mp4');
  const bytes = await readFile(file);
  const { uri, read } = await begin(site.service, bytes.byteLength);
  const progress = await page.evaluate(
    async ([endpoint, text]) => {
      const content = Uint8Array.from(atob(text as string), (letter) => letter.charCodeAt(0));
      const { UpChunk } = window as unknown as {
        UpChunk: { createUpload(options: object): { on(event: string, hear: (event: Event) => void): void } };
      };
      const sent: number[] = [];
      await new Promise((resolve, reject) => {
        const options = { endpoint, file: new File([content], 'a.mp4', { type: 'video/mp4' }), chunkSize: 256 };
        const upload = UpChunk.createUpload(options);
        upload.on('success', resolve);
        upload.on('error', (event) => reject(new Error(JSON.stringify((event as CustomEvent).detail))));
        upload.on('progress', (event) => sent.push((event as CustomEvent<number>).detail));
      });
      return sent;
    },
    [uri, bytes.toString('base64')],
  );
  expect(progress.at(-1)).toBe(100);
  expect(Buffer.from(await (await fetch(read)).arrayBuffer()).equals(bytes)).toBe(true);
  await page.close();
  other.close();
});
