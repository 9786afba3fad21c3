import { type Kysely, type Migration, sql } from 'kysely';

/** Adds transcriptions of videos and audio. */
export const transcriptions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table transcriptions (
        id text primary key,
        owner text not null,
        source_url text not null,
        language_code text not null,
        engine text not null,
        status text not null default 'PENDING'
          check (status in ('PENDING', 'RUNNING', 'COMPLETE', 'FAILED', 'CANCELLED')),
        turn integer not null default 0,
        attempts integer not null default 0,
        beat_at timestamptz,
        progress jsonb,
        cues jsonb,
        error jsonb,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index transcriptions_open on transcriptions (turn, created_at)
      where status in ('PENDING', 'RUNNING')`.execute(db);
    await sql`create index transcriptions_of_owner on transcriptions (owner, source_url)`.execute(db);
  },
};
