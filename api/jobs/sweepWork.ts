import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder } from '../storage/folders.ts';
import type { VideoStore } from './jobStore.ts';

/** Milliseconds after which a file of unknown origin is deleted. */
const OLD_MS = 24 * 3600_000;
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
    if (Date.now() - info.mtimeMs < (id === undefined ? OLD_MS : leastAgeMs)) continue;
    const row = id === undefined ? undefined : await store.get(id);
    if (row?.state === 'running' && (segment !== undefined || row.attempt === Number(attempt))) continue;
    await removeFolder(place);
  }
}
