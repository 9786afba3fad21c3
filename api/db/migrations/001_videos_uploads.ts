import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the first tables: videos with their jobs and results, and uploads. */
export const videosAndUploads: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table videos (
        id text primary key,
        seq bigint generated always as identity unique,
        owner text not null,
        name text,
        idempotency_key text,
        project jsonb not null,
        status text not null default 'queued' check (status in ('queued', 'rendering', 'done', 'failed', 'cancelled')),
        progress double precision not null default 0,
        progress_text text not null default 'Loading ...',
        job_id uuid,
        attempt integer not null default 0,
        crashes integer not null default 0,
        worker text,
        beat_at timestamptz,
        file text,
        poster text,
        mime text,
        width integer,
        height integer,
        duration double precision,
        size bigint,
        error jsonb,
        submitted_at timestamptz not null default now(),
        finished_at timestamptz
      )`.execute(db);
    await sql`create unique index videos_idempotency on videos (owner, idempotency_key)`.execute(db);
    await sql`create index videos_of_owner on videos (owner, seq desc)`.execute(db);
    await sql`create index videos_unfinished on videos (status) where status in ('queued', 'rendering')`.execute(db);
    await sql`
      create table uploads (
        id text primary key,
        token text not null unique,
        owner text not null,
        name text not null,
        declared_type text not null,
        declared_size bigint,
        status text not null default 'open' check (status in ('open', 'done')),
        file text,
        mime text,
        size bigint,
        facts jsonb,
        created_at timestamptz not null default now(),
        finished_at timestamptz
      )`.execute(db);
    await sql`create index uploads_open on uploads (created_at) where status = 'open'`.execute(db);
  },
};
