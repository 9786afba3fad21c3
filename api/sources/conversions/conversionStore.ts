import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ConversionRow } from '../../db/tables.ts';
import { createLeases } from '../../jobs/leases.ts';

/** Conversions of one owner that may wait or run at a time. */
const MOST_OPEN = 20;
/** How long a conversion that came to its end is remembered, days. */
const DAYS = 30;

/** An owner has as many open conversions as one may have. */
export class TooManyConversionsError extends Error {
  override name = 'TooManyConversionsError';
}

/** All reading and writing of conversions' rows. */
export type ConversionStore = ReturnType<typeof createConversionStore>;

/** Makes the store of conversions. */
export function createConversionStore({ db }: Pick<Database, 'db'>) {
  const leases = createLeases<ConversionRow>({ db }, 'conversions');
  return {
    ...leases,
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
