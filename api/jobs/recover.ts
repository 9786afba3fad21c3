import { DatabaseAwayError } from '../db/databaseAway.ts';
import type { SegmentRow } from '../db/segmentTables.ts';
import type { VideoRow } from '../db/tables.ts';
import { type Folders, sweepFolder } from '../storage/folders.ts';
import { createHeartbeatWatch, type HeartbeatWatch, LEASE_SECONDS } from './heartbeatWatch.ts';
import type { Changes } from './jobChanges.ts';
import type { VideoStore } from './jobStore.ts';
import { type LostContext, putBackLost } from './lostWork.ts';
import type { Queue, SideQueue } from './queue.ts';
import type { Runner } from './runner.ts';
import { type SegmentStore, workIdOf } from './segmentStore.ts';
import { queueOf } from './videoJob.ts';
import type { WorkStore } from './workStore.ts';

const SWEEP_MS = 4000;
/** Expired work is only checked once in this many sweeps. */
const SELDOM = 60;

/** What recovery needs. */
export interface RecoverContext {
  name: string;
  store: VideoStore;
  segments: SegmentStore;
  /** Default: only renders are recovered. */
  side?: SideRecovery | undefined;
  changes: Changes;
  /** Undefined if traces are not exported. */
  lost?: LostContext | undefined;
  /** Whether this process is one of the few that sweep; default: true. */
  isSweeper?: () => boolean;
  onError: (error: unknown, what: string) => void;
}

/** Work besides renders. */
export interface SideRecovery {
  queue: Pick<Queue, 'inWork'>;
  stores: Readonly<Record<SideQueue, Pick<WorkStore<never>, 'putBackJob' | 'putBackLost'>>>;
}

/**
 * Puts back all work of dead processes without waiting for leases to expire. Only for a process that has the database
 * to itself, before it starts workers.
 */
export async function recoverAll(context: PuttingBack): Promise<void> {
  const { store, segments, side } = context;
  await store.redate();
  for (const row of [...(await segments.rendering()), ...(await segments.stranded(-1))])
    await putSegmentBack(context, row);
  for (const row of [...(await store.rendering()), ...(await store.stranded(-1))]) await putVideoBack(context, row);
  if (!side) return;
  for (const job of await side.queue.inWork()) await side.stores[job.queue].putBackJob(job);
  for (const one of new Set(Object.values(side.stores))) await one.putBackLost();
}

type PuttingBack = Pick<RecoverContext, 'store' | 'segments' | 'side' | 'lost'>;

function putSegmentBack({ segments, lost }: Pick<PuttingBack, 'segments' | 'lost'>, row: SegmentRow): Promise<boolean> {
  const crashed = row.status === 'rendering';
  const work = { queue: 'segment' as const, jobId: row.job_id, attempt: row.attempt };
  return putBackLost(crashed ? lost : undefined, work, () =>
    segments.requeue(row, crashed ? 'crashed' : 'interrupted'),
  );
}

function putVideoBack({ store, lost }: Pick<PuttingBack, 'store' | 'lost'>, row: VideoRow): Promise<boolean> {
  const crashed = isWorkedOn(row);
  const work = { queue: queueOf(row), jobId: row.job_id, attempt: row.attempt };
  return putBackLost(crashed ? lost : undefined, work, () => store.requeue(row, crashed ? 'crashed' : 'interrupted'));
}

/** A video that waits to be joined has the status `rendering`, but no worker. */
function isWorkedOn({ status, worker }: VideoRow): boolean {
  return status === 'rendering' && worker !== null;
}

/** Recovers the work of an earlier process where no other process can exist; before any worker starts. */
export async function recoverAlone(folders: Pick<Folders, 'work'>, context: PuttingBack): Promise<void> {
  await sweepFolder(folders.work, []);
  await recoverAll(context);
}

/**
 * Sweeps periodically for videos whose worker is gone, in any process, and puts them back. @returns a function that
 * stops it.
 */
export function startSweeps(context: RecoverContext, worker: Runner | undefined): () => Promise<void> {
  const sweep = createSweep(context, worker);
  let sweeping: Promise<void> | undefined;
  const findLost = async () => {
    await sweep().catch((error) => context.onError(error, 'a sweep failed'));
    sweeping = undefined;
  };
  const timer = setInterval(() => {
    // Do not query a slow database even more.
    sweeping ??= findLost();
  }, SWEEP_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}

type Watches = [HeartbeatWatch, HeartbeatWatch, HeartbeatWatch];

/** Creates the sweep. It keeps state: a worker only counts as silent after several sweeps. */
export function createSweep(context: RecoverContext, worker?: Runner) {
  const { store, segments, side, changes, name, onError, isSweeper = () => true } = context;
  const [stillness, stillnessOfSegments, stillnessOfSide] = [1, 2, 3].map(() => createHeartbeatWatch()) as Watches;
  const all = [stillness, stillnessOfSegments, stillnessOfSide];
  // A process's own silence is no sign of death: a busy process sends late heartbeats, but knows what it works on.
  const isMine = (row: VideoRow) =>
    row.status === 'rendering' && row.worker === name && worker?.active().includes(row.id);
  /** A locked row (even one locked by a machine that was cut off) does not block the others. */
  const each = async <Row>(rows: readonly Row[], putBack: (row: Row) => Promise<unknown>) => {
    for (const row of rows) {
      try {
        await putBack(row);
      } catch (error) {
        onError(error, 'could not requeue abandoned work');
        // Without a database connection, skip the remaining rows: this query fails and ends the sweep.
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
  const sweepSide = async () => {
    if (!side) return;
    await each(stillnessOfSide.silent(await side.queue.inWork()), async (job) => {
      if (!worker?.holds(job.id)) await side.stores[job.queue].putBackJob(job);
    });
    await each([...new Set(Object.values(side.stores))], (one) => one.putBackLost());
  };
  const sweepExpired = async () => {
    await each(await segments.expired(), (row) => segments.requeue(row, 'crashed'));
    await each(await store.expired(), (row) => store.requeue(row, 'crashed'));
  };
  const forget = () => {
    for (const one of all) one.silent([]);
  };
  let looks = 0;
  return async (): Promise<void> => {
    // Earlier observations of other workers are outdated when it becomes a sweeper again.
    if (!isSweeper()) return forget();
    try {
      // Jobs take a day to expire.
      if (looks++ % SELDOM === 0) await sweepExpired();
      // Usually the service is idle: then one query replaces four.
      if (!(await store.hasOpen())) return forget();
      await store.redate();
      await sweepSegments();
      await sweepVideos();
      await sweepSide();
    } catch (error) {
      // If this process cannot reach the database, live workers may not either, and cannot send heartbeats.
      if (error instanceof DatabaseAwayError) for (const one of all) one.excuse();
      throw error;
    }
  };
}
