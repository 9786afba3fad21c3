import { access, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../system/publish.ts';

/** Marker in a data folder during a restore. */
export const UNFINISHED = 'restoring';

/** Marks a data folder as being restored. */
export async function markUnfinished(folder: string): Promise<void> {
  await writeFile(path.join(folder, UNFINISHED), '');
  await syncFolder(folder);
}

/** Removes the mark after a restore. */
export async function markFinished(folder: string): Promise<void> {
  await syncFolder(folder);
  await rm(path.join(folder, UNFINISHED));
  await syncFolder(folder);
}

/**
 * Returns the data folder. @throws Error if a restore into it is unfinished, since missing files would be taken for
 * deleted ones.
 */
export async function finished(folder: string): Promise<string> {
  const isMarked = await access(path.join(folder, UNFINISHED)).then(
    () => true,
    () => false,
  );
  if (!isMarked) return folder;
  throw new Error(`A restore into ${folder} did not come to its end. Run it once more, then start again.`);
}
