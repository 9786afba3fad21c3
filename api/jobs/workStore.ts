import { sql, type Transaction } from 'kysely';
import { type Database, sqlRunner } from '../db/database.ts';
import type { ConversionRow, StoredError, Tables } from '../db/tables.ts';
import type { SideQueue, WorkTable } from './kinds.ts';
import type { Queue } from './queue.ts';
import { changed, createRecoverable } from './recoverable.ts';
import { nextTurnIn } from './turns.ts';
import type { WorkKind } from './workKind.ts';

/**
 * Seconds after the last request before a derivation is dropped. Clients ask repeatedly; a page in the background about
 * once a minute.
 */
const REQUEST_SECONDS = 150;
/** Whether a client still waits for a derivation. */
export const isAwaited = sql<boolean>`asked_at > now() - ${REQUEST_SECONDS} * interval '1 second'`;

/** Days that ended work is retained. */
const DAYS = 30;

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
  database: Pick<Database, 'db'>,
  queue: Queue,
  { table: name, queueOf }: { table: WorkTable; queueOf: (row: Row) => SideQueue },
) {
  const { db } = database;
  // Only columns that all these tables share are used here, plus those of a result.
  const table = name as 'conversions';
  const isOpen = sql<boolean>`state in ('queued', 'running')`;
  const running = ({ id, job_id }: WorkAttempt) =>
    db.updateTable(table).where('id', '=', id).where('job_id', '=', job_id).where('state', '=', 'running');

  const recoverable = createRecoverable<Row>(database, queue, {
    table: name,
    keyOf: ({ id }) => ({ id }),
    workOf: (row) => ({ queue: queueOf(row), videoId: '' }),
    queued: () => ({ state: 'queued' }),
    crashed: { state: 'failed', error: JSON.stringify(crashedError) },
  });

  return {
    ...recoverable,

    /** Queues a row inside the caller's transaction, at its party's fair turn. */
    async start(transaction: Transaction<Tables>, row: Row): Promise<void> {
      const own = queueOf(row);
      const turn = await nextTurnIn(transaction, own, row.party);
      const job = await queue.send({ queue: own, videoId: '' }, sqlRunner(transaction), { priority: -turn });
      const asNew = { state: 'queued' as const, error: null, worker: null, crashes: 0, crash: null, deferrals: 0 };
      await transaction
        .updateTable(table)
        .set({ ...asNew, job_id: job })
        .where('id', '=', row.id)
        .execute();
    },

    get: async (id: string): Promise<Row | undefined> =>
      (await db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()) as unknown as Row | undefined,

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
        if (row) await queue.drop(queueOf(row as unknown as Row), [row.job_id], sqlRunner(transaction));
        return row !== undefined;
      }),

    /** Deletes old work that has ended. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom(table)
        .where(sql<boolean>`not ${isOpen}`)
        .where('created_at', '<', sql<Date>`now() - ${DAYS} * interval '1 day'`)
        .execute();
    },
  };
}

/**
 * Returns what is the same in all kinds of work with such a store.
 * @param name of the kind in log messages. @param failureOf see WorkDescription.
 */
export function workKindOf<Row extends WorkRow>(
  name: string,
  store: Pick<WorkStore<Row>, 'claim' | 'requeue' | 'fail'>,
  failureOf: (error: unknown) => StoredError,
): Pick<WorkKind<Row>, 'claim' | 'describe' | 'requeue' | 'fail'> {
  return {
    claim: ({ jobId }, worker) => store.claim(jobId, worker),
    describe: ({ id, deferrals }) => ({
      ...{ id, name: `${name} ${id}`, about: { [name]: id }, deferrals, failureOf },
    }),
    requeue: store.requeue,
    fail: store.fail,
  };
}
