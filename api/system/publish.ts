import { link, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from './makeFolder.ts';

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

/** Makes a folder and those above it, where they are missing, so that a loss of power does not take them away. @param folder absolute. */
export async function makeSafeFolder(folder: string): Promise<void> {
  const highest = await makeFolder(folder);
  if (highest === undefined) return;
  for (let made = folder; made.length >= highest.length; made = path.dirname(made))
    await syncFolder(path.dirname(made));
}

/** Makes files and folders safe, a few at a time. @throws when the disk fails. */
export async function syncFiles(places: readonly string[]): Promise<void> {
  const queue = places.values();
  const work = async () => {
    for (const place of queue) await syncFolder(place);
  };
  await Promise.all([work(), work(), work(), work()]);
}

/** Makes all files and folders below a folder safe, and the folder itself. @throws when the disk fails. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const places = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  await syncFiles([...places.map((entry) => path.join(entry.parentPath, entry.name)), folder]);
}

async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
