import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the hash of a request, to detect a different request with the same idempotency key. */
export const requestHash: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table videos add column request_hash text`.execute(db);
  },
};
