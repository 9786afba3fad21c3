import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the address hash of a request without a session, for repeated idempotency keys. */
export const askedFrom: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table videos add column asked_from text`.execute(db);
    await sql`create index videos_asked_from on videos (asked_from, idempotency_key) where asked_from is not null`.execute(
      db,
    );
  },
};
