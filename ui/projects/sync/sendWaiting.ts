import type { StudioDatabase } from '../../state/database.ts';
import { later } from '../../state/later.ts';

let running: Promise<void> | undefined;

/**
 * Sends the files of projects that are in this browser alone, one after the other; where that is under way it is waited for.
 * @param onSent told once some are there: the projects that name them can say so.
 */
export function sendWaiting(database: StudioDatabase, onSent: () => void): Promise<void> {
  running ??= sendAll(database, onSent).finally(() => {
    running = undefined;
  });
  return running;
}

async function sendAll(database: StudioDatabase, onSent: () => void): Promise<void> {
  const paths = new Set((await database.getAll('agreements')).flatMap(({ waiting }) => waiting));
  let isSent = false;
  for (const path of paths) isSent = (await isSentNow(database, path)) || isSent;
  if (isSent) onSent();
}

/** Files of which it was told here that they are there: once more would bring no project further that the server refuses. */
const told = new Set<string>();

/** Why it did not go is shown at the file; the next time it is tried again. */
async function isSentNow(database: StudioDatabase, path: string): Promise<boolean> {
  if (!(await isThere(database, path))) {
    const { ensureUploaded } = await later(() => import('../../media/uploads.ts'));
    await ensureUploaded([path]).catch(() => undefined);
    told.delete(path);
  }
  if (told.has(path) || !(await isThere(database, path))) return false;
  told.add(path);
  return true;
}

async function isThere(database: StudioDatabase, path: string): Promise<boolean> {
  return (await database.get('media', path))?.readUrl !== undefined;
}
