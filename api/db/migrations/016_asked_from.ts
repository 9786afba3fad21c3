import { type Kysely, type Migration, sql } from 'kysely';

/** Where a video was asked for by somebody without a session, under a key that they may send again. */
export const askedFrom: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table videos add column asked_from text`.execute(db);
    await sql`create index videos_asked_from on videos (asked_from, idempotency_key) where asked_from is not null`.execute(
      db,
    );
  },
};
