import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { StoredError } from '../db/tables.ts';
import { createStillness } from './stillness.ts';

/** How often work may end without a word before its row fails. */
const MOST_ATTEMPTS = 3;

/** A start of work: the right to write to the row, until another start takes it away. */
export interface Attempt {
  id: string;
  attempts: number;
}

/**
 * Rows that stand for work. Whoever takes one reports now and then that it lives; the row of one that does not is taken by another,
 * and what the first one writes then changes nothing.
 * @param name of their table, which has the columns id, status, attempts, beat_at, error and created_at.
 * @param order in which they are taken; default: the oldest first.
 */
export function createLeases<Row extends Attempt>(
  { db }: Pick<Database, 'db'>,
  name: 'conversions' | 'derivations' | 'transcriptions',
  order: RawBuilder<unknown> = sql`created_at`,
) {
  // Only columns that all have are named here, beside those of a result.
  const table = name as 'conversions';
  const stillness = createStillness();
  const ofAttempt = ({ id, attempts }: Attempt) =>
    db.updateTable(table).where('id', '=', id).where('attempts', '=', attempts).where('status', '=', 'RUNNING');
  const changed = async (change: ReturnType<typeof ofAttempt>) => (await change.returning('id').execute()).length > 0;
  const fail = (attempt: Attempt, error: StoredError) =>
    changed(ofAttempt(attempt).set({ status: 'FAILED', error: JSON.stringify(error) }));
  return {
    /** Takes the first that waits, or whose worker is dead; one that was begun too often fails. @param among which ones. */
    async claim(among: RawBuilder<unknown> = sql`true`): Promise<Row | undefined> {
      const running = db.selectFrom(table).select(['id', 'attempts', 'beat_at']).where('status', '=', 'RUNNING');
      const silent = stillness.silent(await running.execute());
      const isSilent = silent.map(
        ({ id, attempts }) => sql`or (status = 'RUNNING' and id = ${id} and attempts = ${attempts})`,
      );
      const { rows } = await sql<Row>`
        update ${sql.table(name)}
        set status = 'RUNNING', attempts = attempts + 1, beat_at = now()
        where id = (
          select id from ${sql.table(name)}
          where (status = 'PENDING' ${sql.join(isSilent, sql` `)}) and (${among})
          order by ${order} limit 1 for update skip locked
        ) returning *`.execute(db);
      const [row] = rows;
      if (!row || row.attempts <= MOST_ATTEMPTS) return row;
      await fail(row, { code: 'lost', message: 'The work on it ended several times without a word.' });
      return undefined;
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
      await db.updateTable(table).set({ status: 'PENDING' }).where('status', '=', 'RUNNING').execute();
    },
  };
}
