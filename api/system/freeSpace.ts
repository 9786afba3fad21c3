import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Deletes cache files, least recently used first, until there is enough space. Hard-linked files in use stay, since
 * deleting them frees nothing.
 * @param folders that contain nothing else. @param disk to free. @param isEnough checked before each file.
 */
export async function freeSpace(
  folders: readonly string[],
  disk: number,
  isEnough: () => Promise<boolean>,
): Promise<void> {
  const files = (await Promise.all(folders.map(filesIn))).flat().filter(({ dev }) => dev === disk);
  for (const { path } of files.sort((a, b) => a.usedAt - b.usedAt)) {
    if (await isEnough()) return;
    await rm(path, { force: true }).catch(() => undefined);
  }
}

async function filesIn(folder: string): Promise<{ path: string; usedAt: number; dev: number }[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const info = await stat(path).catch(() => undefined);
      // Hidden files are still being written.
      if (!info?.isFile() || info.nlink > 1 || name.startsWith('.')) return [];
      return [{ path, usedAt: info.mtimeMs, dev: info.dev }];
    }),
  );
  return files.flat();
}
