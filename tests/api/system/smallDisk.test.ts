import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ConversionRecord } from '../../../api/contract/conversion.ts';
import { SESSION_COOKIE } from '../../../api/contract/http.ts';
import type { SignedUpload } from '../../../api/contract/upload.ts';
import { failureOf } from '../../../api/jobs/failures.ts';
import { startService as startParts } from '../../../api/service/service.ts';
import { DiskFullError } from '../../../api/system/diskFull.ts';
import { ProcessError } from '../../../api/system/process.ts';
import { fillExcept, smallDisk } from '../../support/smallDisk.ts';
import { startWebsite } from '../../support/website.ts';
import { newBrowser } from '../support/browser.ts';
import { gifOf, videoBytes } from '../support/files.ts';
import { textBody } from '../support/projects.ts';
import { rawPut } from '../support/rawPut.ts';
import { startService, until, untilFinal } from '../support/service.ts';

const megabyte = 1_000_000;
const disk = smallDisk(400_000);
const tiny = smallDisk(200_000);

it.skipIf(!disk)(
  'a service on a full disk reports it for requests and videos, keeps running and recovers',
  async () => {
    const folder = disk as string;
    const service = await startService({ workers: 1, dataDir: join(folder, 'data') });
    const client = service.client();
    const person = newBrowser(service);
    await person.call('POST', '/account/sign-up', { email: 'full@example.org', password: 'correct horse battery' });
    fillExcept(folder, 10 * megabyte);
    const save = { project: textBody(), savedAt: new Date(), media: [] };
    expect(await person.call('PUT', '/projects/one', save, { 'if-none-match': '*' })).toMatchObject({ status: 507 });
    await expect(startParts({ dataDir: join(folder, 'other') })).rejects.toThrow(
      /^The disk of the data folder .*other is full\. Free some space, then start again\.$/,
    );
    fillExcept(folder, 75 * megabyte);
    const full = { status: 507, code: 'disk-full' };
    await expect(client.createVideo(textBody())).rejects.toMatchObject(full);
    const file = { fileName: 'a.png', fileType: 'image/png' };
    await expect(client.createUpload([{ ...file, size: 20 * megabyte }])).rejects.toMatchObject(full);
    // Pending bytes are reserved before they are written; each upload alone would fit.
    fillExcept(folder, 100 * megabyte);
    const uris = await client.createUpload([file, file]);
    const put = (at: number) => {
      const body = new Uint8Array(25 * megabyte);
      return fetch(uris[at]?.upload_uri ?? '', { method: 'PUT', body }).then(({ status }) => status);
    };
    expect((await Promise.all([put(0), put(1)])).sort()).toEqual([422, 507]);
    // Its images need 35 MB, and 26 MB are left above the reserve for the database.
    fillExcept(folder, 93 * megabyte);
    const scenes = Array.from({ length: 14 }, (_, i) => ({ id: `s${i}`, duration: 0.1, background: `#${100 + i}` }));
    const large = { ...textBody(), width: 1280, height: 1280, scenes };
    const failed = await untilFinal(client, (await client.createVideo(large))._id);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'disk-full' } });
    rmSync(join(folder, 'fill'));
    const done = await untilFinal(client, (await client.createVideo(large))._id);
    expect(done.status).toBe('done');
    // A slow sender: its bytes may use the remaining space, but no video waits for them.
    const [{ upload_uri: slow = '' } = {}] = await client.createUpload([file]);
    fillExcept(folder, 150 * megabyte);
    const meanwhile = untilFinal(client, (await client.createVideo(large))._id);
    const sent = rawPut(slow, { 'content-length': `${80 * megabyte}` }, async (request) => {
      request.write('x');
      await meanwhile;
      fillExcept(folder, 60 * megabyte);
      request.write(Buffer.alloc(20 * megabyte));
    });
    expect((await meanwhile).status).toBe('done');
    expect(await sent).toMatchObject({ status: 507, text: expect.stringContaining('disk-full') });
    expect(service.errors.filter((text) => !/no room|disk is full/.test(text))).toEqual([]);
  },
);

it.skipIf(!tiny)('every way to import a file reports the full disk, and works once there is space', async () => {
  const folder = tiny as string;
  const site = await startWebsite();
  onTestFinished(() => site.close());
  const service = await startService({ workers: 1, dataDir: join(folder, 'data'), links: { hosts: [site.host] } });
  const client = service.client();
  const clip = await videoBytes(1);
  // The maximum size would never fit on this disk, and the actual size is unknown in advance.
  site.on('/clip.mp4', (reply) => void reply.writeHead(200).write(clip, () => reply.end()));
  const streamed = (to: string) =>
    rawPut(to, { 'transfer-encoding': 'chunked' }, (request) => void request.end(Buffer.from(clip)));
  const headers = { 'content-type': 'application/json' };
  const post = async (address: string, body: object) => {
    const cookie = `${SESSION_COOKIE}=${client.session.get()}`;
    const init = { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) };
    const answer = await service.call(`/api/v1${address}`, init);
    return { status: answer.status, body: await answer.json() };
  };
  const file = { fileName: 'a.mp4', fileType: 'video/mp4' };
  const [{ upload_uri: uri = '' } = {}, { upload_uri: other = '' } = {}] = await client.createUpload([file, file]);
  const signed = (await post('/upload/s3-sign', file)).body as SignedUpload;
  const gif = await client.uploadFile(new Blob([gifOf(4, 16)]), 'a.gif', { type: 'image/gif' });
  const send = (to: string) =>
    fetch(to, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: new Uint8Array(clip) });
  const all = async () => [
    (await post('/upload/createResumableUpload', { files: [{ ...file, size: clip.byteLength }] })).status,
    (await post('/upload/s3-sign', { ...file, size: clip.byteLength })).status,
    (await send(uri)).status,
    (await streamed(other)).status,
    (await send(signed.signedRequest)).status,
    (await post('/extract', { url: `${site.origin}/clip.mp4` })).status,
  ];
  const convert = async () => {
    const { conversion_id: id } = (await post('/conversions', { resource: gif.url })).body as {
      conversion_id: string;
    };
    const cookie = `${SESSION_COOKIE}=${client.session.get()}`;
    return until(async () => {
      const answer = await service.call(`/api/v1/conversions/${id}`, { headers: { cookie } });
      const { status, error } = (await answer.json()) as ConversionRecord;
      return status === 'COMPLETE' || status === 'FAILED' ? [status, error?.code] : undefined;
    });
  };
  fillExcept(folder, 64 * 1024 * 1024);
  expect(await all()).toEqual([507, 507, 507, 507, 507, 507]);
  expect(await convert()).toEqual(['FAILED', 'disk-full']);
  expect((await service.call('/api/v1/videos')).status).toBe(200);
  rmSync(join(folder, 'fill'));
  expect(await all()).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await convert()).toEqual(['COMPLETE', undefined]);
});

it('a video that fails on a full disk reports that, whichever program found it', () => {
  const met = [new DiskFullError('/x'), new ProcessError('ffmpeg', 'exit', 'x: No space left on device\n')];
  for (const error of [...met, new Error('no', { cause: met[1] })]) expect(failureOf(error).code).toBe('disk-full');
});
