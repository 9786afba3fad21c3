import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeNamedFolder } from './makeFolder.ts';

/** Permissions of the group and of other users. */
const OTHERS = 0o077;
/** In a folder with this bit, such as /tmp, many users keep their files. */
const STICKY = 0o1000;

/** From now on, files that this process and its children create are for its user alone. */
export function createFilesPrivately(): void {
  process.umask(OTHERS);
}

/**
 * Creates a folder that only its owner can enter, or closes an existing one to others.
 * @returns whether it is closed: folders of another user, and those that users share, such as /tmp, stay as they are.
 * @throws Error that says in words why there can be no such folder.
 */
export async function makePrivateFolder(folder: string): Promise<boolean> {
  await makeNamedFolder(folder, 0o700);
  return closeToOthers(folder, await stat(folder));
}

/**
 * Closes all files and folders in a private folder to others, as far as they belong to this user. Cheap to repeat: skips
 * folders in it that are closed already. Follows links in the folder itself, not below.
 */
export async function closeFilesToOthers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const place = join(root, name);
    const info = await stat(place).catch(() => undefined);
    if (info && isOpen(info) && !isOfAnother(info)) await closeTree(place, info);
  }
}

/** A folder is closed after what is in it: one that is closed needs no second look, even if this process was killed. */
async function closeTree(place: string, info: Stats): Promise<void> {
  if (info.isDirectory()) {
    const entries = await readdir(place, { withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isDirectory() && !entry.isFile()) continue;
      const inside = join(place, entry.name);
      const found = await lstat(inside).catch(() => undefined);
      if (found) await closeTree(inside, found);
    }
  }
  await closeToOthers(place, info);
}

async function closeToOthers(place: string, info: Stats): Promise<boolean> {
  if (!isOpen(info)) return true;
  if (isOfAnother(info) || info.mode & STICKY) return false;
  return chmod(place, info.mode & 0o700).then(
    () => true,
    // A file that was deleted meanwhile, or a file system without permissions.
    () => false,
  );
}

function isOpen({ mode }: Stats): boolean {
  return (mode & OTHERS) !== 0;
}

function isOfAnother({ uid }: Stats): boolean {
  return process.getuid !== undefined && uid !== process.getuid();
}
