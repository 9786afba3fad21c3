import { type Kysely, type Migration, sql } from 'kysely';

/** Adds images found by searches on the network. */
export const foundImages: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table found_images (
        id text primary key,
        source text not null,
        url text not null,
        thumbnail text not null,
        found_at timestamptz not null default now()
      )`.execute(db);
  },
};
