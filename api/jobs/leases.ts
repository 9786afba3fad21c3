import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { StoredError } from '../db/tables.ts';

/** How often work may end without a word before its row fails. */
const MOST_ATTEMPTS = 3;
/** Who did not say for this long that it lives is dead, seconds. */
export const LEASE_SECONDS = 12;

/** A start of work: the right to write to the row, until another start takes it away. */
export interface Attempt {
  id: string;
  attempts: number;
}

/**
 * Rows that stand for work. Who takes one says now and then that it lives; the row of one that does not is taken by another,
 * and what the first one writes then changes nothing.
 * @param name of their table, which has the columns id, status, attempts, beat_at, error and created_at.
 */
export function createLeases<Row extends Attempt>({ db }: Pick<Database, 'db'>, name: 'conversions' | 'derivations') {
  // Only columns that both have are named here.
  const table = name as 'conversions';
  const ofAttempt = ({ id, attempts }: Attempt) =>
    db.updateTable(table).where('id', '=', id).where('attempts', '=', attempts).where('status', '=', 'RUNNING');
  const changed = async (change: ReturnType<typeof ofAttempt>) => (await change.returning('id').execute()).length > 0;
  const fail = (attempt: Attempt, error: StoredError) =>
    changed(ofAttempt(attempt).set({ status: 'FAILED', error: JSON.stringify(error) }));
  return {
    /** Takes the oldest that waits, or whose worker is dead; one that was begun too often fails. @param among which ones. */
    async claim(among: RawBuilder<unknown> = sql`true`): Promise<Row | undefined> {
      const { rows } = await sql<Row>`
        update ${sql.table(name)}
        set status = 'RUNNING', attempts = attempts + 1, beat_at = now()
        where id = (
          select id from ${sql.table(name)}
          where (status = 'PENDING'
            or (status = 'RUNNING' and beat_at < now() - ${LEASE_SECONDS} * interval '1 second'))
            and (${among})
          order by created_at limit 1 for update skip locked
        ) returning *`.execute(db);
      const [row] = rows;
      if (!row || row.attempts <= MOST_ATTEMPTS) return row;
      await fail(row, { code: 'lost', message: 'The work on it ended several times without a word.' });
      return undefined;
    },

    /** Says that the work goes on. @param where what must still be so. @returns whether it is still wanted. */
    beat: (attempt: Attempt, where = sql<boolean>`true`) =>
      changed(ofAttempt(attempt).where(where).set({ beat_at: sql`now()` })),

    /** @param result what is written beside. @returns whether the work counts; else its result is nobody's. */
    finish: (attempt: Attempt, result: { output_url?: string } = {}) =>
      changed(ofAttempt(attempt).set({ ...result, status: 'COMPLETE' })),

    fail,

    /** Puts one back that was interrupted on purpose, which is no fault of its. */
    release: (attempt: Attempt) => changed(ofAttempt(attempt).set({ status: 'PENDING', attempts: sql`attempts - 1` })),

    /** Puts all back that are worked on: for a process that is alone on its database, before it works itself. */
    async recover(): Promise<void> {
      await db.updateTable(table).set({ status: 'PENDING' }).where('status', '=', 'RUNNING').execute();
    },
  };
}
