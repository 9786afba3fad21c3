import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DerivedKind, derivedAddress } from '../../../api/contract/derivedAddress.ts';
import { sweepResults } from '../../../api/jobs/sweepFiles.ts';
import { startService as startParts } from '../../../api/service/service.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { openStorage } from '../../../api/storage/openStorage.ts';
import type { Storage } from '../../../api/storage/storage.ts';
import { sharedS3 } from '../../support/sharedS3.ts';
import { makeVideo, temporaryFolder, videoBytes } from '../support/files.ts';
import { spawnServer } from '../support/process.ts';
import { textBody, videoBody } from '../support/projects.ts';
import { begin, put } from '../support/resumable.ts';
import { faultyWay, newBucket } from '../support/s3.ts';
import {
  clientOf,
  openService,
  startService,
  type TestService,
  until,
  untilFinal,
  upload,
} from '../support/service.ts';
import { keysOf as keysIn } from '../support/stored.ts';

const s3 = await sharedS3();
const folder = await temporaryFolder();

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ['videos/', 'uploads/', 'contents/', 'incoming/'])
    for await (const { key } of storage.list(prefix)) keys.push(key);
  return keys.sort();
}

/** Uploads a video and renders another one with it. */
async function renderOne(service: TestService) {
  const client = service.client();
  const source = await makeVideo(path.join(folder, `${newSecretId()}.mp4`), 1);
  const media = await upload(client, source, 'video/mp4');
  const video = await untilFinal(client, (await client.createVideo({ ...videoBody(media.url), name: 'Réel' }))._id);
  expect(video).toMatchObject({ status: 'done', error: null });
  return { client, source, media, video };
}

describe.each(s3 ? ['disk', 'S3'] : ['disk'])('a service that stores on %s', async (name) => {
  const settings = name === 'S3' && s3 ? await newBucket(s3) : undefined;
  const service = await startService({ s3: settings });
  const one = renderOne(service);
  const stored = () => openStorage({ root: settings ? path.join(folder, newSecretId()) : service.dataDir }, settings);

  it('can render one of its results again, and create stills of uploads', async () => {
    const { client, media, video } = await one;
    const again = await untilFinal(client, (await client.createVideo(videoBody(video.url ?? '')))._id);
    expect(again).toMatchObject({ status: 'done', duration: video.duration });
    const address = `/api/v1/stills?url=${encodeURIComponent(new URL(media.url).pathname)}&at=0.5`;
    const cookie = `cutroom_session=${client.session.get() ?? ''}`;
    const still = await service.call(address, { headers: { cookie } });
    expect([still.status, still.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    // Derivations for previews are stored next to it.
    const types = { proxy: 'video/mp4', peaks: 'application/octet-stream' };
    for (const [kind, type] of Object.entries(types) as [DerivedKind, string][]) {
      const place = derivedAddress(new URL(media.url).pathname, kind) ?? '';
      const made = await until(async () => {
        const answer = await service.call(place, { headers: { cookie, range: 'bytes=0-9' } });
        return answer.status !== 202 && answer;
      });
      expect([made.status, made.headers.get('content-type')]).toEqual([206, type]);
      expect((await made.arrayBuffer()).byteLength).toBe(10);
    }
    const storage = await stored();
    expect(await keysIn(storage, 'derived/')).not.toEqual([]);
    await client.deleteVideo(again._id);
  });

  it('stores uploads, serves results and posters in ranges, and deletes everything of a deleted video', async () => {
    const { client, source, media, video } = await one;
    const uploaded = await fetch(media.url, { headers: { range: 'bytes=10-19' } });
    expect([uploaded.status, uploaded.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    expect(Buffer.from(await uploaded.arrayBuffer())).toEqual((await readFile(source)).subarray(10, 20));

    const whole = await fetch(video.url ?? '');
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, whole.headers.get('content-type'), bytes.byteLength]).toEqual([200, 'video/mp4', video.size]);
    expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(whole.headers.get('content-disposition')).toMatch(/^inline; filename="R_el\.mp4"/);
    const range = async (text: string, headers = {}) => {
      const answer = await fetch(video.url ?? '', { headers: { range: text, ...headers } });
      const body = Buffer.from(await answer.arrayBuffer());
      return [
        answer.status,
        answer.headers.get('content-range'),
        answer.status < 300 && body.equals(bytes.subarray(...spanOf(text, bytes.byteLength))),
      ];
    };
    const size = bytes.byteLength;
    expect(await range('bytes=0-9')).toEqual([206, `bytes 0-9/${size}`, true]);
    expect(await range('bytes=100-')).toEqual([206, `bytes 100-${size - 1}/${size}`, true]);
    expect(await range('bytes=-7')).toEqual([206, `bytes ${size - 7}-${size - 1}/${size}`, true]);
    expect(await range(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, false]);
    const etag = whole.headers.get('etag') ?? '';
    expect((await range('bytes=0-9', { 'if-range': etag }))[0]).toBe(206);
    expect((await range('bytes=0-9', { 'if-range': '"other"' }))[0]).toBe(200);
    expect(
      (await fetch(video.url ?? '', { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })).status,
    ).toBe(304);
    const head = await fetch(video.url ?? '', { method: 'HEAD' });
    expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, size]);
    const poster = await fetch(video.poster ?? '');
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/jpeg']);

    const storage = await stored();
    expect((await keysOf(storage)).filter((key) => key.startsWith('videos/'))).toHaveLength(2);
    await client.deleteVideo(video._id);
    expect((await keysOf(storage)).filter((key) => key.startsWith('videos/'))).toEqual([]);
    expect((await fetch(video.url ?? '')).status).toBe(404);
    expect(service.errors).toEqual([]);
  });
});

