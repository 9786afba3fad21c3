import { onTestFinished } from 'vitest';
import { openDatabase } from '../../../api/db/database.ts';
import { storableJson } from '../../../api/db/storable.ts';
import { createStore } from '../../../api/jobs/jobStore.ts';
import { openQueue } from '../../../api/jobs/queue.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { prepareDatabase } from './database.ts';
import { temporaryFolder } from './files.ts';
import { textBody } from './projects.ts';

/** The video store with its queue on a temporary database, and the fields of a sample video. */
export async function openStoreAlone() {
  const dataDir = await temporaryFolder();
  await prepareDatabase(dataDir);
  const database = await openDatabase({ dataDir });
  const queue = await openQueue(database, () => undefined);
  onTestFinished(async () => {
    await queue.stop();
    await database.close();
  });
  const parsed = parseProject(textBody());
  if (!parsed.ok) throw new Error('The project is not good.');
  const video = { name: null, requestHash: 'h', project: storableJson(parsed.value) };
  return { database, queue, store: createStore(database, queue), video };
}
