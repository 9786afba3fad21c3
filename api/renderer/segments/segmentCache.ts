import { copyFile, link, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sweepTemporary, temporaryName } from '../../system/temporary.ts';
import { trimFolder } from '../../system/trimFolder.ts';

/** Cache of encoded segments, by a key of everything they are made from. */
export interface SegmentCache {
  /** Whether a segment is cached; it may be evicted at any time. */
  has(key: string): Promise<boolean>;
  /**
   * Links a segment to another path, replacing the file there. The link survives eviction.
   * @returns whether it was cached.
   */
  copyTo(key: string, to: string): Promise<boolean>;
  /** Adds a segment. If the cache is full, evicts the least recently used. */
  add(key: string, from: string): Promise<void>;
  /** Deletes everything taken so far, because some of it may be damaged. @returns whether anything was taken. */
  forgetTaken(): Promise<boolean>;
}

/** Default size of a cache, in bytes. */
export const segmentCacheSize = 4_000_000_000;

/**
 * Opens a cache in a folder, which processes may share: files appear complete and never change. Cache errors never fail
 * a render.
 * @param most maximum size, in bytes.
 */
export function openSegmentCache(folder: string, most = segmentCacheSize): SegmentCache {
  const pathOf = (key: string) => join(folder, `${key}.segment`);
  const taken = new Set<string>();
  // Size of the cache as far as known. The folder is only listed for the first segment, and when it is full.
  let cachedBytes: number | undefined;
  return {
    has: (key) =>
      stat(pathOf(key)).then(
        () => true,
        () => false,
      ),
    async copyTo(key, to) {
      try {
        // A segment of an earlier attempt may be there.
        await rm(to, { force: true });
        await linkOrCopy(pathOf(key), to);
        const now = new Date();
        await utimes(pathOf(key), now, now).catch(() => undefined);
        taken.add(key);
        return true;
      } catch {
        return false;
      }
    },
    async add(key, from) {
      try {
        await mkdir(folder, { recursive: true });
        if (cachedBytes === undefined) await sweepTemporary(folder);
        await linkOrCopy(from, pathOf(key));
        cachedBytes = cachedBytes === undefined ? undefined : cachedBytes + (await stat(from)).size;
        if (cachedBytes === undefined || cachedBytes > most)
          cachedBytes = await trimFolder(folder, { ending: '.segment', most, of: 'bytes' });
      } catch {
        // An uncached segment is encoded again, nothing more.
      }
    },
    async forgetTaken() {
      const keys = [...taken];
      taken.clear();
      await Promise.all(keys.map((key) => rm(pathOf(key), { force: true }).catch(() => undefined)));
      return keys.length > 0;
    },
  };
}

/** Hard-links a file, or copies it if the target is on another disk. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code === 'ENOENT') throw error;
    const part = temporaryName(to);
    try {
      await copyFile(from, part);
      await rename(part, to);
    } finally {
      await rm(part, { force: true });
    }
  }
}
