import type { Transaction } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ConversionRow, Tables } from '../../db/tables.ts';
import type { Queue } from '../../jobs/queue.ts';
import { expectFewOpen, lockParty } from '../../jobs/turns.ts';
import { createWorkStore } from '../../jobs/workStore.ts';

/** A new conversion. */
type NewConversion = Pick<ConversionRow, 'id' | 'owner' | 'party' | 'source_url' | 'input_name'>;

/** All access to the rows of conversions. */
export type ConversionStore = ReturnType<typeof createConversionStore>;

/** Creates the store of conversions. */
export function createConversionStore(database: Pick<Database, 'db'>, queue: Queue) {
  const { db } = database;
  const work = createWorkStore<ConversionRow>(database, queue, { table: 'conversions', queueOf: () => 'conversion' });
  /** @returns the conversion's id, or that of the existing one of the same file. */
  const add = async (transaction: Transaction<Tables>, row: NewConversion): Promise<string> => {
    await lockParty(transaction, row.party);
    const same = await sameOf(transaction, row.owner, row.source_url);
    if (same !== undefined) return same;
    await expectFewOpen(transaction, 'conversion', row.party);
    await work.start(
      transaction,
      await transaction.insertInto('conversions').values(row).returningAll().executeTakeFirstOrThrow(),
    );
    return row.id;
  };
  return {
    ...work,
    /** Adds a conversion, or finds the existing one of the same file. @throws TooManyOpenError */
    add: (row: NewConversion): Promise<string> => db.transaction().execute((transaction) => add(transaction, row)),

    /** Finds the conversion of a file. */
    same: (owner: string, source_url: string): Promise<string | undefined> => sameOf(db, owner, source_url),
  };
}

async function sameOf(db: Database['db'], owner: string, source_url: string): Promise<string | undefined> {
  const same = await db
    .selectFrom('conversions')
    .select('id')
    .where('owner', '=', owner)
    .where('source_url', '=', source_url)
    .where('state', 'in', ['queued', 'running', 'done'])
    .limit(1)
    .executeTakeFirst();
  return same?.id;
}
