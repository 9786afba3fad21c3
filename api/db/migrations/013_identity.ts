import { type Kysely, type Migration, sql } from 'kysely';

/** Adds an id that distinguishes databases which share a storage; it moves with the data. */
export const identity: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table identity (
        one boolean primary key default true check (one),
        id text not null
      )`.execute(db);
  },
};
