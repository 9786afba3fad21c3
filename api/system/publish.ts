import { link, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from './makeFolder.ts';

/**
 * Moves a finished file to its place atomically and durably: fsync, rename, fsync of the folder. If the system cannot
 * sync folders, the file is still complete, but its name becomes durable later.
 * @param from a file on the same disk. @param options.mayReplace false: an existing file stays; default: true.
 * @throws if the disk fails; code EEXIST if the file exists and may not be replaced.
 */
export async function publish(
  from: string,
  to: string,
  { mayReplace = true }: { mayReplace?: boolean } = {},
): Promise<void> {
  await sync(from);
  await (mayReplace ? rename(from, to) : moveIfAbsent(from, to));
  await syncFolder(path.dirname(to));
}

/** link fails if the target exists, so that concurrent writers do not replace each other. */
async function moveIfAbsent(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await rm(from);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems have no hard links.
    await rename(from, to);
  }
}

/** Makes the names in a folder durable, if the system can. @throws if the disk fails. */
export async function syncFolder(folder: string): Promise<void> {
  await sync(folder).catch((error: NodeJS.ErrnoException) => {
    if (!cannotSync.has(error.code ?? '')) throw error;
  });
}

/** Errors of systems that cannot open or sync folders: Windows, and some network file systems. */
const cannotSync = new Set(['EINVAL', 'ENOTSUP', 'ENOSYS', 'EISDIR', 'EPERM', 'EACCES']);

/** Creates a folder and its missing parents durably. @param folder absolute. */
export async function makeDurableFolder(folder: string): Promise<void> {
  const highest = await makeFolder(folder);
  if (highest === undefined) return;
  for (let made = folder; made.length >= highest.length; made = path.dirname(made))
    await syncFolder(path.dirname(made));
}

/** Makes files and folders durable, a few at a time. @throws if the disk fails. */
export async function syncFiles(places: readonly string[]): Promise<void> {
  const queue = places.values();
  const work = async () => {
    for (const place of queue) await syncFolder(place);
  };
  await Promise.all([work(), work(), work(), work()]);
}

/** Makes a folder and everything inside it durable. @throws if the disk fails. */
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
