import type { VideoRow } from '../db/tables.ts';
import { type Folders, sweepFolder } from '../storage/folders.ts';
import type { Changes } from './changes.ts';
import { type SegmentStore, workIdOf } from './segmentStore.ts';
import { createStillness, LEASE_SECONDS } from './stillness.ts';
import type { VideoStore } from './store.ts';
import type { Worker } from './worker.ts';

const SWEEP_MS = 4000;
/** What is looked at only once in so many looks. */
const SELDOM = 60;

/** What recovery needs. */
export interface RecoverContext {
  name: string;
  store: VideoStore;
  segments: SegmentStore;
  changes: Changes;
  onError: (error: unknown, what: string) => void;
}

/**
 * Puts back what a dead process was working on; at the start of a process that is alone on its database, before
 * any worker runs. Nobody has to wait for a lease to run out then.
 */
export async function recoverAll({ store, segments }: Pick<RecoverContext, 'store' | 'segments'>): Promise<void> {
  for (const row of [...(await segments.rendering()), ...(await segments.stranded(-1))])
    await segments.requeue(row, { crashed: row.status === 'rendering' });
  for (const row of [...(await store.rendering()), ...(await store.stranded(-1))])
    await store.requeue(row, { crashed: row.status === 'rendering' });
}

/** Takes up what an earlier process was at, where no other can be; before any worker runs. */
export async function recoverAlone(
  folders: Pick<Folders, 'work'>,
  videos: Pick<RecoverContext, 'store' | 'segments'>,
  others: readonly { recover(): Promise<unknown> }[],
): Promise<void> {
  await sweepFolder(folders.work, []);
  await recoverAll(videos);
  for (const { recover } of others) await recover();
}

/** Looks now and then for videos that nobody works on any more, here or in another process, and puts them back. @returns its end. */
export function startSweeps(context: RecoverContext, worker: Worker | undefined): () => void {
  const sweep = createSweep(context, worker);
  const timer = setInterval(() => void sweep().catch((error) => context.onError(error, 'a sweep failed')), SWEEP_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Makes what looks for such videos once; who is silent is known by more than one look. */
export function createSweep({ store, segments, changes, name }: Omit<RecoverContext, 'onError'>, worker?: Worker) {
  const [stillness, stillnessOfSegments] = [createStillness(), createStillness()];
  // One's own silence is no sign of death: a busy process beats late, and knows what it works on.
  const isMine = (row: VideoRow) =>
    row.status === 'rendering' && row.worker === name && worker?.active().includes(row.id);
  const sweepSegments = async () => {
    const silent = stillnessOfSegments.silent(await segments.rendering());
    for (const row of [...silent, ...(await segments.stranded(LEASE_SECONDS))]) {
      if (row.worker === name && worker?.active().includes(workIdOf(row))) continue;
      if (await segments.requeue(row, { crashed: row.status === 'rendering' })) changes.announce(row.video_id);
      worker?.wake();
    }
  };
  const sweepVideos = async () => {
    for (const row of [...stillness.silent(await store.rendering()), ...(await store.stranded(LEASE_SECONDS))]) {
      if (isMine(row)) continue;
      if (await store.requeue(row, { crashed: row.status === 'rendering' })) changes.announce(row.id);
      worker?.wake();
    }
  };
  const sweepExpired = async () => {
    for (const row of await segments.expired()) await segments.requeue(row, { crashed: true });
    for (const row of await store.expired()) await store.requeue(row, { crashed: true });
  };
  let looks = 0;
  return async (): Promise<void> => {
    try {
      // It takes a day to expire.
      if (looks++ % SELDOM === 0) await sweepExpired();
      await sweepSegments();
      await sweepVideos();
    } catch (error) {
      // Where the database is away from here it may be so from all: who lives cannot say it either.
      for (const one of [stillness, stillnessOfSegments]) one.excuse();
      throw error;
    }
  };
}
