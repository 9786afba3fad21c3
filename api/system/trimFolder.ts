import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What of a folder's files there may be at most. */
export interface FolderLimit {
  /** Files of other endings stay. */
  ending: string;
  most: number;
  /** What is counted: the files, or their bytes. */
  of: 'files' | 'bytes';
}

/**
 * Removes the files of a folder that were used longest ago, by their times of change, where there are too many. A tenth
 * more goes than must, so that this is seldom.
 * @returns how much is left.
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
