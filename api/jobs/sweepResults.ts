import { VIDEOS } from '../storage/keys.ts';
import type { Storage } from '../storage/storage.ts';
import type { VideoStore } from './store.ts';

/** What belongs to no video goes after this long, milliseconds. */
const OLD_MS = 7 * 24 * 3600_000;
/** So many results are compared with the rows of their videos at a time. */
const BATCH = 500;

interface Result {
  key: string;
  id: string;
  attempt: number;
  modifiedAt: number;
}

/**
 * Removes results that are nobody's: those of attempts that are over and were not published, as processes leave them that
 * die in between, and, later, those of videos that are gone. Where no video of the store is known, its rows are in a
 * database that this process was not given, and all stays.
 * @param options.leastAgeMs what is younger stays; default an hour. @param options.expectOwn throws where what no video of
 * ours has may be another database's.
 */
export async function sweepResults(
  storage: Pick<Storage, 'list' | 'remove'>,
  store: Pick<VideoStore, 'stored'>,
  { leastAgeMs = 3600_000, expectOwn }: { leastAgeMs?: number; expectOwn?: () => Promise<void> } = {},
): Promise<void> {
  let isKnown = false;
  const ownerless: string[] = [];
  const sweep = async (results: readonly Result[]) => {
    // Rows are read after the results were listed: what is published in between is seen as such.
    const rows = new Map((await store.stored([...new Set(results.map(({ id }) => id))])).map((row) => [row.id, row]));
    if (rows.size > 0) isKnown = true;
    for (const { key, id, attempt, modifiedAt } of results) {
      const row = rows.get(id);
      if (!row && Date.now() - modifiedAt > Math.max(leastAgeMs, OLD_MS)) ownerless.push(key);
      if (!row || (row.status === 'rendering' && [row.attempt, row.planned].includes(attempt))) continue;
      const name = key.slice(key.lastIndexOf('/') + 1);
      const isPublished = row.status === 'done' && (row.file === name || row.poster === name);
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
