import { onTestFinished } from 'vitest';
import { openDatabase } from '../../../api/db/database.ts';
import { storableJson } from '../../../api/db/storable.ts';
import { createStore } from '../../../api/jobs/jobStore.ts';
import { openQueue } from '../../../api/jobs/queue.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { lendDatabase } from './database.ts';
import { temporaryFolder } from './files.ts';
import { createPostgres, hasPostgres } from './postgres.ts';
import { textBody } from './projects.ts';

/** The databases that stores are tested on: their names, and whether it is PostgreSQL. */
export const storeDatabases: readonly (readonly [name: string, isPostgres: boolean])[] = [
  ['the embedded database', false],
  ...(hasPostgres() ? ([['PostgreSQL', true]] as const) : []),
];

/** The video store with its queue on a temporary database, and the fields of a sample video. They end with the test. */
export async function openStoreAlone({ isPostgres = false } = {}) {
  const { database, queue } = isPostgres ? await openOnPostgres() : await lendDatabase();
  const parsed = parseProject(textBody());
  if (!parsed.ok) throw new Error('The project is not good.');
  const video = { name: null, requestHash: 'h', project: storableJson(parsed.value) };
  return { database, queue, store: createStore(database, queue), video };
}

async function openOnPostgres() {
  const postgres = await createPostgres();
  const database = await openDatabase({ dataDir: await temporaryFolder(), url: postgres.url });
  const queue = await openQueue(database, () => undefined);
  onTestFinished(async () => {
    await queue.stop();
    await database.close();
    await postgres.stop();
  });
  return { database, queue };
}
