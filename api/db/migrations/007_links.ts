import type { Kysely, Migration } from 'kysely';
import { sql } from 'kysely';

/** Links that were fetched lately, so that none is fetched twice: by a hash, for an address may be a secret. */
export const links: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table links (
        key text primary key,
        upload text not null,
        sound text,
        fetched_at timestamptz not null default now()
      )`.execute(db);
  },
};
