import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { removeFolder } from '../storage/folders.ts';
import type { VideoStore } from './store.ts';

/** What was not touched for this long is left over where nobody is known to work on it, milliseconds. */
const OLD_MS = 24 * 3600_000;
/** Folder of an attempt: the video's id and the attempt's number; then, of one at a segment, its place and attempt. */
const ofAttempt = /^([0-9a-f]{32})-(\d+)(-\d+-\d+)?$/;

/** Name of the folder that an attempt works in; it tells who looks at the machine whose work a process does. */
export function workFolderOf(video: { id: string; attempt: number }): string {
  return `${video.id}-${video.attempt}`;
}

/** As workFolderOf, of an attempt at a segment. @param planned the video's attempt that made the plan. */
export function segmentFolderOf(
  planned: number,
  segment: { video_id: string; place: number; attempt: number },
): string {
  return `${segment.video_id}-${planned}-${segment.place}-${segment.attempt}`;
}

/**
 * Removes working files that dead processes left, beside others that work: those of attempts that are over, and whatever
 * else is old.
 * @param leastAgeMs an attempt that is over may still be ending.
 */
export async function sweepWork(folder: string, store: Pick<VideoStore, 'get'>, leastAgeMs = 600_000): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name);
    const info = await stat(place).catch(() => undefined);
    if (!info) continue;
    const [, id, attempt, segment] = ofAttempt.exec(name) ?? [];
    if (Date.now() - info.mtimeMs < (id === undefined ? OLD_MS : leastAgeMs)) continue;
    const row = id === undefined ? undefined : await store.get(id);
    if (row?.status === 'rendering' && (segment !== undefined || row.attempt === Number(attempt))) continue;
    await removeFolder(place);
  }
}
