import type { Kysely, Migration } from 'kysely';
import { sql } from 'kysely';

/** Adds recently fetched links, to avoid fetching one twice. They are stored as hashes, since a URL may be secret. */
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
