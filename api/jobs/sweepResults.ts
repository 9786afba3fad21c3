import { VIDEOS } from '../storage/keys.ts';
import type { Storage } from '../storage/storage.ts';
import type { VideoStore } from './jobStore.ts';

/** Milliseconds after which files without a video are deleted. */
const OLD_MS = 7 * 24 * 3600_000;
/** Number of results compared with their rows at a time. */
const BATCH = 500;

interface Result {
  key: string;
  id: string;
  attempt: number;
  modifiedAt: number;
}

/**
 * Deletes orphaned results: those of finished attempts that were not published (their process died) and, later, those
 * of deleted videos. If no stored video is known, the rows are probably in another database, and nothing is deleted.
 * @param options.leastAgeMs minimum age; default: an hour. @param options.expectOwn throws if files of unknown videos
 * may belong to another database.
 */
export async function sweepResults(
  storage: Pick<Storage, 'list' | 'remove'>,
  store: Pick<VideoStore, 'stored'>,
  { leastAgeMs = 3600_000, expectOwn }: { leastAgeMs?: number; expectOwn?: () => Promise<void> } = {},
): Promise<void> {
  let isKnown = false;
  const ownerless: string[] = [];
  const sweep = async (results: readonly Result[]) => {
    // Rows are read after the listing, so results published in between are recognized.
    const rows = new Map((await store.stored([...new Set(results.map(({ id }) => id))])).map((row) => [row.id, row]));
    if (rows.size > 0) isKnown = true;
    for (const { key, id, attempt, modifiedAt } of results) {
      const row = rows.get(id);
      if (!row && Date.now() - modifiedAt > Math.max(leastAgeMs, OLD_MS)) ownerless.push(key);
      if (!row || (row.state === 'running' && [row.attempt, row.planned].includes(attempt))) continue;
      const name = key.slice(key.lastIndexOf('/') + 1);
      const isPublished = row.state === 'done' && (row.file === name || row.poster === name);
      if (!isPublished) await storage.remove(key);
    }
  };
  let batch: Result[] = [];
  for await (const { key, modifiedAt } of storage.list(VIDEOS)) {
    const [, id, attempt] = /^videos\/([0-9a-f]{32})\/(\d+)\.[^/]+$/.exec(key) ?? [];
    if (id === undefined || Date.now() - modifiedAt < leastAgeMs) continue;
    batch.push({ key, id, attempt: Number(attempt), modifiedAt });
    if (batch.length < BATCH) continue;
    await sweep(batch);
    batch = [];
  }
  if (batch.length > 0) await sweep(batch);
  if (!isKnown || ownerless.length === 0) return;
  await expectOwn?.();
  for (const key of ownerless) await storage.remove(key);
}
