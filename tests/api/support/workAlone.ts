import { onTestFinished } from 'vitest';
import { storableJson } from '../../../api/db/storable.ts';
import { createChanges } from '../../../api/jobs/jobChanges.ts';
import { createStore, type NewJob } from '../../../api/jobs/jobStore.ts';
import { renderQueues } from '../../../api/jobs/kinds.ts';
import type { WorkerContext } from '../../../api/jobs/results.ts';
import { type Runner, type RunnerContext, startRunner } from '../../../api/jobs/runner.ts';
import { createSegmentStore } from '../../../api/jobs/segmentStore.ts';
import { segmentKind } from '../../../api/jobs/segmentWork.ts';
import { videoKind } from '../../../api/jobs/videoWork.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { createDiskStorage } from '../../../api/storage/diskStorage.ts';
import { openFolders } from '../../../api/storage/folders.ts';
import { createBudget } from '../../../api/system/budget.ts';
import { createMetrics } from '../../../api/system/metrics.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { lendDatabase } from './database.ts';
import { temporaryFolder } from './files.ts';

/** The parts of a service that do background work, without HTTP. They end with the test. */
export async function openWorkAlone() {
  const dataDir = await temporaryFolder();
  const folders = await openFolders(dataDir);
  const { database, queue } = await lendDatabase();
  const [store, segments] = [createStore(database, queue), createSegmentStore(database, queue)];
  const changes = createChanges();
  const workers: Runner[] = [];
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop();
  });
  const usual: WorkerContext & Omit<RunnerContext, 'rest'> = {
    ...{ name: 'w', store, segments, queue, changes, folders, painter: undefined, storage: createDiskStorage(dataDir) },
    ...{ locate: () => Promise.reject(new Error('No media.')), budget: createBudget(), onError: () => undefined },
    ...{ metrics: createMetrics(async () => []), hasOthers: false },
  };
  return {
    ...{ dataDir, database, queue, store, segments, storage: usual.storage },
    /** Starts a worker. @param otherwise overrides of its context. */
    start(otherwise: Partial<typeof usual> = {}): Runner {
      const context = { ...usual, ...otherwise, rest: { until: 0 } };
      const video = videoKind(context);
      const kinds = { plan: video, join: video, segment: segmentKind(context) };
      const worker = startRunner(context, kinds, [{ queues: renderQueues, slots: 1 }]);
      workers.push(worker);
      return worker;
    },
    /** Creates a video. @returns its id. */
    async add(body: object, more: Partial<NewJob> = {}): Promise<string> {
      const project = parseProject(body);
      if (!project.ok) throw new Error('The project is not good.');
      const plain = { id: newSecretId(), owner: 'o', party: 'o', name: null, idempotencyKey: null, requestHash: 'h' };
      return (await store.add({ ...plain, ...more, project: storableJson(project.value) })).row.id;
    },
  };
}
