import { type Kysely, type Migration, sql } from 'kysely';

/** Adds turns of conversions, so that owners alternate. */
export const conversionTurn: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table conversions add column turn integer not null default 0`.execute(db);
  },
};
