import { rename, rm } from 'node:fs/promises';
import { linkOrCopy, openSegmentCache, type SegmentCache } from './segmentCache.ts';

/** Encoded segments that machines share, by the names of their caches. What fails is no matter of a render. */
export interface FarSegments {
  has(key: string): Promise<boolean>;
  /** Gives one out as a file that is then ours. @returns whether it is there. */
  fetch(key: string, to: string): Promise<boolean>;
  /** Takes one in; the file may be gone from its place afterwards. */
  put(key: string, file: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** The cache of a render, where it has one. @param given see RenderOptions. */
export function openCacheOf(given: { cacheDir?: string | undefined; farSegments?: FarSegments | undefined }) {
  if (given.cacheDir === undefined) return undefined;
  const near = openSegmentCache(given.cacheDir);
  return given.farSegments ? withFarSegments(near, given.farSegments) : near;
}

/** A cache that looks on this machine first, then where machines share what they have. What it finds there stays here too. */
function withFarSegments(near: SegmentCache, far: FarSegments): SegmentCache {
  const taken = new Set<string>();
  let isAway = false;
  /** Who is away is not asked again by the same render: it would wait for each segment. */
  const ask = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    if (isAway) return otherwise;
    try {
      return await work();
    } catch {
      isAway = true;
      return otherwise;
    }
  };
  return {
    has: async (key) => (await near.has(key)) || ask(() => far.has(key), false),
    async take(key, to) {
      const isNear = await near.take(key, to);
      const file = `${to}.shared`;
      if (!isNear && !(await ask(() => far.fetch(key, file), false))) return false;
      // What is near is mostly far too: one that is damaged would come back from there.
      taken.add(key);
      if (isNear) return true;
      await near.add(key, file);
      // What this machine has no room for is taken all the same.
      if (await near.take(key, to)) await rm(file, { force: true });
      else await rename(file, to);
      return true;
    },
    async add(key, from) {
      await near.add(key, from);
      const file = `${from}.shared`;
      await ask(async () => {
        await linkOrCopy(from, file);
        await far.put(key, file);
      }, undefined);
      await rm(file, { force: true });
    },
    async forgetTaken() {
      const keys = [...taken];
      taken.clear();
      for (const key of keys) await ask(() => far.remove(key), undefined);
      return (await near.forgetTaken()) || keys.length > 0;
    },
  };
}
