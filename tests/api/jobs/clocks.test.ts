import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPeople } from '../../../api/accounts/people.ts';
import { SESSION_COOKIE } from '../../../api/contract/http.ts';
import type { SignedUpload } from '../../../api/contract/upload.ts';
import { storableJson } from '../../../api/db/storable.ts';
import { createChanges } from '../../../api/jobs/jobChanges.ts';
import { createStore } from '../../../api/jobs/jobStore.ts';
import { createSweep, recoverAll } from '../../../api/jobs/recover.ts';
import { createSegmentStore } from '../../../api/jobs/segmentStore.ts';
import { createWebhookStore } from '../../../api/jobs/webhookStore.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { type UploadLimits, waitOf } from '../../../api/sources/uploadLimits.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { startWebsite } from '../../support/website.ts';
import { lendDatabase } from '../support/database.ts';
import { outboxTo } from '../support/emails.ts';
import { temporaryFolder, videoBytes } from '../support/files.ts';
import { textBody, videoBody } from '../support/projects.ts';
import { begin, put } from '../support/resumable.ts';
import { openService } from '../support/service.ts';
import { openSideWork } from '../support/sideWork.ts';
import { openStoreAlone } from '../support/storeAlone.ts';

const HOUR = 3600_000;
const jumps = [
  ['forward', HOUR],
  ['back', -HOUR],
] as const;

let [ahead, passed] = [0, 0];
beforeEach(() => {
  [ahead, passed] = [0, 0];
  const [date, since] = [Date.now, performance.now];
  // Moves the wall clock, also that of the embedded database, and the monotonic clock.
  vi.spyOn(Date, 'now').mockImplementation(() => date.call(Date) + ahead + passed);
  vi.spyOn(performance, 'now').mockImplementation(() => since.call(performance) + passed);
});
afterEach(() => void vi.restoreAllMocks());

