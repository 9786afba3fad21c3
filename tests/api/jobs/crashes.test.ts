import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createChanges } from '../../../api/jobs/jobChanges.ts';
import { type Delivery, type Queue, SUSPECTS } from '../../../api/jobs/queue.ts';
import { queueLoads } from '../../../api/jobs/queueLoads.ts';
import { recoverAll } from '../../../api/jobs/recover.ts';
import { startRunner } from '../../../api/jobs/runner.ts';
import { createSegmentStore } from '../../../api/jobs/segmentStore.ts';
import type { WorkKind } from '../../../api/jobs/workKind.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { textBody } from '../support/projects.ts';
import { until } from '../support/service.ts';
import { sideWorkOf } from '../support/sideWork.ts';
import { openStoreAlone, storeDatabases } from '../support/storeAlone.ts';
import { openWorkAlone } from '../support/workAlone.ts';

const owning = { owner: 'o', party: 'o' };
describe.each(storeDatabases)('a job whose process crashes, with %s', (_, isPostgres) => {
  const open = async () => {
    const { database, queue, store, video } = await openStoreAlone({ isPostgres });
    const plain = { ...video, ...owning, idempotencyKey: null };
    const webhook = { url: 'https://example.org/told', origin: 'https://example.org', signer: null };
    return {
      ...{ database, queue, store },
      add: async () => (await store.add({ ...plain, id: newSecretId(), webhook })).row.id,
      /** Claims the next jobs in a process that then crashes. @returns ids of their videos. */
      async crash(worker: string, count = 1): Promise<string[]> {
        const rows = [];
        for (let taken = 0; taken < count; taken += 1) {
          const job = await queue.fetchJob();
          const row = job && (await store.claim(job.videoId, job.jobId, worker));
          if (row) rows.push(row);
        }
        for (const row of rows) await store.requeue(row, 'crashed');
        return rows.map(({ id }) => id);
      },
    };
  };

  it('fails at its second crash in a row, unless it was interrupted or deferred in between', async () => {
    const { store, queue, add, crash } = await open();
    const id = await add();
    expect(await crash('w1')).toEqual([id]);
    for (const why of ['interrupted', 'deferred'] as const) {
      const job = await queue.fetchJob();
      const row = job && (await store.claim(id, job.jobId, 'w2'));
      if (row) await store.requeue(row, why);
    }
    expect(await store.get(id)).toMatchObject({ state: 'queued', crashes: 1, deferrals: 1 });
    await crash('w3');
    expect(await store.get(id)).toMatchObject({ state: 'failed', crashes: 2, error: { code: 'crashed' } });
    expect(await queue.fetchJob()).toBeUndefined();
  });

  it('is tried up to four times when processes without it crash too', async () => {
    const { store, add, crash } = await open();
    const [id, other] = [await add(), await add()];
    for (const crashes of [1, 2, 3]) {
      expect(await crash(`own ${crashes}`)).toEqual([id]);
      expect(await store.get(id)).toMatchObject({ state: 'queued', crashes });
      if (crashes < 3) expect(await crash(`other ${crashes}`)).toEqual([other]);
      // It is queued behind the other one, which fails at its second crash unless more jobs wait.
      if (crashes === 1) expect((await store.get(other))?.state).toBe('queued');
    }
    await add();
    await crash('yet another');
    await crash('own 4');
    expect((await store.get(id))?.state).toBe('failed');
  });

  it('is separated from jobs that ran at the same time', async () => {
    const { store, queue, add, crash } = await open();
    const [poison, innocent] = [await add(), await add()];
    expect((await crash('w1', 2)).sort()).toEqual([poison, innocent].sort());
    const fresh = await add();
    const first = await queue.fetchJob();
    expect(first?.group).toBe(SUSPECTS);
    const beside = await queue.fetchJob({ without: [SUSPECTS] });
    expect([beside?.videoId, beside?.group]).toEqual([fresh, undefined]);
    expect(await queue.fetchJob({ without: [SUSPECTS] })).toBeUndefined();
    const rows = [first, beside].map((job) => job && store.claim(job.videoId, job.jobId, 'w2'));
    for (const row of await Promise.all(rows)) if (row) await store.requeue(row, 'crashed');
    const ended = [poison, innocent, fresh].map(async (id) => (await store.get(id))?.state);
    expect((await Promise.all(ended)).sort()).toEqual(['failed', 'queued', 'queued']);
    expect((await store.get(fresh))?.state).toBe('queued');
  });

  it.each(['conversions', 'transcriptions', 'derivations'] as const)(
    'is counted in the same way for %s',
    async (table) => {
      const { database, queue, store } = await open();
      const { conversions, transcriptions, derived, side } = sideWorkOf({ database, queue });
      const segments = createSegmentStore(database, queue);
      const works = {
        conversions: {
          queue: 'conversion',
          claim: conversions.claim,
          add: () => conversions.add({ id: newSecretId(), ...owning, source_url: '/a', input_name: 'a.gif' }),
        },
        transcriptions: {
          queue: 'transcription',
          claim: transcriptions.claim,
          add: () =>
            transcriptions.add({ id: newSecretId(), ...owning, source_url: '/a', language_code: 'en-US', engine: 'e' }),
        },
        derivations: { queue: 'derivation', claim: derived.claim, add: () => derived.request('hash', 'peaks', 'o') },
      } as const;
      const { add, ...work } = works[table];
      await add();
      const state = async () =>
        (await sql<object>`select state, crashes, error->>'code' as code from ${sql.table(table)}`.execute(database.db))
          .rows[0];
      const claim = async (worker: string) => {
        const job = await queue.fetchJob({ queues: [work.queue] });
        return job && work.claim(job.jobId, worker);
      };
      expect(await claim('w1')).toMatchObject({ worker: 'w1' });
      await recoverAll({ queue, store, segments, side });
      expect(await state()).toEqual({ state: 'queued', crashes: 1, code: null });
      const suspect = await queue.fetchJob({ queues: [work.queue], without: [SUSPECTS] });
      expect(suspect).toBeUndefined();
      await claim('w2');
      await recoverAll({ queue, store, segments, side });
      expect(await state()).toEqual({ state: 'failed', crashes: 2, code: 'crashed' });
      expect(await claim('w3')).toBeUndefined();
      const loads = (await queueLoads(database.db)).filter((one) => one.queue === work.queue);
      expect(loads.map(({ state, count }) => [state, count])).toEqual([
        ['waiting', 0],
        ['running', 0],
        ['dead', 1],
      ]);
      // A repeated request does not start a third attempt at once.
      if (table === 'derivations') expect(await add()).toMatchObject({ state: 'failed' });
    },
  );

  it('fails a webhook with a clear message', async () => {
    const { database, queue, store, add } = await open();
    const { webhooks, side } = sideWorkOf({ database, queue });
    const id = await add();
    await store.cancel(id);
    for (const worker of ['w1', 'w2']) {
      const job = await queue.fetchJob({ queues: ['webhook'] });
      expect(job && (await webhooks.claim(id, job.jobId, worker))).toMatchObject({ state: 'running', worker });
      await recoverAll({ queue, store, segments: createSegmentStore(database, queue), side });
    }
    const hook = await database.db.selectFrom('webhooks').selectAll().executeTakeFirst();
    expect(hook).toMatchObject({ state: 'failed', last_error: 'Sending it crashed the server twice.' });
    expect(await queue.fetchJob({ queues: ['webhook'] })).toBeUndefined();
    expect(await webhooks.resend(id)).toBe('failed');
    expect(await queue.fetchJob({ queues: ['webhook'] })).toMatchObject({ videoId: id });
  });
});

