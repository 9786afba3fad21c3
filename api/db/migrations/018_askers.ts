import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Counts the requests of a transcription, each of which must be canceled; and removes URLs from indexes, which cannot
 * contain long ones.
 */
export const askers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table transcriptions add column askers integer not null default 1`.execute(db);
    await sql`drop index transcriptions_of_owner`.execute(db);
    await sql`create index transcriptions_of_owner on transcriptions (owner)
      where status in ('PENDING', 'RUNNING')`.execute(db);
    await sql`drop index conversions_of_owner`.execute(db);
    await sql`create index conversions_of_owner on conversions (owner)`.execute(db);
  },
};
