import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ExtractedMedia } from '../../../api/contract/extract.ts';
import { describeSandbox } from '../../../api/system/sandbox.ts';
import { startWebsite, type Website } from '../../support/website.ts';
import { makeTone, makeVideo, temporaryFolder } from '../support/files.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let site: Website;
let canary: Website;
let folder: string;

/**
 * A program in place of yt-dlp. It asks the test website, through the given proxy, what to print, and reports its
 * arguments and what it can reach.
 */
const script = `#!${process.execPath}
const http = require('node:http');
if (process.argv[2] === '--version') process.exit(0);
const url = new URL(process.argv.at(-1));
const asked = (options) => new Promise((resolve) => {
  const request = http.get(options, async (answer) => {
    const parts = [];
    for await (const part of answer) parts.push(part);
    resolve([answer.statusCode, Buffer.concat(parts).toString()]);
  });
  request.on('error', (error) => resolve([0, error.code ?? '']));
});
const byProxy = (address) => {
  const { hostname, port } = new URL(process.env.http_proxy);
  return asked({ host: hostname, port, path: address });
};
const tunnel = (to) => new Promise((resolve) => {
  const { hostname, port } = new URL(process.env.https_proxy);
  const request = http.request({ host: hostname, port, method: 'CONNECT', path: to });
  request.on('connect', ({ statusCode }, socket) => resolve((socket.destroy(), statusCode))).on('error', () => resolve(0)).end();
});
(async () => {
  const hidden = url.searchParams.get('hidden');
  const found = {
    args: process.argv.slice(2),
    names: Object.keys(process.env).sort(),
    refused: hidden ? [await byProxy(hidden), await tunnel(new URL(hidden).host), await byProxy('http://169.254.169.254/'), await tunnel('localhost:443')] : [],
    direct: await asked(url.origin + '/direct'),
  };
  await byProxy(url.origin + '/found?' + encodeURIComponent(JSON.stringify(found)));
  console.log((await byProxy(url.origin + '/says'))[1]);
})();
`;

beforeAll(async () => {
  folder = await temporaryFolder();
  [site, canary] = [await startWebsite(), await startWebsite()];
  const program = path.join(folder, 'yt-dlp');
  // Without a sandbox, another user starts it.
  await chmod(folder, 0o755);
  await writeFile(program, script, { mode: 0o755 });
  vi.stubEnv('CUTROOM_SANDBOX', 'auto');
  vi.stubEnv('S3_SECRET_ACCESS_KEY', 'a secret');
  service = await startService({ workers: 0, links: { hosts: [site.host], ytDlp: program } });
  site.file('/clip.mp4', await readFile(await makeVideo(path.join(folder, 'clip.mp4'))), 'video/mp4');
  site.file('/tone.mp3', await readFile(await makeTone(path.join(folder, 'tone.mp3'))), 'audio/mpeg');
  site.on('/found', (reply) => reply.end());
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([site.close(), canary.close()]);
});

const says = (what: unknown) => site.on('/says', (reply) => reply.end(JSON.stringify(what)));
/** The last report of the program. */
const found = () => {
  const last = site.asked.filter((address) => address.startsWith('/found?')).at(-1) ?? '';
  return JSON.parse(decodeURIComponent(last.slice('/found?'.length))) as {
    args: string[];
    names: string[];
    refused: unknown[];
    direct: [status: number, text: string];
  };
};
const extract = async (url: string) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ url }) };
  const answer = await service.call('/api/v1/extract', init);
  return (await answer.json()) as ExtractedMedia & { error?: { message: string } };
};

it('a page without a video is read by yt-dlp if the operator has it, and its files are fetched by the service', async () => {
  site.page('/watch', '<title>A player</title>');
  const headers = { Referer: `${site.origin}/watch`, Cookie: 'secret=1' };
  const format = (file: string) => ({ url: `${site.origin}/${file}`, http_headers: headers });
  site.on('/told.mp3', (reply, request) => {
    expect([request.headers.referer, request.headers.cookie]).toEqual([headers.Referer, undefined]);
    reply.writeHead(302, { location: '/tone.mp3' }).end();
  });
  says({ duration: 2, requested_formats: [format('clip.mp4'), format('told.mp3')] });
  const media = await extract(`${site.origin}/watch?v=--exec`);
  expect(media).toMatchObject({ kind: 'video', soundUrl: expect.stringContaining('/api/v1/uploads/') });
  expect(found().args.slice(-2)).toEqual(['--', `${site.origin}/watch?v=--exec`]);

  says({ duration: 1801, url: `${site.origin}/clip.mp4` });
  expect((await extract(`${site.origin}/watch?2`)).error?.message).toBe('Videos must be shorter than 30 min.');
  says({ duration: 2, url: 'http://127.0.0.1:1/clip.mp4' });
  expect((await extract(`${site.origin}/watch?3`)).error?.message).toMatch(/^Use a public/);
  says('nothing');
  expect((await extract(`${site.origin}/watch?4`)).error?.message).toBe('No content found for this URL.');
  expect(service.errors).toEqual([]);
});

it('yt-dlp reaches only public addresses and configured hosts, and sees nothing of this process', async () => {
  says('nothing');
  const hidden = encodeURIComponent(`${canary.origin}/hidden`);
  await extract(`${site.origin}/watch?hidden=${hidden}`);
  const { refused, names, direct } = found();
  expect(refused).toEqual([[403, ''], 403, [403, ''], 403]);
  expect(canary.asked).toEqual([]);
  expect(names.filter((name) => !/_proxy$/.test(name))).toEqual(
    ['GLIBC_TUNABLES', 'HOME', 'LANG', 'LD_LIBRARY_PATH', 'PATH', 'PWD', 'TMPDIR'].filter((name) =>
      names.includes(name),
    ),
  );
  // Without a sandbox, the network is reachable; the program uses the proxy only by convention.
  if ((await describeSandbox()).isLockedIn) expect(direct).toEqual([0, 'ECONNREFUSED']);
});
