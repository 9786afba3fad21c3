import { sql, type Transaction } from 'kysely';
import { type Database, sqlRunner } from '../db/database.ts';
import type { ConversionRow, StoredError, Tables } from '../db/tables.ts';
import { judge } from './crashes.ts';
import { changed, countOf, sendingAfter } from './jobStore.ts';
import type { QueueName } from './kinds.ts';
import { hasLiveJob, type JobInWork, type Queue } from './queue.ts';
import { lastTurnIn, nextTurnIn } from './turns.ts';
import type { PutBackReason, WorkDescription } from './workKind.ts';
import type { WorkTable } from './workTables.ts';

/** Error of work that crashed its processes. */
const crashedError: StoredError = {
  code: 'crashed',
  message: 'This work stopped the server twice, so it is not retried.',
};

/** Columns that all these tables share. */
export type WorkRow = Pick<
  ConversionRow,
  'id' | 'party' | 'state' | 'job_id' | 'worker' | 'crashes' | 'crash' | 'deferrals'
>;

/** One attempt at work: the right to write to the row until the work is put back, which gives it another job. */
export type WorkAttempt = Pick<WorkRow, 'id' | 'job_id'>;

/** Describes work for the runner. @param name of its kind in log messages. */
export function describeWork(name: string, { id, deferrals }: WorkRow): WorkDescription {
  return { id, name: `${name} ${id}`, about: { [name]: id }, deferrals };
}

/** Columns of results. */
type WorkResult = { output_url?: string; cues?: string };

/** The lifecycle of the rows of one table. */
export type WorkStore<Row extends WorkRow> = ReturnType<typeof createWorkStore<Row>>;

/**
 * Creates the lifecycle of one kind of work: queued, running, done, failed or canceled. The row says what is wanted and
 * what came of it; its job says when it is due, in which order, and whether its worker is alive. Both are written
 * together.
 * @param queueOf the queue of a row.
 */
export function createWorkStore<Row extends WorkRow>(
  { db }: Pick<Database, 'db'>,
  queue: Queue,
  { table: name, queueOf }: { table: WorkTable; queueOf: (row: Row) => QueueName },
) {
  // Only columns that all these tables share are used here, plus those of a result.
  const table = name as 'conversions';
  const isOpen = sql<boolean>`state in ('queued', 'running')`;
  const running = ({ id, job_id }: WorkAttempt) =>
    db.updateTable(table).where('id', '=', id).where('job_id', '=', job_id).where('state', '=', 'running');

  /** Replaces the job of open work, or fails the work if it crashes its processes, see judge. */
  const requeue = (attempt: WorkAttempt, why: PutBackReason): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const found = await transaction
        .selectFrom(table)
        .selectAll()
        .where('id', '=', attempt.id)
        .where('job_id', attempt.job_id === null ? 'is' : '=', attempt.job_id)
        .where(isOpen)
        .forUpdate()
        .executeTakeFirst();
      if (!found) return false;
      const row = found as unknown as Row;
      const verdict = why === 'crashed' ? await judge(transaction, row) : undefined;
      const of = transaction.updateTable(table).where('id', '=', row.id);
      const [own, runner] = [queueOf(row), sqlRunner(transaction)];
      if (verdict?.isPoison) {
        const failed = { state: 'failed' as const, error: JSON.stringify(crashedError) };
        await of.set({ ...failed, ...countOf(why, verdict) }).execute();
        if (row.job_id) await queue.bury(own, row.job_id, runner);
        return true;
      }
      const sending = sendingAfter(why, await lastTurnIn(transaction, own));
      const job = await queue.send({ queue: own, videoId: '' }, runner, { ...sending, after: row.job_id });
      if (row.job_id) await queue.drop(own, [row.job_id], runner);
      await of.set({ state: 'queued', job_id: job, worker: null, ...countOf(why, verdict) }).execute();
      return true;
    });

  return {
    requeue,

    /** Queues a row inside the caller's transaction, at its party's fair turn. */
    async start(transaction: Transaction<Tables>, row: Row): Promise<void> {
      const own = queueOf(row);
      const turn = await nextTurnIn(transaction, { table, queue: own }, row.party);
      const job = await queue.send({ queue: own, videoId: '' }, sqlRunner(transaction), { priority: -turn });
      const asNew = { state: 'queued' as const, error: null, worker: null, crashes: 0, crash: null, deferrals: 0 };
      await transaction
        .updateTable(table)
        .set({ ...asNew, job_id: job })
        .where('id', '=', row.id)
        .execute();
    },

    /** Starts an attempt. @returns undefined if the delivery no longer counts. */
    async claim(jobId: string, worker: string): Promise<Row | undefined> {
      const row = await db
        .updateTable(table)
        .set({ state: 'running', worker })
        .where('job_id', '=', jobId)
        .where('state', '=', 'queued')
        .returningAll()
        .executeTakeFirst();
      return row as unknown as Row | undefined;
    },

    /** Marks work done. @returns false if the attempt has lost the row; its result must be discarded. */
    finish: async (attempt: WorkAttempt, result: WorkResult = {}): Promise<boolean> =>
      changed(
        await running(attempt)
          .set({ ...result, state: 'done' })
          .executeTakeFirst(),
      ),

    /** Fails work. @returns whether the attempt still owned the row. */
    fail: async (attempt: WorkAttempt, error: StoredError): Promise<boolean> =>
      changed(
        await running(attempt)
          .set({ state: 'failed', error: JSON.stringify(error) })
          .executeTakeFirst(),
      ),

    /** Cancels open work. @returns whether it was open. */
    cancel: (id: string): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable(table)
          .set({ state: 'canceled' })
          .where('id', '=', id)
          .where(isOpen)
          .returningAll()
          .executeTakeFirst();
        if (row?.job_id) await queue.drop(queueOf(row as unknown as Row), [row.job_id], sqlRunner(transaction));
        return row !== undefined;
      }),

    rowOf: async ({ jobId }: JobInWork): Promise<Row | undefined> =>
      (await db.selectFrom(table).selectAll().where('job_id', '=', jobId).where(isOpen).executeTakeFirst()) as
        | Row
        | undefined,
    lost: async (): Promise<Row[]> =>
      (await db
        .selectFrom(table)
        .selectAll()
        .where(isOpen)
        .where(sql<boolean>`not ${hasLiveJob(name)}`)
        .execute()) as unknown as Row[],
  };
}
