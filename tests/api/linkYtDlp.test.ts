import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExtractedMedia } from '../../api/contract/extract.ts';
import { startWebsite, type Website } from '../support/website.ts';
import { makeTone, makeVideo, temporaryFolder } from './support/files.ts';
import { startService, type TestService } from './support/service.ts';

let service: TestService;
let site: Website;
let folder: string;

/** A program in the place of yt-dlp: it writes down what it was told, and says what a test wants. */
beforeAll(async () => {
  folder = await temporaryFolder();
  site = await startWebsite();
  const program = path.join(folder, 'yt-dlp');
  await writeFile(program, `#!/bin/sh\nfor one in "$@"; do echo "$one"; done > ${folder}/told\ncat ${folder}/says\n`);
  await chmod(program, 0o755);
  service = await startService({ workers: 0, links: { hosts: [site.host], ytDlp: program } });
  site.file('/clip.mp4', await readFile(await makeVideo(path.join(folder, 'clip.mp4'))), 'video/mp4');
  site.file('/tone.mp3', await readFile(await makeTone(path.join(folder, 'tone.mp3'))), 'audio/mpeg');
});
afterAll(() => site.close());

const says = (what: unknown) => writeFile(path.join(folder, 'says'), JSON.stringify(what));
const extract = async (url: string) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ url }) };
  const answer = await service.call('/api/v1/extract', init);
  return (await answer.json()) as ExtractedMedia & { error?: { message: string } };
};

it('a page that names no video is read by yt-dlp where the operator has it; its files come through our doors', async () => {
  site.page('/watch', '<title>A player</title>');
  const headers = { Referer: `${site.origin}/watch`, Cookie: 'secret=1' };
  const format = (file: string) => ({ url: `${site.origin}/${file}`, http_headers: headers });
  site.on('/told.mp3', (reply, request) => {
    expect([request.headers.referer, request.headers.cookie]).toEqual([headers.Referer, undefined]);
    reply.writeHead(302, { location: '/tone.mp3' }).end();
  });
  await says({ duration: 2, requested_formats: [format('clip.mp4'), format('told.mp3')] });
  const found = await extract(`${site.origin}/watch?v=--exec`);
  expect(found).toMatchObject({ kind: 'video', soundUrl: expect.stringContaining('/api/v1/uploads/') });
  const told = (await readFile(path.join(folder, 'told'), 'utf8')).trim().split('\n');
  expect(told.slice(-2)).toEqual(['--', `${site.origin}/watch?v=--exec`]);

  await says({ duration: 1801, url: `${site.origin}/clip.mp4` });
  expect((await extract(`${site.origin}/watch?2`)).error?.message).toBe('Videos must be shorter than 30 min.');
  await says({ duration: 2, url: 'http://127.0.0.1:1/clip.mp4' });
  expect((await extract(`${site.origin}/watch?3`)).error?.message).toMatch(/^Only public/);
  await says('nothing');
  expect((await extract(`${site.origin}/watch?4`)).error?.message).toBe('No content found for this URL.');
  expect(service.errors).toEqual([]);
});
