import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WebhookRow } from '../../../api/db/webhookTables.ts';
import { createWebhookStore } from '../../../api/jobs/webhookStore.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { createEgressRules } from '../../../api/sources/links/egressRules.ts';
import {
  isWebhookSecret,
  newWebhookSecret,
  signatureHeaders,
  signatureProblem,
} from '../../../api/system/webhookSignature.ts';
import { type DeliverContext, webhookKind } from '../../../api/webhooks/deliver.ts';
import { outcomeOf, usualWaits } from '../../../api/webhooks/outcome.ts';
import { temporaryFolder } from '../support/files.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { textBody } from '../support/projects.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { clientOf, memorySession, until } from '../support/service.ts';
import { openStoreAlone } from '../support/storeAlone.ts';

describe('a signature', () => {
  // From the test suite of the Standard Webhooks libraries.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' };
  const right = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

  it('matches the specification', () => {
    expect(signatureHeaders(message, [secret])['webhook-signature']).toBe(right);
    const check = (headers: object, now = message.timestamp) =>
      signatureProblem(message.body, { ...signatureHeaders(message, [secret]), ...headers }, secret, now);
    expect(check({})).toBeUndefined();
    expect(check({ 'webhook-signature': `v1a,x v1,\u00e4 ${right}` }, message.timestamp + 299)).toBeUndefined();
    expect(check({ 'webhook-id': 'msg_other' })).toContain('another secret');
    expect(check({ 'webhook-signature': right.replace('v1', 'v2') })).toContain('another secret');
    expect(check({}, message.timestamp + 301)).toContain('too old');
    expect(check({ 'webhook-timestamp': 'now' })).toContain('too old');
    expect(check({ 'webhook-id': undefined })).toBe('The signature is missing.');
    expect([secret, 'whsec_', 'whsec_c2hvcnQ=', secret.slice(6), `${secret}!`].map(isWebhookSecret)).toEqual([
      ...[true, false, false, false, false],
    ]);
  });
});

describe('an attempt', () => {
  const at = (attempts: number, answer: Parameters<typeof outcomeOf>[0], chance = 0.5) =>
    outcomeOf(answer, attempts, usualWaits, () => chance);
  const answered = (code: number, retryAfter?: number) => ({ status: code, retryAfter });

  it('is followed by up to nine more with growing, slightly random delays', () => {
    const waits = Array.from({ length: 10 }, (_, index) => at(index + 1, answered(500)).againIn);
    expect(waits).toEqual([...usualWaits, undefined]);
    expect(usualWaits.reduce((sum, wait) => sum + wait, 0) / 3600).toBeLessThan(24);
    expect([at(1, 'no', 0).againIn, at(1, 'no', 1).againIn]).toEqual([4, 6]);
  });

  it('respects Retry-After up to a day, and stops at 410 Gone', () => {
    expect(at(1, answered(429, 90)).againIn).toBe(90);
    expect(at(4, answered(503, 1)).againIn).toBe(600);
    expect(at(1, answered(503, 1e9)).againIn).toBe(24 * 3600);
    expect(at(1, answered(410, 90))).toEqual({ status: 410, error: 'It answered 410: it accepts no more webhooks.' });
    expect(at(9, answered(299))).toEqual({ status: 299, error: null });
  });
});

