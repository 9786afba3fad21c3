import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeNamedFolder } from './makeFolder.ts';

/** Permissions of group and others. */
const OTHERS = 0o077;
/** Sticky bit of folders that users share, such as /tmp. */
const STICKY = 0o1000;

/** Makes new files of this process and its children private to its user. */
export function createFilesPrivately(): void {
  process.umask(OTHERS);
}

/**
 * Creates a private folder, or makes an existing one private.
 * @returns whether it is private: folders of other users and shared ones, such as /tmp, are left unchanged.
 * @throws Error with a readable reason if it cannot be created.
 */
export async function makePrivateFolder(folder: string): Promise<boolean> {
  await makeNamedFolder(folder, 0o700);
  return closeToOthers(folder, await stat(folder));
}

/**
 * Makes all of this user's files and folders in a private folder private. Cheap to repeat: skips folders that are
 * already private. Follows symbolic links directly in the folder, but not deeper.
 */
export async function closeFilesToOthers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const place = join(root, name);
    const info = await stat(place).catch(() => undefined);
    if (info && isOpen(info) && !isOfAnother(info)) await closeTree(place, info);
  }
}

/** A folder is closed after its content: a closed one needs no second pass, even if this process was killed. */
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
    // The file was deleted meanwhile, or the file system has no permissions.
    () => false,
  );
}

function isOpen({ mode }: Stats): boolean {
  return (mode & OTHERS) !== 0;
}

function isOfAnother({ uid }: Stats): boolean {
  return process.getuid !== undefined && uid !== process.getuid();
}
