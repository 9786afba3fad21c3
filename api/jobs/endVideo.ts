import type { VideoRow } from '../db/tables.ts';
import { videoPrefix } from '../storage/keys.ts';
import { removeAll, type Storage } from '../storage/storage.ts';
import type { Changes } from './jobChanges.ts';
import type { VideoStore } from './jobStore.ts';
import type { Runner } from './runner.ts';
import { hasEnded } from './videoRecord.ts';

/** What ending a video needs. */
interface Ending {
  store: VideoStore;
  worker: Pick<Runner, 'abort'> | undefined;
  changes: Changes;
  storage: Storage;
}

/** Cancels an open video or deletes a finished one. @returns undefined if its row has just changed. */
export async function endVideo(
  { store, worker, changes, storage }: Ending,
  row: Pick<VideoRow, 'id' | 'state'>,
): Promise<'cancelled' | 'deleted' | undefined> {
  if (!hasEnded(row) && (await store.cancel(row.id))) {
    worker?.abort(row.id);
    changes.announce(row.id);
    // Segments that are already rendered; a sweep deletes what remains.
    await removeAll(storage, videoPrefix(row.id)).catch(() => undefined);
    return 'cancelled';
  }
  // Files go first: after an interruption the video is still listed and can be deleted again.
  await removeAll(storage, videoPrefix(row.id));
  if (!(await store.remove(row.id))) return undefined;
  changes.announce(row.id);
  return 'deleted';
}

/** Deletes a video in any state; running work is canceled first. */
export async function removeVideo(ending: Ending, row: Pick<VideoRow, 'id' | 'state'>): Promise<void> {
  if ((await endVideo(ending, row)) === 'cancelled') await endVideo(ending, { ...row, state: 'canceled' });
}
