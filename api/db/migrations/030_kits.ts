import { type Kysely, type Migration, sql } from 'kysely';

/** Adds templates, logos, fonts and colors of accounts. */
export const kits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table kit_items (
        owner text not null,
        id text not null,
        body text not null,
        size integer not null,
        upload_ids jsonb not null default '[]',
        added_at timestamptz not null default now(),
        primary key (owner, id)
      )`.execute(db);
    await sql`create index kit_items_of_uploads on kit_items using gin (upload_ids)`.execute(db);
  },
};
