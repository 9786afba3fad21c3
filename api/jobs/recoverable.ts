import { type RawBuilder, sql, type Transaction } from 'kysely';
import { type Database, sqlRunner } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { judge, type Verdict } from './crashes.ts';
import { type QueueName, settingsOf, type WorkTable } from './kinds.ts';
import { hasLiveJob, type JobInWork, type Queue, type Sending, type Work } from './queue.ts';
import { lastTurnIn } from './turns.ts';
import type { PutBackReason } from './workKind.ts';

/** Queue priority of work that was interrupted on purpose; other work has -turn. */
const interrupted = 1;

/** Columns of all rows whose work is done by jobs. */
export interface JobRow {
  state: string;
  attempt?: number;
  /** Id of the only job that may work on it. */
  job_id: string | null;
  /** Process that works on it. */
  worker: string | null;
  crashes: number;
  crash: number | string | null;
}

/** How work whose worker is gone is found and put back. */
export interface Recoverable<Row extends JobRow = JobRow> {
  /** Returns the open row of a taken job; undefined if the job no longer counts. */
  rowOf(job: JobInWork): Promise<Row | undefined>;
  /**
   * Returns open rows without a live job: of earlier releases, or of work that runs for so long that its job expired in
   * the queue.
   */
  lost(): Promise<Row[]>;
  /**
   * Replaces the job of open work, or fails the work if it crashes its processes, see judge. @returns whether the row
   * still had the job and the worker that it was read with.
   */
  requeue(row: Row, why: PutBackReason): Promise<boolean>;
}

/** How the rows of one table differ from those of others. */
interface RowsOf<Row extends JobRow> {
  table: 'videos' | 'segments' | 'webhooks' | WorkTable;
  /** Columns to read; default: all. */
  columns?: readonly (keyof Row & string)[];
  /** Values of its primary key. */
  keyOf(row: Row): Partial<Record<'id' | 'video_id' | 'place', string | number>>;
  /** The job of a row. */
  workOf(row: Row): Work;
  /** Whether a row waits for a worker or has one; default: by its state. */
  isOpen?: RawBuilder<boolean>;
  /** Whether a row needs a job and has none; default: it is open and has no live one. */
  isLost?: RawBuilder<boolean>;
  /** Columns to write to a row that waits again, besides its job, worker and counters. */
  queued(row: Row, why: PutBackReason): object;
  /** Columns to write to a row that failed because it crashes its processes. */
  crashed: object;
  /** Called inside the transaction: before its changes; and after such a failure. */
  before?(transaction: Transaction<Tables>, row: Row): Promise<void>;
  onCrashed?(transaction: Transaction<Tables>, row: Row): Promise<void>;
  /** Whether the work fails for another reason than its own crashes. */
  isPoison?(transaction: Transaction<Tables>, row: Row, verdict: Verdict): Promise<boolean>;
}

/** Creates the recovery of the rows of one table. A row and its job are always changed together. */
export function createRecoverable<Row extends JobRow>(
  { db }: Pick<Database, 'db'>,
  queue: Queue,
  rows: RowsOf<Row>,
): Recoverable<Row> {
  // Only columns that all these tables share are named here.
  const table = rows.table as 'segments';
  const isOpen = rows.isOpen ?? sql<boolean>`state in ('queued', 'running')`;
  const isLost = rows.isLost ?? sql<boolean>`(${isOpen} and not ${hasLiveJob(table)})`;
  const select = () =>
    rows.columns ? db.selectFrom(table).select(rows.columns as 'job_id'[]) : db.selectFrom(table).selectAll();
  return {
    rowOf: async ({ jobId }) =>
      (await select().where('job_id', '=', jobId).where(isOpen).executeTakeFirst()) as unknown as Row | undefined,
    lost: async () => (await select().where(isLost).execute()) as unknown as Row[],
    requeue: (row, why) =>
      db.transaction().execute(async (transaction) => {
        await rows.before?.(transaction, row);
        const key = Object.entries(rows.keyOf(row)).map(([name, value]) => sql<boolean>`${sql.ref(name)} = ${value}`);
        const isRow = sql<boolean>`${sql.join(key, sql` and `)}`;
        const still = await transaction
          .selectFrom(table)
          .select('job_id')
          .where(isRow)
          .where('state', '=', row.state as 'queued')
          .where(sql<boolean>`job_id is not distinct from ${row.job_id} and worker is not distinct from ${row.worker}`)
          .forUpdate()
          .executeTakeFirst();
        if (!still) return false;
        const verdict = why === 'crashed' ? await judge(transaction, row) : undefined;
        const isPoison = verdict?.isPoison || (verdict && (await rows.isPoison?.(transaction, row, verdict)));
        const work = rows.workOf(row);
        const set = isPoison
          ? rows.crashed
          : {
              worker: null,
              ...rows.queued(row, why),
              job_id: await replaceJob(transaction, queue, work, row.job_id, why),
            };
        await transaction
          .updateTable(table)
          .set({ ...set, ...countOf(why, verdict) })
          .where(isRow)
          .execute();
        if (!isPoison) return true;
        await queue.bury(work.queue, row.job_id, sqlRunner(transaction));
        await rows.onCrashed?.(transaction, row);
        return true;
      }),
  };
}

async function replaceJob(
  transaction: Transaction<Tables>,
  queue: Queue,
  work: Work,
  jobId: string | null,
  why: PutBackReason,
): Promise<string> {
  const priority = await priorityOf(transaction, work.queue, why);
  return queue.replace(jobId, work, sqlRunner(transaction), { priority, isSuspect: why === 'crashed' });
}

/**
 * Interrupted work goes first. Work that may have crashed its worker goes behind all work that waits now, but not
 * behind later work.
 */
async function priorityOf(
  transaction: Transaction<Tables>,
  name: QueueName,
  why: PutBackReason,
): Promise<Sending['priority']> {
  if (settingsOf(name).fairness !== 'turns') return 0;
  return why === 'interrupted' ? interrupted : -(await lastTurnIn(transaction, name)) - 1;
}

/** Counters to update when work is put back. */
function countOf(why: PutBackReason, verdict: Verdict | undefined) {
  if (verdict) return { crashes: verdict.crashes, crash: verdict.crash };
  return why === 'deferred' ? { deferrals: sql<number>`deferrals + 1` } : {};
}

/** Whether an update changed a row. */
export function changed(result: { numUpdatedRows: bigint } | undefined): boolean {
  return (result?.numUpdatedRows ?? 0n) > 0n;
}