describe('the final state of a video', () => {
  const url = 'http://example.org/hook';
  const openVideo = async () => {
    const alone = await openStoreAlone();
    const { database, queue, store, video } = alone;
    const webhooks = createWebhookStore(database, queue);
    const webhook = { url, origin: 'http://localhost', signer: null };
    const { row } = await store.add({
      ...video,
      id: newSecretId(),
      owner: 'o',
      party: 'o',
      idempotencyKey: null,
      webhook,
    });
    const hook = () => database.db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
    const begin = async () => {
      const delivery = await queue.fetchJob();
      const claimed = delivery && (await store.claim(delivery.videoId, delivery.jobId, 'w'));
      if (!claimed) throw new Error('There is nothing to begin.');
      return claimed;
    };
    return { ...alone, webhooks, row, hook, begin };
  };

  it('is reported once, whatever ends the video, and not by an attempt that lost it', async () => {
    const { store, queue, hook, begin, row } = await openVideo();
    const first = await begin();
    expect(await store.requeue(first, 'interrupted')).toBe(true);
    expect(await queue.fetchJob({ queues: ['webhook'] })).toBeUndefined();
    const second = await begin();
    const error = { code: 'internal', message: 'no' };
    expect(await store.fail(first, error)).toBe(false);
    expect((await hook()).state).toBe('waiting');
    expect(await store.fail(second, error)).toBe(true);
    const { event_id, state: queued } = await hook();
    expect([event_id, queued]).toEqual([expect.stringMatching(/^evt_\w{32}$/), 'queued']);
    expect([await store.fail(second, error), await store.cancel(row.id)]).toEqual([false, false]);
    expect((await hook()).event_id).toBe(event_id);
    // Hosts on the skip list are passed over.
    expect(await queue.fetchJob({ queues: ['webhook'], without: ['example.org'] })).toBeUndefined();
    expect(await queue.fetchJob({ queues: ['webhook'], without: ['other.org'] })).toMatchObject({
      videoId: row.id,
      group: 'example.org',
    });
    expect(await queue.fetchJob({ queues: ['webhook'] })).toBeUndefined();
  });

  it('is reported again, as the same event, if the sender died; late results of the dead sender are ignored', async () => {
    const { store, queue, webhooks, hook, row } = await openVideo();
    await store.cancel(row.id);
    const take = async () => {
      const delivery = await queue.fetchJob({ queues: ['webhook'] });
      return delivery && webhooks.claim(delivery.videoId, delivery.jobId, 'w');
    };
    const dead = await take();
    for (const row of await webhooks.lost()) await webhooks.requeue(row, 'interrupted');
    expect(await take()).toBeUndefined();
    if (dead) await webhooks.requeue(dead, 'crashed');
    const again = await take();
    expect([dead?.attempts, again?.attempts, again?.event_id]).toEqual([1, 2, dead?.event_id]);
    if (!dead || !again) return;
    expect(await webhooks.settle(dead, { status: 200, error: null })).toBe(false);
    expect(await webhooks.settle(again, { status: 500, error: 'The response was 500.', againIn: 60 })).toBe(true);
    expect(await hook()).toMatchObject({ state: 'queued', last_status: 500 });
    for (const row of await webhooks.lost()) await webhooks.requeue(row, 'interrupted');
    expect(await take()).toBeUndefined();
  });

  it('from a process of an earlier release is still reported; a failed webhook becomes a dead job', async () => {
    const { database, queue, webhooks, hook, row } = await openVideo();
    await database.db.updateTable('videos').set({ state: 'canceled' }).execute();
    for (const row of await webhooks.lost()) await webhooks.requeue(row, 'interrupted');
    const delivery = await queue.fetchJob({ queues: ['webhook'] });
    const claimed = delivery && (await webhooks.claim(delivery.videoId, delivery.jobId, 'w'));
    if (claimed) await webhooks.settle(claimed, { status: 410, error: 'The response was 410.' });
    expect((await hook()).state).toBe('failed');
    const dead = await database.runner.executeSql(`select data from cutroom_jobs.job where name = 'webhook-dead'`);
    expect(dead.rows).toEqual([{ data: { videoId: row.id, group: 'example.org' } }]);
  });
});

it('the time of an attempt comes from the database, however wrong the clock of the process is', async () => {
  const receiver = await startReceiver();
  receiver.on('/dated', status(204));
  const begun = new Date(Date.now() - 600_000);
  const row = { video_id: 'v', url: `${receiver.origin}/dated`, attempts: 1, signer: null, begun_at: begun };
  const video = { id: 'v', state: 'done', submitted_at: begun, finished_at: begun };
  const settle = vi.fn(async () => true);
  const doors = createEgressRules({ hosts: [receiver.host] });
  const context = {
    webhooks: { settle },
    ...{ secrets: { all: async () => [newWebhookSecret()] }, doors, store: { get: async () => video } },
    ...{ metrics: { countWebhook: () => undefined }, log: { info: () => undefined } },
  };
  const kind = webhookKind(context as unknown as DeliverContext, {});
  const nothing = async () => undefined;
  const { signal } = new AbortController();
  await kind.run(row as unknown as WebhookRow, { signal, report: nothing, stopHeartbeats: nothing, pause: nothing });
  expect(settle).toHaveBeenCalledTimes(1);
  expect(receiver.at('/dated')[0]?.headers['webhook-timestamp']).toBe(String(Math.floor(begun.getTime() / 1000)));
  await receiver.close();
});

describe('a server that is killed', () => {
  let receiver: Receiver;
  const running: ServerProcess[] = [];
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    await receiver.close();
  });

  it('reports a final state again after the restart, as the same event', async () => {
    const dataDir = path.join(await temporaryFolder(), 'data');
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const start = async () => {
      const server = await spawnServer(dataDir, { workers: 0, webhooks: { hosts: [receiver.host], secret } });
      running.push(server);
      return server;
    };
    receiver.on('/hook', () => undefined);
    const server = await start();
    const session = memorySession();
    const client = clientOf(await server.ready, session);
    const { _id } = await client.createVideo({ ...textBody(), webhookUrl: `${receiver.origin}/hook` });
    await client.deleteVideo(_id);
    await until(() => receiver.at('/hook').length === 1);
    server.child.kill('SIGKILL');
    await server.ended;
    receiver.on('/hook', status(204));
    const next = clientOf(await (await start()).ready, session);
    const { webhook } = await until(async () => {
      const video = await next.getVideo(_id);
      return video.webhook?.state === 'delivered' && video;
    });
    expect(webhook).toMatchObject({ attempts: 2, lastStatus: 204 });
    const ids = receiver.at('/hook').map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
  });
});
