import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { StoredError } from '../db/tables.ts';
import { type CrashState, judge } from './crashes.ts';
import type { SideTable } from './sideWork.ts';
import { createStillness } from './stillness.ts';

/** Why work fails that ends its processes. */
const crashedError: StoredError = {
  code: 'crashed',
  message: 'This work stopped the server twice, so it is not retried.',
};

/** How a row is taken. */
export interface Claiming {
  /** Name of the process that takes it; default: none. */
  worker?: string;
  /** Whether it may be a suspect, see Suspects; default: it may. */
  withSuspects?: boolean;
}

/** A start of work: the right to write to the row, until another start takes it away. */
export interface Attempt {
  id: string;
  attempts: number;
}

/**
 * Rows that stand for work. Whoever takes one reports now and then that it lives; the row of one that does not is taken by another,
 * and what the first one writes then changes nothing.
 * @param name of their table, which has the columns id, status, turn, attempts, beat_at, worker, crashes, crash, error and created_at.
 */
export function createLeases<Row extends Attempt>({ db }: Pick<Database, 'db'>, name: SideTable) {
  // Only columns that all have are named here, beside those of a result.
  const table = name as 'conversions';
  const stillness = createStillness();
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
  /** Puts a row back whose worker is dead, behind all that wait; one that ends its processes fails, see judge. */
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
    /** Takes the first that waits, by turns, once those are put back whose workers are dead. @param among which ones. */
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

    /** Says that the work goes on. @param told what is written beside. @returns whether it is still wanted. */
    beat: (attempt: Attempt, told: { progress?: string } = {}) =>
      changed(ofAttempt(attempt).set({ ...told, beat_at: sql`now()` })),

    /** @param result what is written beside. @returns whether the work counts; else its result is nobody's. */
    finish: (attempt: Attempt, result: { output_url?: string; cues?: string } = {}) =>
      changed(ofAttempt(attempt).set({ ...result, status: 'COMPLETE' })),

    fail,

    /** Puts one back that was interrupted on purpose, which is no fault of its. */
    release: (attempt: Attempt) => changed(ofAttempt(attempt).set({ status: 'PENDING', attempts: sql`attempts - 1` })),

    /** Puts all back that are worked on: for a process that is alone on its database, before it works itself. */
    async recover(): Promise<void> {
      for (const row of await running()) await putBack(row);
    },
  };
}

const crashColumns = ['worker', 'crashes', 'crash'] as const;
