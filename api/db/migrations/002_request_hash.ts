import { type Kysely, type Migration, sql } from 'kysely';

/** What was asked for under an idempotency key, so that another request under the same key is seen. */
export const requestHash: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table videos add column request_hash text`.execute(db);
  },
};
