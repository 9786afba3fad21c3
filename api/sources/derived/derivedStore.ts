import { sql, type Transaction } from 'kysely';
import type { StoredKind } from '../../contract/derivedAddress.ts';
import type { Database } from '../../db/database.ts';
import type { DerivationRow, Tables } from '../../db/tables.ts';
import { createHeartbeatWatch } from '../../jobs/heartbeatWatch.ts';
import type { Queue } from '../../jobs/queue.ts';
import { createWorkStore, isAwaited, type WorkAttempt } from '../../jobs/workStore.ts';
import { derivedKey } from '../../storage/keys.ts';
import { derivationOf } from './derivations.ts';

/** Longest time in seconds between requests of a waiting client, measured here, independent of the database's clock. */
const ASKED_SECONDS = 70;
/** Seconds after which a failure that is not the file's fault is tried again on request. */
const AGAIN_SECONDS = 60;
/** The same after a crash. */
const CRASHED_SECONDS = 24 * 3600;

/** All access to the rows of derivations. */
export type DerivedStore = ReturnType<typeof createDerivedStore>;

/** Creates the store of derivations. @param stillness detects running work that no client requests any more. */
export function createDerivedStore(
  database: Pick<Database, 'db'>,
  queue: Queue,
  stillness = createHeartbeatWatch(ASKED_SECONDS),
) {
  const { db } = database;
  const work = createWorkStore<DerivationRow>(database, queue, {
    table: 'derivations',
    queueOf: ({ kind }) => (kind.startsWith('proxy') ? 'proxy' : 'derivation'),
  });
  const start = async (transaction: Transaction<Tables>, row: DerivationRow): Promise<void> => {
    await work.start(transaction, row);
    await transaction.updateTable('derivations').set({ progress: 0 }).where('id', '=', row.id).execute();
  };
  return {
    ...work,

    /** Requests a derivation of a content. @param party see Requester. @returns its state. */
    async request(content: string, kind: StoredKind, party: string): Promise<DerivationRow> {
      const id = derivedKey(content, derivationOf(kind).file);
      const known = await work.get(id);
      if (known?.state === 'done') return known;
      return db.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('derivations')
          .values({ id, content, kind, party })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ asked_at: sql`now()` }))
          .returningAll()
          .returning(isStartedAgain.as('is_started'))
          .executeTakeFirstOrThrow();
        if (!row.is_started) return row;
        await start(transaction, row);
        return { ...row, state: 'queued', progress: 0, error: null };
      });
    },

    /** Makes a derivation again whose file was lost. */
    again: (id: string): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const one = transaction.selectFrom('derivations').selectAll().where('id', '=', id).where('state', '=', 'done');
        const row = await one.forUpdate().executeTakeFirst();
        if (row) await start(transaction, row);
      }),

    /** Starts an attempt. Cancels a derivation that no client waits for. @returns undefined if there is none to start. */
    async claim(jobId: string, worker: string): Promise<DerivationRow | undefined> {
      const row = await db
        .updateTable('derivations')
        .set({
          state: sql<DerivationRow['state']>`case when ${isAwaited} then 'running' else 'canceled' end`,
          beat_at: sql`now()`,
          worker,
        })
        .where('job_id', '=', jobId)
        .where('state', '=', 'queued')
        .returningAll()
        .executeTakeFirst();
      return row?.state === 'running' ? row : undefined;
    },

    /** Writes progress. @returns whether a client still waits for it. */
    async beat({ id, job_id }: WorkAttempt, progress?: number): Promise<boolean> {
      const row = await db
        .updateTable('derivations')
        .set(progress === undefined ? { job_id } : { progress })
        .where('id', '=', id)
        .where('job_id', '=', job_id)
        .where('state', '=', 'running')
        .returning(['asked_at', isAwaited.as('isAwaited')])
        .executeTakeFirst();
      const goesOn = row !== undefined && (row.isAwaited || !stillness.isStill(id, row.asked_at.toISOString()));
      if (!goesOn || row.isAwaited) stillness.forget(id);
      if (row && !goesOn) await work.cancel(id);
      return goesOn;
    },

    /** Deletes rows of deleted contents. */
    async sweep(): Promise<void> {
      await sql`delete from derivations where content not in (select hash from contents)`.execute(db);
    },
  };
}

/** Whether a requested row needs a job: it is new, was canceled, or failed some time ago and not because of the file. */
const isStartedAgain = sql<boolean>`(
  (state = 'queued' and job_id is null) or state = 'canceled'
  or (state = 'failed' and error->>'code' <> 'unreadable' and beat_at not between
    now() - (case error->>'code' when 'crashed' then ${sql.lit(CRASHED_SECONDS)} else ${sql.lit(AGAIN_SECONDS)} end) * interval '1 second'
    and now()))`;
