import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DatabaseAwayError } from '../../../api/db/databaseAway.ts';
import type { VideoStore } from '../../../api/jobs/jobStore.ts';
import { S3Error, StorageUnreachableError } from '../../../api/storage/s3/errors.ts';
import type { Storage } from '../../../api/storage/storage.ts';
import { DiskFullError } from '../../../api/system/diskFull.ts';
import { makeVideo } from '../support/files.ts';
import { textBody, videoBody } from '../support/projects.ts';
import { until } from '../support/service.ts';
import { openWorkAlone } from '../support/workAlone.ts';

it('a published result stays, even if the database answer is lost and nothing can be cleaned up', async () => {
  const { dataDir, store, start, add } = await openWorkAlone();
  let lost = new Error('The connection was lost.');
  let lossesLeft = 0;
  const finish: VideoStore['finish'] = async (...result) => {
    const isOurs = await store.finish(...result);
    lossesLeft -= 1;
    if (lossesLeft >= 0) throw lost;
    return isOurs;
  };
  const get: VideoStore['get'] = async (id) => {
    if (lossesLeft > 0) throw lost;
    return store.get(id);
  };
  const worker = start({ store: { ...store, finish, get } });
  for (const losses of [0, 1, 99]) {
    lossesLeft = losses;
    const id = await add(textBody('kept', 0.1));
    await until(async () => (await store.get(id))?.state === 'done' && worker.active().length === 0);
    const stored = await readdir(path.join(dataDir, 'videos', id));
    expect(stored.sort(), `${losses} losses`).toEqual(['1.mp4', '1.poster.jpg']);
  }
  // The database is down for longer than other failures are tolerated.
  lost = new DatabaseAwayError();
  lossesLeft = 4;
  const id = await add(textBody('kept', 0.1));
  await until(async () => lossesLeft < 0 && worker.active().length === 0);
  expect(await store.get(id)).toMatchObject({ state: 'done', attempt: 1, crashes: 0 });
});

it('a render waits for the database even if it is down while media are located', async () => {
  const { dataDir, store, start, add } = await openWorkAlone();
  const clip = await makeVideo(path.join(dataDir, 'clip.mp4'), 0.2);
  let asked = 0;
  const locate = async () => {
    asked += 1;
    if (asked === 1) throw new DatabaseAwayError();
    return { path: clip, release: () => undefined };
  };
  start({ locate });
  const id = await add(videoBody('/api/v1/uploads/x/clip.mp4'));
  await until(async () => (await store.get(id))?.state === 'done');
  expect(asked).toBeGreaterThan(1);
  expect(await store.get(id)).toMatchObject({ attempt: 1, deferrals: 0, crashes: 0 });
});

it.each([new DiskFullError('/full'), new StorageUnreachableError('PUT'), new S3Error('AccessDenied', 403, 'PUT')])(
  'a result that one machine cannot store is rendered by another: $message',
  async (error) => {
    const { store, storage, start, add } = await openWorkAlone();
    const put: Storage['put'] = async () => {
      throw error;
    };
    const full = { storage: { ...storage, put }, hasOthers: true };
    start({ ...full, name: 'full' });
    const id = await add(textBody('elsewhere', 0.1));
    await until(async () => (await store.get(id))?.deferrals === 1);
    start({ name: 'roomy', hasOthers: true });
    await until(async () => (await store.get(id))?.state === 'done');
    expect(await store.get(id)).toMatchObject({ worker: 'roomy', attempt: 2, crashes: 0 });
  },
);

it.each([
  [new DiskFullError('/full'), 'disk-full'],
  [new S3Error('AccessDenied', 403, 'PUT'), 'unavailable'],
])('a video fails with the reason if no machine can store it: %s', async (error, code) => {
  const { store, storage, start, add } = await openWorkAlone();
  const put: Storage['put'] = async () => {
    throw error;
  };
  const id = await add(textBody('nowhere', 0.1));
  for (const name of ['a', 'b', 'c', 'd']) {
    const deferrals = (await store.get(id))?.deferrals ?? 0;
    start({ name, storage: { ...storage, put }, hasOthers: true });
    await until(async () => {
      const row = await store.get(id);
      return row?.state === 'failed' || (row?.deferrals ?? 0) > deferrals;
    });
  }
  expect(await store.get(id)).toMatchObject({ state: 'failed', error: { code } });
});
