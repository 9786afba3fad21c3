import { rename, rm } from 'node:fs/promises';
import { linkOrCopy, openSegmentCache, type SegmentCache } from './segmentCache.ts';

/** Cache of encoded segments that machines share, by cache key. Failures never fail a render. */
export interface RemoteSegments {
  has(key: string): Promise<boolean>;
  /** Copies a segment to a file that the caller then owns. @returns whether it was found. */
  fetch(key: string, to: string): Promise<boolean>;
  /** Stores a segment; may move the file away. */
  put(key: string, file: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Opens the segment cache of a render, if it has one. @param options see RenderOptions. */
export function openCacheOf(options: { cacheDir?: string | undefined; farSegments?: RemoteSegments | undefined }) {
  if (options.cacheDir === undefined) return undefined;
  const near = openSegmentCache(options.cacheDir);
  return options.farSegments ? withFarSegments(near, options.farSegments) : near;
}

/**
 * Returns a cache that tries this machine first, then the shared cache. Stores what it finds there on this machine too.
 */
function withFarSegments(near: SegmentCache, far: RemoteSegments): SegmentCache {
  const taken = new Set<string>();
  let isAway = false;
  /** After a failure, the shared cache is not used again in this render, because every segment would wait for it. */
  const attempt = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    if (isAway) return otherwise;
    try {
      return await work();
    } catch {
      isAway = true;
      return otherwise;
    }
  };
  return {
    has: async (key) => (await near.has(key)) || attempt(() => far.has(key), false),
    async copyTo(key, to) {
      const isNear = await near.copyTo(key, to);
      const file = `${to}.shared`;
      if (!isNear && !(await attempt(() => far.fetch(key, file), false))) return false;
      // A local segment is usually in the shared cache too, and a damaged one would be fetched again from there.
      taken.add(key);
      if (isNear) return true;
      await near.add(key, file);
      // Used also if the local cache has no room for it.
      if (await near.copyTo(key, to)) await rm(file, { force: true });
      else await rename(file, to);
      return true;
    },
    async add(key, from) {
      await near.add(key, from);
      const file = `${from}.shared`;
      await attempt(async () => {
        await linkOrCopy(from, file);
        await far.put(key, file);
      }, undefined);
      await rm(file, { force: true });
    },
    async forgetTaken() {
      const keys = [...taken];
      taken.clear();
      for (const key of keys) await attempt(() => far.remove(key), undefined);
      return (await near.forgetTaken()) || keys.length > 0;
    },
  };
}
