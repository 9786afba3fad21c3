import { type Kysely, type Migration, sql } from 'kysely';

/** What tells this database from others that use the same store; it goes with its data wherever they are moved. */
export const identity: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table identity (
        one boolean primary key default true check (one),
        id text not null
      )`.execute(db);
  },
};
