import type { StudioDatabase } from '../../state/database.ts';
import { loadWithSchemas } from '../../state/loadWithSchemas.ts';

let running: Promise<void> | undefined;

/**
 * Uploads files of projects that exist only in this browser, one after the other. A second call waits for the running
 * one.
 * @param onSent called once some are uploaded, so that the projects using them can be synced.
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

/** Uploaded files that were already reported: reporting them again would not help a project that the server rejects. */
const told = new Set<string>();

/** Failures are shown with the file and retried next time. */
async function isSentNow(database: StudioDatabase, path: string): Promise<boolean> {
  if (!(await isThere(database, path))) {
    const { ensureUploaded } = await loadWithSchemas(() => import('../../media/uploads.ts'));
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
