import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createChanges } from '../../../api/jobs/jobChanges.ts';
import { lanesOf, queueNames } from '../../../api/jobs/kinds.ts';
import type { Queue } from '../../../api/jobs/queue.ts';
import { openQueue } from '../../../api/jobs/queue.ts';
import { type Runner, startRunner } from '../../../api/jobs/runner.ts';
import { createSuspects } from '../../../api/jobs/suspects.ts';
import { TooManyOpenError } from '../../../api/jobs/turns.ts';
import { startService as startParts } from '../../../api/service/service.ts';
import type { ConversionStore } from '../../../api/sources/conversions/conversionStore.ts';
import { conversionKind } from '../../../api/sources/conversions/conversions.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { uploadPath } from '../../../api/sources/library.ts';
import { prepareDatabase } from '../support/database.ts';
import { gifOf, temporaryFolder } from '../support/files.ts';
import { until } from '../support/service.ts';

async function openParts() {
  const dataDir = path.join(await temporaryFolder(), 'data');
  await prepareDatabase(dataDir);
  const parts = await startParts({ dataDir, workers: 0 });
  onTestFinished(() => parts.close());
  const { uploads, conversionStore, database, onError } = parts;
  const queue = await openQueue(database, () => undefined);
  onTestFinished(() => queue.stop());
  const context = { queue, name: 'w', suspects: createSuspects(), hasOthers: false, onError };
  return {
    ...{ ...parts, queue, context },
    /** Requests a conversion of a GIF to a video. */
    async ask(gif: Uint8Array): Promise<string> {
      const row = { id: newSecretId(), token: newSecretId(), owner: 'o', party: 'o', name: 'a.gif' };
      await uploads.add([{ ...row, declared_type: 'image/gif', declared_size: null }]);
      async function* bytes() {
        yield gif;
      }
      await uploads.parts.append(row.id, 0, bytes());
      const upload = await uploads.byId(row.id);
      if (upload) await uploads.complete(upload);
      const asked = { id: newSecretId(), owner: 'o', party: 'o', source_url: uploadPath(row), input_name: 'a.gif' };
      return conversionStore.add(asked);
    },
    /** Converts with parts of the store replaced. */
    convert(disturbed: Partial<ConversionStore>): Runner {
      const kind = conversionKind({ ...parts, store: { ...conversionStore, ...disturbed } });
      const lane = { queues: ['conversion'], slots: 1 } as const;
      return startRunner({ ...context, changes: createChanges(), rest: { until: 0 } }, { conversion: kind }, [lane]);
    },
  };
}

it('a conversion that is canceled just as it ends leaves no upload', async () => {
  const { ask, convert, conversionStore: store, database, uploads } = await openParts();
  const id = await ask(gifOf(2, 16));
  let offered = '';
  const conversions = convert({
    async finish(attempt, result = {}) {
      offered = result.output_url ?? '';
      await store.cancel(id);
      return store.finish(attempt, result);
    },
  });
  await until(() => offered !== '');
  await conversions.stop();
  expect((await store.get(id))?.state).toBe('canceled');
  expect(await uploads.find(offered.split('/')[4] ?? '')).toBeUndefined();
  expect(await database.db.selectFrom('uploads').select('name').execute()).toEqual([{ name: 'a.gif' }]);
});

it('parties take turns with conversions, whatever their number of owners and queued jobs', async () => {
  const { conversionStore: store, queue } = await openParts();
  const add = (owner: string, party: string) =>
    store.add({ id: newSecretId(), owner, party, source_url: `/${owner}`, input_name: 'a.gif' });
  for (let number = 0; number < 20; number += 1) await add(`many ${number}`, 'many');
  await expect(add('one more', 'many')).rejects.toThrow(TooManyOpenError);
  await add('few', 'few');
  const served = [];
  for (let number = 0; number < 3; number += 1) {
    const job = await queue.fetchJob({ queues: ['conversion'] });
    served.push(job && (await store.claim(job.jobId, 'w'))?.owner);
  }
  expect(served).toContain('few');
});

it('waiting work is found with one query, new work by its notification, and only slots for it are woken', async () => {
  const { conversionStore: store, context } = await openParts();
  const add = () =>
    store.add({ id: newSecretId(), owner: 'o', party: 'o', source_url: newSecretId(), input_name: 'a' });
  const lanes = lanesOf(1, ['webhook', 'email']);
  const due = vi.fn(async () => ({ queues: ['conversion' as const], seconds: Infinity }));
  const fetched: string[] = [];
  const fetchJob: Queue['fetchJob'] = async ({ queues = [] } = {}) => void fetched.push(...queues);
  const times = (queue: string) => fetched.filter((one) => one === queue).length;
  const queue = { ...context.queue, due, fetchJob };
  const observed = { ...context, queue, changes: createChanges(), rest: { until: 0 } };
  const runner = startRunner(observed, {}, lanes);
  // Each lane looks once when it starts.
  await until(() => times('email') === 1 && times('conversion') >= 2);
  expect(due.mock.calls[0]).toEqual([lanes.flatMap(({ queues }) => queues)]);
  due.mockResolvedValue({ queues: [], seconds: Infinity } as never);
  const before = times('conversion');
  await add();
  await until(() => times('conversion') > before);
  await runner.stop();
  for (const name of queueNames) if (name !== 'conversion') expect([name, times(name)]).toEqual([name, 1]);
});

it('a conversion that is claimed during shutdown is requeued at once', async () => {
  const { ask, convert, conversionStore: store } = await openParts();
  const id = await ask(gifOf(200, 400));
  let stopped: Promise<void> | undefined;
  const conversions = convert({
    async claim(jobId, worker) {
      const row = await store.claim(jobId, worker);
      stopped ??= conversions.stop();
      return row;
    },
  });
  await until(() => stopped !== undefined);
  await stopped;
  expect((await store.get(id))?.state).toBe('queued');
});
