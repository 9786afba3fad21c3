import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { queueLoads } from '../../../api/jobs/queueLoads.ts';
import { createSegmentStore } from '../../../api/jobs/segmentStore.ts';
import { createConversionStore } from '../../../api/sources/conversions/conversionStore.ts';
import { createDerivedStore } from '../../../api/sources/derived/derivedStore.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { createTranscriptionStore } from '../../../api/sources/transcriptions/transcriptionStore.ts';
import { textOf } from '../../support/sources.ts';
import { openStoreAlone } from '../support/storeAlone.ts';

it('the Kubernetes scaler counts every kind of work that only workers do, and nothing else', async () => {
  const { database, queue, store, video } = await openStoreAlone();
  const { db } = database;
  const objects = parseAllDocuments(textOf('cli/deploy/kubernetes.yaml')).map((document) => document.toJS());
  const { query } = objects.find(({ kind }) => kind === 'ScaledObject').spec.triggers[0].metadata;
  const asked = async () => Number(Object.values((await database.runner.executeSql(query)).rows[0] ?? {})[0]);
  const waiting = async (name: string) =>
    (await queueLoads(db)).find((one) => one.queue === name && one.state === 'waiting')?.count;
  expect(await asked()).toBe(0);
  const [id, requester] = [newSecretId(), { owner: 'o', party: 'o' }];
  const derived = createDerivedStore(database, queue);
  const works: Record<string, () => Promise<unknown>> = {
    render: () => store.add({ ...video, id, ...requester, idempotencyKey: null }),
    segment: async () => {
      const job = await queue.fetchJob();
      const row = job && (await store.claim(id, job.jobId, 'w'));
      const shared = { program: 'p', notes: [], plan: { plan: {} as never, lacking: [], painters: [] } };
      if (row) await createSegmentStore(database, queue).handOver(row, shared, [{ place: 0, frames: 1 }]);
    },
    conversion: () =>
      createConversionStore(database, queue).add({ id, ...requester, source_url: '/a', input_name: 'a.gif' }),
    transcription: () =>
      createTranscriptionStore(database, queue).add({
        ...{ id, ...requester, source_url: '/a', language_code: 'en-US', engine: 'e' },
      }),
    derivation: () => derived.request('hash', 'peaks', 'o'),
  };
  // Webhooks and emails are sent by the server, which is always running.
  const names = [...new Set((await queueLoads(db)).map((one) => one.queue))];
  expect(names.filter((name) => !['webhook', 'email'].includes(name)).sort()).toEqual(Object.keys(works).sort());
  for (const [at, name] of Object.keys(works).entries()) {
    await works[name]?.();
    expect([name, await waiting(name), await asked()]).toEqual([name, 1, at + 1]);
  }
  await db.updateTable('derivations').set({ asked_at: sql<Date>`now() - interval '3 minutes'` }).execute();
  expect([await waiting('derivation'), await asked()]).toEqual([0, Object.keys(works).length - 1]);
  const job = await queue.fetchJob({ queues: ['derivation'] });
  expect(job && (await derived.claim(job.jobId, 'w'))).toBeUndefined();
  expect(job && (await derived.request('hash', 'peaks', 'o'))).toMatchObject({ state: 'queued' });
});
