import { type Kysely, type Migration, sql } from 'kysely';

/** Adds conversions of GIFs to videos. */
export const conversions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table conversions (
        id text primary key,
        owner text not null,
        source_url text not null,
        input_name text not null,
        status text not null default 'PENDING'
          check (status in ('PENDING', 'RUNNING', 'COMPLETE', 'FAILED', 'CANCELLED')),
        attempts integer not null default 0,
        beat_at timestamptz,
        output_url text,
        error jsonb,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index conversions_open on conversions (created_at) where status in ('PENDING', 'RUNNING')`.execute(
      db,
    );
    await sql`create index conversions_of_owner on conversions (owner, source_url)`.execute(db);
  },
};
