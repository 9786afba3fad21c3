import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder } from '../storage/folders.ts';
import { VIDEOS } from '../storage/keys.ts';
import type { Storage } from '../storage/storage.ts';
import type { VideoStore } from './jobStore.ts';

/** Milliseconds after which a file of unknown origin is deleted. */
const UNKNOWN_MS = 24 * 3600_000;
/** Folder of an attempt: video id and attempt number; for a segment also its place and attempt. */
const ofAttempt = /^([0-9a-f]{32})-(\d+)(-\d+-\d+)?$/;

/** Returns the folder name of an attempt; it shows an operator which video a process works on. */
export function workFolderOf(video: { id: string; attempt: number }): string {
  return `${video.id}-${video.attempt}`;
}

/** Returns the folder name of an attempt at a segment. @param planned the video's attempt that made the plan. */
export function segmentFolderOf(
  planned: number,
  segment: { video_id: string; place: number; attempt: number },
): string {
  return `${segment.video_id}-${planned}-${segment.place}-${segment.attempt}`;
}

/**
 * Deletes working files that dead processes left, while other processes work: those of finished attempts, and anything
 * else that is old.
 * @param leastAgeMs minimum age, since a finished attempt may still be cleaning up.
 */
export async function sweepWork(folder: string, store: Pick<VideoStore, 'get'>, leastAgeMs = 600_000): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name);
    const info = await stat(place).catch(() => undefined);
    if (!info) continue;
    const [, id, attempt, segment] = ofAttempt.exec(name) ?? [];
    if (Date.now() - info.mtimeMs < (id === undefined ? UNKNOWN_MS : leastAgeMs)) continue;
    const row = id === undefined ? undefined : await store.get(id);
    if (row?.state === 'running' && (segment !== undefined || row.attempt === Number(attempt))) continue;
    await removeFolder(place);
  }
}

/** Milliseconds after which files without a video are deleted. */
const OWNERLESS_MS = 7 * 24 * 3600_000;
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
      if (!row && Date.now() - modifiedAt > Math.max(leastAgeMs, OWNERLESS_MS)) ownerless.push(key);
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
