import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ConversionRow, StoredError } from '../../db/tables.ts';

/** Conversions of one owner that may wait or run at a time. */
const MOST_OPEN = 20;
/** How often work may end without a word before a conversion fails. */
const MOST_ATTEMPTS = 3;
/** Who did not say for this long that it lives is dead, seconds. */
export const LEASE_SECONDS = 12;
/** How long a conversion that came to its end is remembered, days. */
const DAYS = 30;

/** An owner has as many open conversions as one may have. */
export class TooManyConversionsError extends Error {
  override name = 'TooManyConversionsError';
}

/** A start of work: the right to write to the row, until another start takes it away. */
export type ConversionAttempt = Pick<ConversionRow, 'id' | 'attempts'>;

/** All reading and writing of conversions' rows. */
export type ConversionStore = ReturnType<typeof createConversionStore>;

/** Makes the store of conversions. */
export function createConversionStore({ db }: Pick<Database, 'db'>) {
  const ofAttempt = ({ id, attempts }: ConversionAttempt) =>
    db.updateTable('conversions').where('id', '=', id).where('attempts', '=', attempts).where('status', '=', 'RUNNING');
  const changed = async (change: ReturnType<typeof ofAttempt>) => (await change.returning('id').execute()).length > 0;
  return {
    /** The conversion of a file: the one that there is already, or the new one. @throws TooManyConversionsError */
    async add(row: Pick<ConversionRow, 'id' | 'owner' | 'source_url' | 'input_name'>): Promise<string> {
      const open = await db
        .selectFrom('conversions')
        .select(['id', 'source_url', 'status'])
        .where('owner', '=', row.owner)
        .where((is) =>
          is.or([
            is('status', 'in', ['PENDING', 'RUNNING']),
            is.and([is('status', '=', 'COMPLETE'), is('source_url', '=', row.source_url)]),
          ]),
        )
        .execute();
      const same = open.find(({ source_url }) => source_url === row.source_url);
      if (same) return same.id;
      if (open.filter(({ status }) => status !== 'COMPLETE').length >= MOST_OPEN) throw new TooManyConversionsError();
      await db.insertInto('conversions').values(row).execute();
      return row.id;
    },

    get: (id: string): Promise<ConversionRow | undefined> =>
      db.selectFrom('conversions').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Ends one that is not at its end. @returns whether it did. */
    async cancel(id: string): Promise<boolean> {
      const cancelled = await db
        .updateTable('conversions')
        .set({ status: 'CANCELLED' })
        .where('id', '=', id)
        .where('status', 'in', ['PENDING', 'RUNNING'])
        .returning('id')
        .execute();
      return cancelled.length > 0;
    },

    /** Takes the oldest that waits, or whose worker is dead; one that was begun too often fails. */
    async claim(): Promise<ConversionRow | undefined> {
      const { rows } = await sql<ConversionRow>`
        update conversions
        set status = 'RUNNING', attempts = attempts + 1, beat_at = now()
        where id = (
          select id from conversions
          where status = 'PENDING'
            or (status = 'RUNNING' and beat_at < now() - ${LEASE_SECONDS} * interval '1 second')
          order by created_at limit 1 for update skip locked
        ) returning *`.execute(db);
      const [row] = rows;
      if (!row || row.attempts <= MOST_ATTEMPTS) return row;
      await this.fail(row, { code: 'lost', message: 'The work on it ended several times without a word.' });
      return undefined;
    },

    /** Says that the work goes on. @returns whether it is still wanted. */
    beat: (attempt: ConversionAttempt) => changed(ofAttempt(attempt).set({ beat_at: sql`now()` })),

    /** @returns whether the result is the conversion's; else it is nobody's. */
    finish: (attempt: ConversionAttempt, outputUrl: string) =>
      changed(ofAttempt(attempt).set({ status: 'COMPLETE', output_url: outputUrl })),

    fail: (attempt: ConversionAttempt, error: StoredError) =>
      changed(ofAttempt(attempt).set({ status: 'FAILED', error: JSON.stringify(error) })),

    /** Puts one back that was interrupted on purpose, which is no fault of its. */
    release: (attempt: ConversionAttempt) =>
      changed(ofAttempt(attempt).set({ status: 'PENDING', attempts: sql`attempts - 1` })),

    /** Puts all back that are worked on: for a process that is alone on its database, before it works itself. */
    async recover(): Promise<void> {
      await db.updateTable('conversions').set({ status: 'PENDING' }).where('status', '=', 'RUNNING').execute();
    },

    /** Forgets those of long ago. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('conversions')
        .where('status', 'not in', ['PENDING', 'RUNNING'])
        .where('created_at', '<', sql<Date>`now() - ${DAYS} * interval '1 day'`)
        .execute();
    },
  };
}
