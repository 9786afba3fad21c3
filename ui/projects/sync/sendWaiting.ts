import type { StudioDatabase } from '../../state/database.ts';
import { later } from '../../state/later.ts';

let isBusy = false;

/**
 * Sends the files of projects that are in this browser alone, one after the other.
 * @param onSent told once some are there: the projects that name them can say so.
 */
export async function sendWaiting(database: StudioDatabase, onSent: () => void): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  try {
    const paths = new Set((await database.getAll('agreements')).flatMap(({ waiting }) => waiting));
    let isSent = false;
    for (const path of paths) isSent = (await isSentNow(path)) || isSent;
    if (isSent) onSent();
  } finally {
    isBusy = false;
  }
}

/** Why it did not go is shown at the file; the next time it is tried again. */
async function isSentNow(path: string): Promise<boolean> {
  const { ensureUploaded } = await later(() => import('../../media/uploads.ts'));
  return ensureUploaded([path]).then(
    () => true,
    () => false,
  );
}