describe.runIf(s3)('a service that stores on S3', () => {
  const there = s3 as NonNullable<typeof s3>;

  it('redirects browsers to a reachable store, with type, name and ranges', async () => {
    const settings = await newBucket(there, { publicEndpoint: there.endpoint });
    const service = await startService({ s3: settings });
    const client = service.client();
    const { _id } = await client.createVideo({ ...textBody('away', 0.2), name: 'Réel' });
    const video = await untilFinal(client, _id);
    const sent = await fetch(`${video.url}?download=1`, { redirect: 'manual' });
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const address = sent.headers.get('location') ?? '';
    expect(address.startsWith(`${there.endpoint}/${settings.bucket}/videos/${video._id}/1.mp4?`)).toBe(true);
    // The URL is signed for GET only, so HEAD is answered here.
    expect((await fetch(video.url ?? '', { method: 'HEAD' })).status).toBe(200);
    const part = await fetch(`${video.url}?download=1`, { headers: { range: 'bytes=0-99' } });
    expect([part.status, part.headers.get('content-type'), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      'video/mp4',
      100,
    ]);
    expect(part.headers.get('content-disposition')).toMatch(
      /^attachment; filename="R_el\.mp4"; filename\*=UTF-8''R%C3%A9el\.mp4$/,
    );
    const page = await service.call('/api/v1/health');
    expect(page.headers.get('content-security-policy')).toContain(`media-src 'self' blob: ${there.endpoint}`);
  });

  it('waits for the store while it stores a result; a longer outage fails the video with a clear message', async () => {
    const way = await faultyWay(there.endpoint);
    const settings = await newBucket(there, { endpoint: way.endpoint });
    const service = await startService({ s3: settings, storeTimeouts: { giveUpAfterMs: 4000, answerMs: 4000 } });
    const client = service.client();
    const render = async () => untilFinal(client, (await client.createVideo(textBody('away', 0.2)))._id);
    let back: number | undefined;
    way.fault = (asked) => {
      if (!asked.startsWith('PUT') || !asked.includes('/videos/')) return undefined;
      back ??= Date.now() + 2500;
      return Date.now() < back ? 'away' : undefined;
    };
    const video = await render();
    expect(video).toMatchObject({ status: 'done', error: null });
    expect((await fetch(video.url ?? '')).status).toBe(200);
    way.fault = (asked) => (asked.includes('/videos/') ? 'slow-down' : undefined);
    expect(await render()).toMatchObject({
      ...{ status: 'failed' },
      error: { code: 'unavailable', message: 'The server cannot reach its file storage. Please try again later.' },
    });
    expect((await fetch(video.url ?? '')).status).toBe(503);
    way.fault = () => undefined;
    expect((await fetch(video.url ?? '')).status).toBe(200);
  });

  it('reports a full bucket, accepts uploads again once there is space, and does not wait for slow deletions', async () => {
    const way = await faultyWay(there.endpoint);
    const service = await startService({ s3: await newBucket(there, { endpoint: way.endpoint }), workers: 0 });
    const { uri } = await begin(service);
    way.fault = (asked) => (asked.startsWith('PUT') ? 'full' : undefined);
    const clip = await videoBytes(1);
    const refused = await put(uri, undefined, clip);
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([507, 'disk-full']);
    way.fault = () => undefined;
    expect((await put(uri, undefined, clip)).status).toBe(200);
    expect(service.errors.splice(0).join()).toContain('there is not enough space in the bucket');

    // It also keeps answering while the store is slow to delete a file.
    let isBack = false;
    way.fault = (asked) => (asked.includes('/contents/') && !isBack ? 'away' : undefined);
    let ended = 0;
    const removed = fetch(uri, { method: 'DELETE' }).then(({ status }) => {
      ended = status;
    });
    await until(() => way.asked.some((asked) => asked.startsWith('DELETE') && asked.includes('/contents/')));
    expect((await service.call('/api/v1/videos')).status).toBe(200);
    expect(ended).toBe(0);
    isBack = true;
    await removed;
    expect(ended).toBe(204);
  });

  it('leaves orphans for the sweep if it is killed before it publishes a result; published files stay', async () => {
    const way = await faultyWay(there.endpoint);
    const settings = await newBucket(there, { endpoint: way.endpoint });
    const dataDir = path.join(await temporaryFolder(), 'data');
    const first = await spawnServer(dataDir, { s3: settings });
    way.fault = (asked) => {
      if (/^PUT .*\/1\.poster\.jpg/.test(asked)) first.child.kill('SIGKILL');
      return undefined;
    };
    const client = clientOf(await first.ready);
    const { _id: id } = await client.createVideo(textBody('killed', 0.2));
    await first.ended;
    way.fault = () => undefined;
    const parts = await startParts({ dataDir, s3: settings, workers: 0 });
    const orphans = async () => (await keysOf(parts.storage)).filter((key) => key.includes(id));
    try {
      // The data folder is locked, even with a database elsewhere.
      const elsewhere = startParts({ dataDir, s3: settings, databaseUrl: 'postgres://127.0.0.1:1/none' });
      await expect(elsewhere).rejects.toThrow('choose another DATA_DIR');
      expect(await orphans()).toContain(`videos/${id}/1.mp4`);
      await sweepResults(parts.storage, parts.store);
      // Recent files may still be in use.
      expect(await orphans()).toContain(`videos/${id}/1.mp4`);
      await sweepResults(parts.storage, parts.store, { leastAgeMs: 0 });
      expect(await orphans()).toEqual([]);
    } finally {
      await parts.close();
    }
    const again = await openService({ dataDir, s3: settings });
    onTestFinished(() => again.app.close());
    const done = await until(async () => {
      const video = await clientOf(again.origin).getVideo(id);
      return video.status === 'done' && video;
    });
    const storage = await openStorage({ root: path.join(folder, newSecretId()) }, settings);
    await sweepResults(storage, { stored: async () => [] }, { leastAgeMs: 0 });
    expect((await keysOf(storage)).filter((key) => key.includes(id))).toEqual([
      `videos/${id}/2.mp4`,
      `videos/${id}/2.poster.jpg`,
    ]);
    expect((await fetch(`${again.origin}${new URL(done.url ?? '').pathname}`)).status).toBe(200);
  });
});

function spanOf(text: string, size: number): [number, number] {
  const [, from = '', to = ''] = /(\d*)-(\d*)/.exec(text) ?? [];
  return from === '' ? [size - Number(to), size] : [Number(from), to === '' ? size : Number(to) + 1];
}
