import { type Kysely, type Migration, sql } from 'kysely';

/** Adds derivations: files made once from an uploaded file, for previews. */
export const derivations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table derivations (
        id text primary key,
        content text not null,
        kind text not null,
        status text not null default 'PENDING'
          check (status in ('PENDING', 'RUNNING', 'COMPLETE', 'FAILED', 'CANCELLED')),
        progress real not null default 0,
        attempts integer not null default 0,
        beat_at timestamptz,
        asked_at timestamptz not null default now(),
        error jsonb,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index derivations_open on derivations (created_at) where status in ('PENDING', 'RUNNING')`.execute(
      db,
    );
    await sql`create index derivations_of_content on derivations (content)`.execute(db);
  },
};
