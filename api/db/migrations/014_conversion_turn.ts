import { type Kysely, type Migration, sql } from 'kysely';

/** Owners take turns with conversions too, whoever has how many waiting. */
export const conversionTurn: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table conversions add column turn integer not null default 0`.execute(db);
  },
};
