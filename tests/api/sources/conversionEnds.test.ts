import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createChanges } from '../../../api/jobs/jobChanges.ts';
import { lanesOf } from '../../../api/jobs/kinds.ts';
import { openQueue } from '../../../api/jobs/queue.ts';
import { type Runner, startRunner } from '../../../api/jobs/runner.ts';
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
  const context = { queue, name: 'w', hasOthers: false, onError };
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

it('work requested by other processes is found with one query for all lanes, and wakes only its own', async () => {
  const { conversionStore: store, context } = await openParts();
  const [fetchJob, due] = [vi.fn(context.queue.fetchJob), vi.fn(context.queue.due)];
  const lanes = lanesOf(1, ['webhook', 'email']);
  const watched = {
    ...context,
    queue: { ...context.queue, fetchJob, due },
    changes: createChanges(),
    rest: { until: 0 },
  };
  const runner = startRunner(watched, {}, lanes);
  const lanesAsked = () => new Set(fetchJob.mock.calls.map(([among]) => `${among?.queues}`));
  await until(() => lanesAsked().size === lanes.length && due.mock.results.length > 0);
  await due.mock.results[0]?.value;
  fetchJob.mockClear();
  // The store has a queue of its own, as another process.
  await store.add({ id: newSecretId(), owner: 'o', party: 'o', source_url: '/a', input_name: 'a.gif' });
  await until(() => fetchJob.mock.calls.length > 0);
  await runner.stop();
  expect([...lanesAsked()]).toEqual([expect.stringContaining('conversion')]);
  for (const [queues] of due.mock.calls) expect(queues).toEqual(lanes.flatMap((lane) => lane.queues));
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
