import { DatabaseAwayError } from '../db/databaseAway.ts';
import type { SegmentRow } from '../db/segmentTables.ts';
import type { VideoRow } from '../db/tables.ts';
import { type Folders, sweepFolder } from '../storage/folders.ts';
import type { Changes } from './changes.ts';
import { type LostContext, putBackLost } from './lostWork.ts';
import { type SegmentStore, workIdOf } from './segmentStore.ts';
import { createStillness, LEASE_SECONDS } from './stillness.ts';
import type { VideoStore } from './store.ts';
import { queueOf } from './videoJob.ts';
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
  /** Undefined where traces go nowhere. */
  lost?: LostContext | undefined;
  /** Whether this process is one of the few that look; default: it is. */
  isSweeper?: () => boolean;
  onError: (error: unknown, what: string) => void;
}

/**
 * Puts back what a dead process was working on; at the start of a process that is alone on its database, before
 * any worker runs. Nobody has to wait for a lease to run out then.
 */
export async function recoverAll(context: PuttingBack): Promise<void> {
  const { store, segments } = context;
  await store.redate();
  for (const row of [...(await segments.rendering()), ...(await segments.stranded(-1))])
    await putSegmentBack(context, row);
  for (const row of [...(await store.rendering()), ...(await store.stranded(-1))]) await putVideoBack(context, row);
}

type PuttingBack = Pick<RecoverContext, 'store' | 'segments' | 'lost'>;

function putSegmentBack({ segments, lost }: PuttingBack, row: SegmentRow): Promise<boolean> {
  const crashed = row.status === 'rendering';
  const work = { queue: 'segment' as const, jobId: row.job_id, attempt: row.attempt };
  return putBackLost(crashed ? lost : undefined, work, () =>
    segments.requeue(row, crashed ? 'crashed' : 'interrupted'),
  );
}

function putVideoBack({ store, lost }: PuttingBack, row: VideoRow): Promise<boolean> {
  const crashed = isWorkedOn(row);
  const work = { queue: queueOf(row), jobId: row.job_id, attempt: row.attempt };
  return putBackLost(crashed ? lost : undefined, work, () => store.requeue(row, crashed ? 'crashed' : 'interrupted'));
}

/** What waits to be joined is being rendered, and nobody works on it. */
function isWorkedOn({ status, worker }: VideoRow): boolean {
  return status === 'rendering' && worker !== null;
}

/** Takes up what an earlier process was at, where no other can be; before any worker runs. */
export async function recoverAlone(
  folders: Pick<Folders, 'work'>,
  videos: PuttingBack,
  others: readonly { recover(): Promise<unknown> }[],
): Promise<void> {
  await sweepFolder(folders.work, []);
  await recoverAll(videos);
  for (const { recover } of others) await recover();
}

/** Looks now and then for videos that nobody works on any more, here or in another process, and puts them back. @returns its end. */
export function startSweeps(context: RecoverContext, worker: Worker | undefined): () => Promise<void> {
  const sweep = createSweep(context, worker);
  let sweeping: Promise<void> | undefined;
  const look = async () => {
    await sweep().catch((error) => context.onError(error, 'a sweep failed'));
    sweeping = undefined;
  };
  const timer = setInterval(() => {
    // A database that answers slowly is not asked the more.
    sweeping ??= look();
  }, SWEEP_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}

/** Makes what looks for such videos once; silence is only believed after more than one look. */
export function createSweep(context: RecoverContext, worker?: Worker) {
  const { store, segments, changes, name, onError, isSweeper = () => true } = context;
  const [stillness, stillnessOfSegments] = [createStillness(), createStillness()];
  // One's own silence is no sign of death: a busy process beats late, and knows what it works on.
  const isMine = (row: VideoRow) =>
    row.status === 'rendering' && row.worker === name && worker?.active().includes(row.id);
  /** A row that somebody holds, maybe a machine that was cut off, keeps no other waiting. */
  const each = async <Row>(rows: readonly Row[], putBack: (row: Row) => Promise<unknown>) => {
    for (const row of rows) {
      try {
        await putBack(row);
      } catch (error) {
        onError(error, 'what nobody works on could not be put back');
        // Where none is answered, none is waited for: this look fails too.
        if (error instanceof DatabaseAwayError) await store.rendering();
      }
    }
  };
  const sweepSegments = async () => {
    const silent = stillnessOfSegments.silent(await segments.rendering());
    await each([...silent, ...(await segments.stranded(LEASE_SECONDS))], async (row) => {
      if (row.worker === name && worker?.active().includes(workIdOf(row))) return;
      if (await putSegmentBack(context, row)) changes.announce(row.video_id);
      worker?.wake();
    });
  };
  const sweepVideos = async () => {
    const silent = stillness.silent(await store.rendering());
    await each([...silent, ...(await store.stranded(LEASE_SECONDS))], async (row) => {
      if (isMine(row)) return;
      if (await putVideoBack(context, row)) changes.announce(row.id);
      worker?.wake();
    });
  };
  const sweepExpired = async () => {
    await each(await segments.expired(), (row) => segments.requeue(row, 'crashed'));
    await each(await store.expired(), (row) => store.requeue(row, 'crashed'));
  };
  const forget = () => {
    for (const one of [stillness, stillnessOfSegments]) one.silent([]);
  };
  let looks = 0;
  return async (): Promise<void> => {
    // What it saw of others is old when it is asked to look again.
    if (!isSweeper()) return forget();
    try {
      // It takes a day to expire.
      if (looks++ % SELDOM === 0) await sweepExpired();
      // Mostly nothing is done at all: that is one question in place of four.
      if (!(await store.hasOpen())) return forget();
      await store.redate();
      await sweepSegments();
      await sweepVideos();
    } catch (error) {
      // Where the database is away from here it may be so from all: who lives cannot say it either.
      if (error instanceof DatabaseAwayError) for (const one of [stillness, stillnessOfSegments]) one.excuse();
      throw error;
    }
  };
}
