import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '../../../api/contract/http.ts';
import type { SignedUpload } from '../../../api/contract/upload.ts';
import { openStorage } from '../../../api/storage/openStorage.ts';
import { messages } from '../../../engine/project/messages.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import { fillExcept, smallDisk } from '../../support/smallDisk.ts';
import { makeVideo, temporaryFolder } from '../support/files.ts';
import { videoBody } from '../support/projects.ts';
import { newBucket } from '../support/s3.ts';
import { startService, untilFinal } from '../support/service.ts';
import { keysOf } from '../support/stored.ts';

const s3 = await sharedS3();

describe.runIf(s3)('a signed upload directly to the store', async () => {
  const there = s3 as NonNullable<typeof s3>;
  const settings = await newBucket(there, { publicEndpoint: there.endpoint });
  const service = await startService({ s3: settings, uploadLimits: { storedBytes: 1_000_000 } });
  const storage = await openStorage({ root: await temporaryFolder() }, settings);
  const clip = await readFile(await makeVideo(path.join(await temporaryFolder(), 'clip.mp4'), 1));

  const ask = (size: number | undefined, session?: string, by = service) =>
    by.call('/api/v1/upload/s3-sign', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(session ? { cookie: `${SESSION_COOKIE}=${session}` } : {}) },
      body: JSON.stringify({ fileName: 'a.mp4', fileType: 'video/mp4', size }),
    });
  const sign = async (size?: number, by = service) => (await (await ask(size, undefined, by)).json()) as SignedUpload;
  const disk = smallDisk(200_000);
  const put = async ({ method, signedRequest, headers }: SignedUpload, body: Uint8Array) =>
    (await fetch(signedRequest, { method, headers, body: new Uint8Array(body) })).status;
  const complete = async ({ completeRequest }: SignedUpload) => {
    const answer = await fetch(completeRequest, { method: 'POST' });
    return { status: answer.status, body: await answer.json() };
  };

  it('bypasses this service and becomes a regular file, typed by its bytes and stored once', async () => {
    const signed = await sign(clip.byteLength);
    expect(signed.signedRequest.startsWith(`${there.endpoint}/${settings.bucket}/incoming/`)).toBe(true);
    expect((await fetch(signed.url)).status).toBe(404);
    expect((await complete(signed)).status).toBe(409);
    expect(await put(signed, clip.subarray(1))).toBe(403);
    expect(await put(signed, clip)).toBe(200);
    // The first request imports the file; here two arrive at once.
    const [told, read] = await Promise.all([complete(signed), fetch(signed.url)]);
    const media = { status: 200, body: { mime: 'video/mp4', size: clip.byteLength, width: 96, url: signed.url } };
    expect(told).toMatchObject(media);
    expect(Buffer.from(await read.arrayBuffer()).equals(clip)).toBe(true);
    // The signed URL still works, but no longer changes the file.
    expect(await put(signed, Buffer.alloc(clip.byteLength))).toBe(200);
    expect(await complete(signed)).toEqual(told);
    expect(Buffer.from(await (await fetch(signed.url)).arrayBuffer()).equals(clip)).toBe(true);
    const again = await sign(clip.byteLength);
    expect(await put(again, clip)).toBe(200);
    const client = service.client();
    const video = await untilFinal(client, (await client.createVideo(videoBody(again.url)))._id);
    expect(video).toMatchObject({ status: 'done', error: null });
    expect(await keysOf(storage, 'contents/')).toHaveLength(1);
    expect(service.errors).toEqual([]);
  });

  it('is rejected with a clear message and deleted if it is not media', async () => {
    const signed = await sign(5000);
    expect(await put(signed, Buffer.alloc(5000, 'x'))).toBe(200);
    const refused = { error: { message: expect.stringContaining(messages.uploadFormat) } };
    expect(await complete(signed)).toMatchObject({ status: 422, body: refused });
    expect((await fetch(signed.url)).status).toBe(404);
    const id = new URL(signed.url).pathname.split('/')[4];
    expect((await keysOf(storage, 'incoming/')).filter((key) => key.includes(id ?? ''))).toEqual([]);
  });

  it.skipIf(!disk)('waits in the store while the disk of the service is full', async () => {
    const folder = disk as string;
    const full = await startService({ s3: settings, dataDir: path.join(folder, 'data'), workers: 0 });
    const signed = await sign(clip.byteLength, full);
    expect(await put(signed, clip)).toBe(200);
    fillExcept(folder, 64 * 1024 * 1024);
    const said = { status: 507, body: { error: { code: 'disk-full' } } };
    expect(await complete(signed)).toMatchObject(said);
    expect((await fetch(signed.url)).status).toBe(507);
    rmSync(path.join(folder, 'fill'));
    expect(await complete(signed)).toMatchObject({ status: 200, body: { size: clip.byteLength } });
    expect(Buffer.from(await (await fetch(signed.url)).arrayBuffer()).equals(clip)).toBe(true);
  });

  it('counts its declared size toward the quota, and goes through the service if the size is unknown', async () => {
    const session = 'd'.repeat(22);
    expect((await ask(700_000, session)).status).toBe(200);
    expect((await ask(700_000, session)).status).toBe(429);
    const unknown = await sign();
    expect(unknown.signedRequest.startsWith(service.origin)).toBe(true);
    expect(await put(unknown, clip)).toBe(200);
    expect((await complete(unknown)).status).toBe(200);
    const forged = {
      ...unknown,
      completeRequest: unknown.completeRequest.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    };
    expect((await complete(forged)).status).toBe(403);
  });
});
