import type { RemoteSegments } from '../renderer/segments/remoteSegments.ts';
import { linkOrCopy } from '../renderer/segments/segmentCache.ts';
import { SEGMENTS } from '../storage/keys.ts';
import { isShared, type Storage, type StoredObject } from '../storage/storage.ts';
import { segmentType } from './shareVideo.ts';

/** Milliseconds after which a cached segment is deleted from storage; sooner if the total exceeds MOST_BYTES. */
const OLD_MS = 14 * 24 * 3600_000;
/** Most bytes of cached segments. */
const MOST_BYTES = 20_000_000_000;

const keyOf = (name: string) => SEGMENTS + name;

/**
 * Segment cache in shared storage; undefined if storage is this machine's own disk.
 * @param signal of the work that uses it.
 */
export function segmentsIn(storage: Storage, signal: AbortSignal): RemoteSegments | undefined {
  if (!isShared(storage)) return undefined;
  return {
    has: async (name) => (await storage.find(keyOf(name), signal)) !== undefined,
    async fetch(name, to) {
      if (!(await storage.find(keyOf(name), signal))) return false;
      const file = await storage.fetchLocal(keyOf(name), signal);
      try {
        await linkOrCopy(file.path, to);
      } finally {
        file.release();
      }
      return true;
    },
    put: (name, file) => storage.put(keyOf(name), file, { ...segmentType, isPassing: true, signal }),
    remove: (name) => storage.remove(keyOf(name)),
  };
}

/**
 * Wraps a segment cache and notes the names that are certainly stored, because they were just uploaded or downloaded.
 * @param far see segmentsIn.
 */
export function notedSegments(far: RemoteSegments | undefined) {
  const names = new Set<string>();
  const noted: RemoteSegments | undefined = far && {
    ...far,
    async fetch(name, to) {
      const isThere = await far.fetch(name, to);
      if (isThere) names.add(name);
      return isThere;
    },
    async put(name, file) {
      await far.put(name, file);
      names.add(name);
    },
  };
  const keyIfThere = (name: string | undefined) => (name !== undefined && names.has(name) ? keyOf(name) : undefined);
  return { noted, keyIfThere };
}

/** Deletes cached segments that are too old, and the oldest ones beyond the size limit. @param limits see OLD_MS. */
export async function sweepSegments(
  storage: Pick<Storage, 'list' | 'remove'>,
  { oldMs = OLD_MS, mostBytes = MOST_BYTES } = {},
): Promise<void> {
  const found: StoredObject[] = [];
  for await (const object of storage.list(SEGMENTS)) found.push(object);
  let left = found.reduce((sum, { size }) => sum + size, 0);
  for (const { key, size, modifiedAt } of found.sort((a, b) => a.modifiedAt - b.modifiedAt)) {
    if (left <= mostBytes && Date.now() - modifiedAt < oldMs) break;
    await storage.remove(key);
    left -= size;
  }
}