it('a process runs one suspect at a time, next to other jobs', async () => {
  const { queue, store, add } = await openWorkAlone();
  const suspects = [await add(textBody()), await add(textBody())];
  for (const id of suspects) {
    const row = await store.claim(id, (await queue.fetchJob())?.jobId ?? '', 'died');
    if (row) await store.requeue(row, 'crashed');
  }
  const fresh = await add(textBody());
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const plan: WorkKind<Delivery> = {
    claim: async (delivery) => delivery,
    describe: ({ jobId }) => ({ id: jobId, name: 'a job', about: {}, deferrals: 0 }),
    run({ videoId }) {
      begun.push(videoId);
      return new Promise((end) => void ends.push(end));
    },
    requeue: async () => true,
    fail: async () => true,
  };
  const skipped: unknown[] = [];
  const fetchJob: Queue['fetchJob'] = async (among) => {
    const delivery = await queue.fetchJob(among);
    if (among?.without?.includes(SUSPECTS)) skipped.push(delivery);
    return delivery;
  };
  const context = { name: 'w', queue: { ...queue, fetchJob }, changes: createChanges(), hasOthers: false };
  const runner = startRunner({ ...context, rest: { until: 0 }, onError: () => undefined }, { plan }, [
    { queues: ['plan'], slots: 3 },
  ]);
  await until(() => begun.length === 2 && skipped.includes(undefined));
  expect(begun.filter((id) => id !== fresh)).toHaveLength(1);
  for (const end of ends) end();
  await until(() => begun.length === 3);
  ends.at(-1)?.();
  await runner.stop();
});
