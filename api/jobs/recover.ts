import { DatabaseAwayError } from '../db/databaseAway.ts';
import { type Folders, sweepFolder } from '../storage/folders.ts';
import type { Tracer } from '../telemetry/spans.ts';
import { createHeartbeatWatch } from './heartbeatWatch.ts';
import type { Changes } from './jobChanges.ts';
import { putBackLost } from './jobSpan.ts';
import type { VideoStore } from './jobStore.ts';
import type { QueueName, SideQueue } from './kinds.ts';
import type { JobInWork, Queue } from './queue.ts';
import type { JobRow, Recoverable } from './recoverable.ts';
import type { Runner } from './runner.ts';
import type { SegmentStore } from './segmentStore.ts';
import type { PutBackReason } from './workKind.ts';

/** Milliseconds between sweeps. */
const SWEEP_MS = 4000;
/** Sweeps that are skipped in a row while no work is open and no job is sent. */
const MOST_SKIPPED = 4;

/** What recovery needs. */
export interface RecoverContext {
  queue: Pick<Queue, 'inWork' | 'complete' | 'retry' | 'taken' | 'redate'>;
  store: VideoStore;
  segments: SegmentStore;
  /** Stores of other work; default: only renders are recovered. */
  side?: Readonly<Record<SideQueue, Recoverable>> | undefined;
  changes: Changes;
  /** Undefined if traces are not exported. */
  tracer?: Tracer | undefined;
  /** Whether this process is one of the few that sweep; default: true. */
  isSweeper?: () => boolean;
  onError: (error: unknown, what: string) => void;
}

type PuttingBack = Pick<RecoverContext, 'queue' | 'store' | 'segments' | 'side' | 'tracer'>;

function storesOf({ queue, store, segments, side }: PuttingBack): Partial<Record<QueueName, Recoverable>> {
  return { segment: segments, plan: store, join: store, ...side, email: jobsAlone(queue) };
}

/**
 * Puts back all work of dead processes without waiting for their leases to expire. Only for a process that has the
 * database to itself, before it starts workers.
 */
export async function recoverAll(context: PuttingBack): Promise<void> {
  await context.queue.redate();
  for (const job of await context.queue.inWork()) await putBackJob(context, job);
  for (const putBack of await findLost(context)) await putBack();
}

/** Recovers jobs without rows: the queue retries them. */
function jobsAlone(queue: Pick<Queue, 'retry'>): Recoverable {
  return {
    rowOf: async (job) => ({ ...job, state: 'running', job_id: job.jobId, worker: '', crashes: 0, crash: null }),
    lost: async () => [],
    requeue: (row) => queue.retry(row as JobRow & JobInWork),
  };
}

/** Puts back the work of a taken job whose worker is gone. */
async function putBackJob(context: PuttingBack, job: JobInWork): Promise<boolean> {
  const store = storesOf(context)[job.queue];
  const row = await store?.rowOf(job);
  if (!store || !row) {
    if (store) await context.queue.complete(job);
    return false;
  }
  const why = reasonOf(row);
  const work = { queue: job.queue, jobId: job.jobId, attempt: row.attempt };
  const putBack = () => store.requeue(row, why);
  return why === 'crashed' ? putBackLost(context, work, putBack) : putBack();
}

/** Work counts as crashed if a worker had started it. */
function reasonOf({ state, worker }: JobRow): PutBackReason {
  return state === 'running' && worker !== null ? 'crashed' : 'interrupted';
}

/** Returns functions that put back open rows without a live job. */
async function findLost(context: PuttingBack): Promise<(() => Promise<boolean>)[]> {
  const stores = new Set(Object.values(storesOf(context)));
  const all = [...stores].map(async (store) =>
    (await store.lost()).map((row) => () => store.requeue(row, reasonOf(row))),
  );
  return (await Promise.all(all)).flat();
}

/** Recovers the work of an earlier process where no other process can exist; before any worker starts. */
export async function recoverAlone(folders: Pick<Folders, 'work'>, context: PuttingBack): Promise<void> {
  await sweepFolder(folders.work, []);
  await recoverAll(context);
}

/**
 * Sweeps periodically for work whose worker is gone, in any process, and puts it back. @returns a function that stops
 * it.
 */
export function startSweeps(
  context: RecoverContext & { queue: Pick<Queue, 'onSent' | 'isNotified'> },
  worker: Runner | undefined,
): () => Promise<void> {
  const { queue, onError } = context;
  const sweep = createSweep(context, worker);
  let sweeping: Promise<void> | undefined;
  let [mayBeOpen, skipped] = [true, 0];
  queue.onSent(() => {
    mayBeOpen = true;
  });
  const sweepOnce = async () => {
    [mayBeOpen, skipped] = [false, 0];
    try {
      if (await sweep()) mayBeOpen = true;
    } catch (error) {
      mayBeOpen = true;
      onError(error, 'a sweep failed');
    }
    sweeping = undefined;
  };
  const timer = setInterval(() => {
    if (!mayBeOpen && queue.isNotified() && skipped < MOST_SKIPPED) skipped += 1;
    // Do not query a slow database even more.
    else sweeping ??= sweepOnce();
  }, SWEEP_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}

/** Creates the sweep. It keeps state: a worker only counts as silent after several sweeps. */
export function createSweep(context: RecoverContext, worker?: Runner) {
  const { queue, store, changes, onError, isSweeper = () => true } = context;
  const stillness = createHeartbeatWatch();
  /** A locked row (even one locked by a machine that was cut off) does not block the others. */
  const each = async <One>(all: readonly One[], putBack: (one: One) => Promise<unknown>) => {
    for (const one of all) {
      try {
        await putBack(one);
      } catch (error) {
        onError(error, 'could not requeue abandoned work');
        // Without a database connection, skip the remaining rows: this query fails and ends the sweep.
        if (error instanceof DatabaseAwayError) await queue.inWork();
      }
    }
  };
  /** @returns whether work may be open. */
  return async (): Promise<boolean> => {
    try {
      const sweeps = isSweeper();
      // Usually the service is idle: then one query replaces many.
      if (!sweeps || !(await store.hasOpen())) {
        // Earlier observations of other workers are outdated when it sweeps again.
        stillness.silent([]);
        return !sweeps;
      }
      await queue.redate();
      await each(stillness.silent(await queue.inWork()), async (job) => {
        // A process's own silence is no sign of death: a busy process sends late heartbeats, but knows its work.
        if (worker?.holds(job.jobId)) return;
        if (await putBackJob(context, job)) changes.announce(job.videoId);
      });
      await each(await findLost(context), (putBack) => putBack());
      return true;
    } catch (error) {
      // If this process cannot reach the database, live workers may not either, and cannot send heartbeats.
      if (error instanceof DatabaseAwayError) stillness.excuse();
      throw error;
    }
  };
}
