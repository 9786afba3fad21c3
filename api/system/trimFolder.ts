import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Limit of a folder's files. */
export interface FolderLimit {
  /** Only files with this extension count and are deleted. */
  ending: string;
  most: number;
  /** Whether files or their bytes are counted. */
  of: 'files' | 'bytes';
}

/**
 * Deletes the least recently modified files of a folder beyond a limit, and a tenth more, so that this happens rarely.
 * @returns what is left.
 */
export async function trimFolder(folder: string, { ending, most, of }: FolderLimit): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  if (of === 'files' && names.length <= most) return names.length;
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const info = await stat(path).catch(() => undefined);
      return { path, weight: of === 'files' ? 1 : (info?.size ?? 0), usedAt: info?.mtimeMs ?? 0 };
    }),
  );
  let left = files.reduce((sum, { weight }) => sum + weight, 0);
  if (left <= most) return left;
  for (const { path, weight } of files.sort((a, b) => a.usedAt - b.usedAt)) {
    if (left <= most * 0.9) break;
    await rm(path, { force: true });
    left -= weight;
  }
  return left;
}
