import { access, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../system/publish.ts';

/** Lies in a data folder as long as a restore into it is not done. */
export const UNFINISHED = 'restoring';

/** Says of a data folder that a restore into it has begun. */
export async function markUnfinished(folder: string): Promise<void> {
  await writeFile(path.join(folder, UNFINISHED), '');
  await syncFolder(folder);
}

/** Says that the restore is done. */
export async function markFinished(folder: string): Promise<void> {
  await syncFolder(folder);
  await rm(path.join(folder, UNFINISHED));
  await syncFolder(folder);
}

/**
 * The data folder itself. @throws Error for one that holds a part of a backup only: what is not there yet must not be taken for
 * deleted.
 */
export async function finished(folder: string): Promise<string> {
  const isMarked = await access(path.join(folder, UNFINISHED)).then(
    () => true,
    () => false,
  );
  if (!isMarked) return folder;
  throw new Error(`A restore into ${folder} did not come to its end. Run it once more, then start again.`);
}
