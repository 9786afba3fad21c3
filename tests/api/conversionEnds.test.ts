import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { LeasedWorker } from '../../api/jobs/leasedWork.ts';
import { startPolling } from '../../api/jobs/startPolling.ts';
import { startService as startParts } from '../../api/service.ts';
import { type ConversionStore, TooManyConversionsError } from '../../api/sources/conversions/conversionStore.ts';
import { startConversions } from '../../api/sources/conversions/conversions.ts';
import { newSecretId } from '../../api/sources/ids.ts';
import { uploadPath } from '../../api/sources/library.ts';
import { prepareDatabase } from './support/database.ts';
import { gifOf, temporaryFolder } from './support/files.ts';
import { until } from './support/service.ts';

async function openParts() {
  const dataDir = path.join(await temporaryFolder(), 'data');
  await prepareDatabase(dataDir);
  const parts = await startParts({ dataDir, workers: 0 });
  onTestFinished(() => parts.close());
  const { uploads, conversionStore } = parts;
  return {
    ...parts,
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
    convert: (disturbed: Partial<ConversionStore>): LeasedWorker =>
      startConversions({ ...parts, store: { ...conversionStore, ...disturbed } }),
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
  expect((await store.get(id))?.status).toBe('CANCELLED');
  expect(await uploads.find(offered.split('/')[4] ?? '')).toBeUndefined();
  expect(await database.db.selectFrom('uploads').select('name').execute()).toEqual([{ name: 'a.gif' }]);
});

it('parties take turns with conversions, whatever their number of owners and queued jobs', async () => {
  const { conversionStore: store } = await openParts();
  const add = (owner: string, party: string) =>
    store.add({ id: newSecretId(), owner, party, source_url: `/${owner}`, input_name: 'a.gif' });
  for (let number = 0; number < 20; number += 1) await add(`many ${number}`, 'many');
  await expect(add('one more', 'many')).rejects.toThrow(TooManyConversionsError);
  await add('few', 'few');
  const served = [];
  for (let number = 0; number < 3; number += 1) served.push((await store.claim())?.owner);
  expect(served).toContain('few');
});

it('work requested by other processes is found with one query, and only workers with work are woken', async () => {
  const { conversionStore: store, database } = await openParts();
  await store.add({ id: newSecretId(), owner: 'o', party: 'o', source_url: '/a', input_name: 'a.gif' });
  const woken: string[] = [];
  const waking = (name: string) => ({ wake: () => void woken.push(name) });
  const workers = {
    conversions: waking('conversions'),
    transcriptions: waking('transcriptions'),
    derivations: waking('derivations'),
  };
  const onError = vi.fn();
  onTestFinished(startPolling(database, workers, onError));
  await until(() => woken.length > 0);
  expect(woken).toEqual(['conversions']);
  expect(onError).not.toHaveBeenCalled();
});

it('a conversion that is claimed during shutdown is requeued at once', async () => {
  const { ask, convert, conversionStore: store } = await openParts();
  const id = await ask(gifOf(200, 400));
  let stopped: Promise<void> | undefined;
  const conversions = convert({
    async claim() {
      const row = await store.claim();
      stopped ??= conversions.stop();
      return row;
    },
  });
  await until(() => stopped !== undefined);
  await stopped;
  expect((await store.get(id))?.status).toBe('PENDING');
});
