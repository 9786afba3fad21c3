import { link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Puts a written file in its place so that it is there whole or not at all, even after a crash: fsync, rename, fsync of
 * the folder. Where the system cannot sync folders the file is whole too; only how soon its name is safe is then the
 * system's affair.
 * @param from a file on the same disk. @param given.mayReplace false: what is there stays; default true.
 * @throws when the disk fails; with the code EEXIST where something is there that may not be replaced.
 */
export async function publish(
  from: string,
  to: string,
  { mayReplace = true }: { mayReplace?: boolean } = {},
): Promise<void> {
  await sync(from);
  await (mayReplace ? rename(from, to) : moveBeside(from, to));
  await syncFolder(path.dirname(to));
}

/** Two that want the same place at once do not replace each other unseen. */
async function moveBeside(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await rm(from);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some disks have no second names for a file.
    await rename(from, to);
  }
}

/** Makes the names in a folder safe, where the system can. @throws when the disk fails. */
export async function syncFolder(folder: string): Promise<void> {
  await sync(folder).catch((error: NodeJS.ErrnoException) => {
    if (!cannotSync.has(error.code ?? '')) throw error;
  });
}

/** What systems say that cannot open or sync a folder: Windows, and some network file systems. */
const cannotSync = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS', 'EISDIR', 'EPERM', 'EACCES']);

async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
