import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ConversionRow } from '../../db/tables.ts';
import { createLeases } from '../../jobs/leases.ts';
import { nextTurn } from '../../jobs/nextTurn.ts';
import { lockParty } from '../../jobs/turns.ts';

/** Most open conversions per party. */
const MOST_OPEN = 20;
/** Days that finished conversions are retained. */
const DAYS = 30;

/** The party has reached its limit of open conversions. */
export class TooManyConversionsError extends Error {
  override name = 'TooManyConversionsError';
}

/** A new conversion. */
type NewConversion = Pick<ConversionRow, 'id' | 'owner' | 'party' | 'source_url' | 'input_name'>;

/** All access to the rows of conversions. */
export type ConversionStore = ReturnType<typeof createConversionStore>;

/** Creates the store of conversions. */
export function createConversionStore({ db }: Pick<Database, 'db'>) {
  const leases = createLeases<ConversionRow>({ db }, 'conversions');
  return {
    ...leases,
    /** Adds a conversion, or finds the existing one of the same file. @throws TooManyConversionsError */
    add: (row: NewConversion): Promise<string> => db.transaction().execute((transaction) => add(transaction, row)),

    /** Finds the conversion of a file. */
    same: (owner: string, source_url: string): Promise<string | undefined> => sameOf(db, owner, source_url),

    get: (id: string): Promise<ConversionRow | undefined> =>
      db.selectFrom('conversions').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Cancels an open conversion. @returns whether it was open. */
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

    /** Deletes old conversions. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('conversions')
        .where('status', 'not in', ['PENDING', 'RUNNING'])
        .where('created_at', '<', sql<Date>`now() - ${DAYS} * interval '1 day'`)
        .execute();
    },
  };
}

/** Adds a conversion. @returns its id, or that of the existing one of the same file. @throws TooManyConversionsError */
async function add(transaction: Database['db'], row: NewConversion): Promise<string> {
  await lockParty(transaction, row.party);
  const same = await sameOf(transaction, row.owner, row.source_url);
  if (same !== undefined) return same;
  const { open } = await transaction
    .selectFrom('conversions')
    .select(sql<string | number>`count(*)`.as('open'))
    .where('party', '=', row.party)
    .where('status', 'in', ['PENDING', 'RUNNING'])
    .executeTakeFirstOrThrow();
  if (Number(open) >= MOST_OPEN) throw new TooManyConversionsError();
  const turn = await nextTurn(transaction, 'conversions', row.party);
  await transaction
    .insertInto('conversions')
    .values({ ...row, turn })
    .execute();
  return row.id;
}

async function sameOf(db: Database['db'], owner: string, source_url: string): Promise<string | undefined> {
  const same = await db
    .selectFrom('conversions')
    .select('id')
    .where('owner', '=', owner)
    .where('source_url', '=', source_url)
    .where('status', 'in', ['PENDING', 'RUNNING', 'COMPLETE'])
    .limit(1)
    .executeTakeFirst();
  return same?.id;
}
