import { openDatabase } from '../db/database.ts';
import { openQueue } from './queue.ts';

/**
 * Opens the database, and the queue that has tables of its own in it. Bringing them up to date may take long; after that nothing may.
 * @param closers gets what ends them.
 */
export async function openTables(
  where: Parameters<typeof openDatabase>[0],
  onError: (error: unknown, what: string) => void,
  closers: (() => unknown)[],
) {
  const database = await openDatabase(where);
  closers.push(() => database.close());
  const queue = await openQueue(database, (error) => onError(error, 'the job queue failed'));
  closers.push(() => queue.stop());
  database.begin();
  return { database, queue };
}
