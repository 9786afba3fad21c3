import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../api/db/database.ts';
import { createChanges } from '../../api/jobs/changes.ts';
import { openQueue } from '../../api/jobs/queue.ts';
import { createSegmentStore } from '../../api/jobs/segmentStore.ts';
import { createStore, type VideoStore } from '../../api/jobs/store.ts';
import { startWorker } from '../../api/jobs/worker.ts';
import { newSecretId } from '../../api/sources/ids.ts';
import { createDiskStorage } from '../../api/storage/diskStorage.ts';
import { openFolders } from '../../api/storage/folders.ts';
import { createBudget } from '../../api/system/budget.ts';
import { createMetrics } from '../../api/system/metrics.ts';
import { parseProject } from '../../engine/project/parse.ts';
import { prepareDatabase } from './support/database.ts';
import { temporaryFolder } from './support/files.ts';
import { textBody } from './support/projects.ts';
import { until } from './support/service.ts';

it('a result that is in the list stays, though what the database said of it is lost and nothing can be tidied', async () => {
  const dataDir = await temporaryFolder();
  await prepareDatabase(dataDir);
  const folders = await openFolders(dataDir);
  const database = await openDatabase({ dataDir });
  const queue = await openQueue(database, () => undefined);
  const store = createStore(database, queue);
  const changes = createChanges();
  const lost = new Error('The connection was lost.');
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
  const worker = startWorker(
    {
      ...{
        name: 'w',
        segments: createSegmentStore(database, queue),
        store: { ...store, finish, get },
        queue,
        changes,
        folders,
        painter: undefined,
      },
      ...{ storage: createDiskStorage(dataDir), locate: () => Promise.reject(new Error('No media.')) },
      ...{ budget: createBudget(), metrics: createMetrics(async () => []), onError: () => undefined },
    },
    1,
  );
  onTestFinished(async () => {
    await worker.stop();
    await queue.stop();
    await database.close();
  });
  const project = parseProject(textBody('kept', 0.1));
  if (!project.ok) throw new Error('The project is not good.');
  for (const losses of [0, 1, 99]) {
    lossesLeft = losses;
    const job = { id: newSecretId(), owner: 'o', name: null, idempotencyKey: null, requestHash: 'h' };
    await store.add({ ...job, project: project.value });
    worker.wake();
    await until(async () => (await store.get(job.id))?.status === 'done' && worker.active().length === 0);
    const stored = await readdir(path.join(dataDir, 'videos', job.id));
    expect(stored.sort(), `${losses} losses`).toEqual(['1.mp4', '1.poster.jpg']);
  }
});
