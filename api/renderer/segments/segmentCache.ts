import { copyFile, link, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { partBeside, sweepTemporary } from '../../system/temporary.ts';
import { trimFolder } from '../../system/trimFolder.ts';

/** Encoded segments, by what they were made from: what is there need not be encoded again. */
export interface SegmentCache {
  /** Whether a segment is there; it may go any time. */
  has(key: string): Promise<boolean>;
  /**
   * Gives a segment out under another name, in the place of what has it; it stays there, also when the cache lets it go.
   * @returns whether it is there.
   */
  take(key: string, to: string): Promise<boolean>;
  /** Takes a segment in; where they are too many, those go that nobody asked for in the longest time. */
  add(key: string, from: string): Promise<void>;
  /** Forgets all that it gave out, because something of it was not what it should be. @returns whether it gave any. */
  forgetTaken(): Promise<boolean>;
}

/** How much a cache holds unless told otherwise, bytes. */
export const segmentCacheSize = 4_000_000_000;

/**
 * A cache in a folder, which several processes may share: files appear whole or not at all, and none is ever changed.
 * What goes wrong with it is no matter of a render: then there is nothing cached.
 * @param most bytes that it holds.
 */
export function openSegmentCache(folder: string, most = segmentCacheSize): SegmentCache {
  const pathOf = (key: string) => join(folder, `${key}.segment`);
  const taken = new Set<string>();
  // Bytes that are there, as far as is known: the folder is only listed at the first segment, and when it is full.
  let held: number | undefined;
  return {
    has: (key) =>
      stat(pathOf(key)).then(
        () => true,
        () => false,
      ),
    async take(key, to) {
      try {
        // A segment of an attempt before would be taken for it.
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
        if (held === undefined) await sweepTemporary(folder);
        await linkOrCopy(from, pathOf(key));
        held = held === undefined ? undefined : held + (await stat(from)).size;
        if (held === undefined || held > most)
          held = await trimFolder(folder, { ending: '.segment', most, of: 'bytes' });
      } catch {
        // A segment that is not cached is encoded again, that is all.
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

/** Another name for the same file; a copy where that cannot be, on another disk. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code === 'ENOENT') throw error;
    const part = partBeside(to);
    try {
      await copyFile(from, part);
      await rename(part, to);
    } finally {
      await rm(part, { force: true });
    }
  }
}
