import { openDatabase } from '../db/database.ts';
import { DatabaseAwayError } from '../db/databaseAway.ts';
import { openQueue } from './queue.ts';

/**
 * Opens the database and the job queue inside it. Migrations may take long; the time limit of statements applies after
 * them.
 * @param closers receives the functions that close both. @throws Error with a message for the terminal.
 */
export async function openTables(
  where: Parameters<typeof openDatabase>[0],
  onError: (error: unknown, what: string) => void,
  closers: (() => unknown)[],
) {
  try {
    const database = await openDatabase(where);
    closers.push(() => database.close());
    const queue = await openQueue(database, (error) => onError(error, 'the job queue failed'));
    closers.push(() => queue.stop());
    database.begin();
    return { database, queue };
  } catch (error) {
    if (!(error instanceof DatabaseAwayError) || where.url === undefined) throw error;
    throw new Error(`${error.message} Start it, give it more connections, or correct DATABASE_URL.`, { cause: error });
  }
}