describe.each(jumps)('when the clock is set an hour %s', (_, by) => {
  it('a live worker keeps its lease, and a silent one loses it', async () => {
    const { queue, store, segments, side, conversions } = await openSideWork();
    await conversions.add({ id: newSecretId(), owner: 'o', party: 'o', source_url: '/a', input_name: 'a.gif' });
    const take = async () => {
      const job = await queue.fetchJob({ queues: ['conversion'] });
      return job && ((await conversions.claim(job.jobId, 'mine')) ? job : undefined);
    };
    const job = await take();
    if (!job) throw new Error('Nothing was taken.');
    const other = { changes: createChanges(), onError: () => undefined };
    const sweep = createSweep({ queue, store, segments, side, ...other });
    await sweep();
    ahead = by;
    for (let beat = 0; beat < 6; beat += 1) {
      passed += 2400;
      await sweep();
      expect(await queue.beat(job)).toBe(true);
    }
    await sweep();
    expect(await queue.beat(job)).toBe(true);
    await sweep();
    passed += 12_000;
    await sweep();
    expect(await take()).toMatchObject({ queue: 'conversion' });
    expect(await queue.beat(job)).toBe(false);
  });

  it('a video stays with the worker that renders it, and moves to another worker if that one is silent', async () => {
    const { database, queue } = await lendDatabase();
    const store = createStore(database, queue);
    const project = parseProject(textBody());
    if (!project.ok) throw new Error('The project is not good.');
    const asked = { id: newSecretId(), owner: 'o', party: 'o', name: null, idempotencyKey: null, requestHash: 'h' };
    await store.add({ ...asked, project: storableJson(project.value) });
    const delivery = await queue.fetchJob();
    const row = delivery && (await store.claim(delivery.videoId, delivery.jobId, 'mine'));
    if (!row) throw new Error('Nothing was taken.');
    const sweep = createSweep({
      queue,
      store,
      segments: createSegmentStore(database, queue),
      changes: createChanges(),
      onError: () => undefined,
    });
    await sweep();
    ahead = by;
    for (let look = 0; look < 4; look += 1) {
      passed += 4000;
      await sweep();
      expect(await store.beat(row)).toBe(true);
    }
    await sweep();
    passed += 12_000;
    await sweep();
    expect(await store.get(row.id)).toMatchObject({ state: 'queued', crashes: 1 });
  });

  it('queued videos and due webhooks are not delayed', async () => {
    const { database, queue, store, video } = await openStoreAlone();
    const webhooks = createWebhookStore(database, queue);
    const webhook = { url: 'http://example.org/hook', origin: 'http://localhost', signer: null };
    const add = () => store.add({ ...video, id: newSecretId(), owner: 'o', party: 'o', idempotencyKey: null, webhook });
    const [queued, ended] = [(await add()).row, (await add()).row];
    await store.cancel(ended.id);
    const take = async () => {
      const delivery = await queue.fetchJob({ queues: ['webhook'] });
      return delivery && webhooks.claim(delivery.videoId, delivery.jobId, 'w');
    };
    const first = await take();
    if (!first) throw new Error('Nothing was taken.');
    await webhooks.settle(first, { status: 500, error: 'The response was 500.', againIn: 60 });
    expect(await take()).toBeUndefined();
    ahead = by;
    await recoverAll({ queue, store, segments: createSegmentStore(database, queue) });
    expect(await queue.fetchJob()).toMatchObject({ queue: 'plan', videoId: queued.id });
    for (const row of await webhooks.lost()) await webhooks.requeue(row, 'interrupted');
    if (by < 0) expect(await take()).toBeUndefined();
    passed += 61_000;
    expect(await take()).toMatchObject({ video_id: ended.id, attempts: 2, event_id: first.event_id });
  });

  it('a reached upload limit no longer blocks uploads', async () => {
    const { db } = (await lendDatabase()).database;
    const limits = { perHour: 2, storedBytes: 0 } as UploadLimits;
    const wait = () => waitOf(db, limits, { party: 'o', count: 1, bytes: 0 });
    for (const id of [newSecretId(), newSecretId()])
      await sql`insert into uploads (id, token, owner, party, name, declared_type)
        values (${id}, ${id}, 'o', 'o', 'a.mp4', 'video/mp4')`.execute(db);
    expect(await wait()).toBeGreaterThan(3500);
    ahead = by;
    expect(await wait()).toBe(0);
  });

  it('a password reset link that was just sent works unless the clock moved past its expiry', async () => {
    const { database } = await lendDatabase();
    const emails: string[] = [];
    const people = await openPeople(
      database,
      outboxTo(database, ({ text }) => emails.push(text)),
    );
    const email = 'ada@example.org';
    await people.signUp({ email, password: 'correct horse', name: '' });
    const ask = async () => {
      await people.askForReset(email, { origin: 'http://localhost', language: 'en' });
      return /#(\S+)/.exec(emails.at(-1) ?? '')?.[1] ?? '';
    };
    for (let count = 0; count < 7; count += 1) await ask();
    expect(emails).toHaveLength(5);
    const token = await ask();
    ahead = by;
    if (by > 0) {
      await expect(people.reset(token, 'better horse')).rejects.toThrow('This link was already used');
      expect(await people.reset(await ask(), 'better horse')).toEqual(expect.any(String));
    } else {
      expect(await ask()).toBe(token);
      expect(await people.reset(token, 'better horse')).toEqual(expect.any(String));
    }
    // With the clock set back, the link would otherwise work for hours.
    const last = await ask();
    passed += HOUR;
    await expect(people.reset(last, 'third horse')).rejects.toThrow('This link was already used');
  });

  it('running work ends exactly once', async () => {
    const site = await startWebsite();
    onTestFinished(() => site.close());
    const dataDir = path.join(await temporaryFolder(), 'data');
    const start = () => openService({ workers: 1, dataDir, links: { hosts: [site.host] } });
    const first = await start();
    const [client, clip] = [first.client(), await videoBytes(2)];
    site.file('/clip.mp4', clip, 'video/mp4');
    const { url } = await client.uploadFile(new Blob([new Uint8Array(clip)]), 'a.mp4', { type: 'video/mp4' });
    const { uri, read } = await begin(first, clip.byteLength);
    const range = (from: number, to: number) => `bytes ${from}-${to - 1}/${clip.byteLength}`;
    expect((await put(uri, range(0, 1000), clip.subarray(0, 1000))).status).toBe(308);
    const post = (where: string, body: object) =>
      first.call(`/api/v1${where}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `${SESSION_COOKIE}=${client.session.get()}` },
        body: JSON.stringify(body),
      });
    const signing = await post('/upload/s3-sign', { fileName: 'a.mp4', fileType: 'video/mp4' });
    const signed = (await signing.json()) as SignedUpload;
    const link = async () => (await post('/extract', { url: `${site.origin}/clip.mp4` })).status;
    expect(await link()).toBe(200);
    const body = videoBody(url, 480);
    const { _id } = await client.createVideo(body, { idempotencyKey: 'key' });
    let told = 0;
    for await (const { status } of client.events(_id)) {
      if (status !== 'rendering') continue;
      told += ahead === 0 ? 0 : 1;
      ahead = by;
    }
    // With the clock set back, progress would otherwise stop for an hour.
    expect(told).toBeGreaterThan(0);
    expect((await client.getVideo(_id)).status).toBe('done');
    expect((await readdir(path.join(dataDir, 'videos', _id))).filter((name) => !name.startsWith('1.'))).toEqual([]);
    expect((await client.createVideo(body, { idempotencyKey: 'key' }))._id).toBe(_id);
    expect(await link()).toBe(200);
    expect(site.asked.length).toBe(by > 0 ? 2 : 1);
    // A URL that has expired by the clock is rejected; the client can request a new one.
    expect((await put(signed.signedRequest, undefined, clip, signed.headers)).status).toBe(by > 0 ? 410 : 200);
    expect((await put(uri, range(1000, 2000), clip.subarray(1000, 2000))).status).toBe(308);
    await first.app.close();
    // A service sweeps when it starts.
    const second = await start();
    onTestFinished(() => second.app.close());
    const at = (address: string) => address.replace(first.origin, second.origin);
    expect((await put(at(uri), range(2000, clip.byteLength), clip.subarray(2000))).status).toBe(200);
    for (const one of [read, url]) expect((await fetch(at(one))).status).toBe(200);
    expect([...first.errors, ...second.errors]).toEqual([]);
  });
});
