import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { StoredError } from '../db/tables.ts';
import { type CrashState, judge } from './crashes.ts';
import { createHeartbeatWatch } from './heartbeatWatch.ts';
import type { SideTable } from './sideWork.ts';

/** Error of work that crashed its processes. */
const crashedError: StoredError = {
  code: 'crashed',
  message: 'This work stopped the server twice, so it is not retried.',
};

/** How a row is claimed. */
export interface Claiming {
  /** Name of the claiming process; default: none. */
  worker?: string;
  /** Whether suspects are allowed, see Suspects; default: true. */
  withSuspects?: boolean;
}

/** One attempt at work: the right to write to the row until another attempt starts. */
export interface Attempt {
  id: string;
  attempts: number;
}

/**
 * Leases on the rows of a table of work. A worker that claims a row sends heartbeats; when they stop, another worker
 * claims the row, and writes of the first one no longer have an effect.
 * @param name of the table, with the columns id, status, turn, attempts, beat_at, worker, crashes, crash, error and
 * created_at.
 */
export function createLeases<Row extends Attempt>({ db }: Pick<Database, 'db'>, name: SideTable) {
  // Only columns that all these tables share are used here, plus those of a result.
  const table = name as 'conversions';
  const stillness = createHeartbeatWatch();
  const ofAttempt = ({ id, attempts }: Attempt) =>
    db.updateTable(table).where('id', '=', id).where('attempts', '=', attempts).where('status', '=', 'RUNNING');
  const changed = async (change: ReturnType<typeof ofAttempt>) => (await change.returning('id').execute()).length > 0;
  const fail = (attempt: Attempt, error: StoredError) =>
    changed(ofAttempt(attempt).set({ status: 'FAILED', error: JSON.stringify(error) }));
  const running = () =>
    db
      .selectFrom(table)
      .select(['id', 'attempts', 'beat_at', ...crashColumns])
      .where('status', '=', 'RUNNING')
      .execute();
  /** Puts the row of a dead worker back, behind all waiting rows; fails one that crashes its processes, see judge. */
  const putBack = ({ id, attempts, ...state }: Attempt & CrashState) =>
    db.transaction().execute(async (transaction) => {
      const { isPoison, ...counted } = await judge(transaction, state);
      const last = sql<number>`(select max(turn) from ${sql.table(name)} where status in ('PENDING', 'RUNNING'))`;
      const outcome = isPoison
        ? { status: 'FAILED' as const, error: JSON.stringify(crashedError) }
        : { status: 'PENDING' as const, turn: sql<number>`${last} + 1` };
      await transaction
        .updateTable(table)
        .set({ ...counted, ...outcome, worker: null })
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .where('status', '=', 'RUNNING')
        .execute();
    });
  return {
    /**
     * Puts rows of dead workers back, then claims the first waiting row by turn. @param among condition on the rows.
     */
    async claim(
      { worker = '', withSuspects = true }: Claiming = {},
      among: RawBuilder<unknown> = sql`true`,
    ): Promise<Row | undefined> {
      for (const row of stillness.silent(await running())) await putBack(row);
      const isTakable = withSuspects ? among : sql`(${among}) and crashes = 0`;
      const { rows } = await sql<Row>`
        update ${sql.table(name)}
        set status = 'RUNNING', attempts = attempts + 1, beat_at = now(), worker = ${worker}
        where id = (
          select id from ${sql.table(name)}
          where status = 'PENDING' and (${isTakable})
          order by turn, created_at limit 1 for update skip locked
        ) returning *`.execute(db);
      return rows[0];
    },

    /** Sends a heartbeat. @param columns further columns to write. @returns whether the attempt still owns the row. */
    beat: (attempt: Attempt, columns: { progress?: string } = {}) =>
      changed(ofAttempt(attempt).set({ ...columns, beat_at: sql`now()` })),

    /**
     * Marks work complete. @param result further columns to write. @returns false if the attempt has lost the row; its
     * result must be discarded.
     */
    finish: (attempt: Attempt, result: { output_url?: string; cues?: string } = {}) =>
      changed(ofAttempt(attempt).set({ ...result, status: 'COMPLETE' })),

    fail,

    /** Puts back work that was interrupted on purpose; the attempt does not count. */
    release: (attempt: Attempt) => changed(ofAttempt(attempt).set({ status: 'PENDING', attempts: sql`attempts - 1` })),

    /** Puts all running rows back; for a process that has the database to itself, before it starts workers. */
    async recover(): Promise<void> {
      for (const row of await running()) await putBack(row);
    },
  };
}

const crashColumns = ['worker', 'crashes', 'crash'] as const;
