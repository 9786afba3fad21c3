import { type Kysely, type Migration, sql } from 'kysely';

/** Adds segments that several workers render, and the plan that they share. */
export const sharedSegments: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table videos
      add column stage text not null default 'plan' check (stage in ('plan', 'segments', 'join'))`.execute(db);
    await sql`
      create table renders (
        video_id text primary key references videos (id) on delete cascade,
        attempt integer not null,
        program text not null,
        shared text not null
      )`.execute(db);
    await sql`
      create table segments (
        video_id text not null references renders (video_id) on delete cascade,
        place integer not null,
        frames integer not null,
        turn integer not null default 0,
        job_id uuid,
        status text not null default 'queued' check (status in ('queued', 'rendering', 'done')),
        attempt integer not null default 0,
        crashes integer not null default 0,
        refusals integer not null default 0,
        worker text,
        beat_at timestamptz,
        progress double precision not null default 0,
        file text,
        seconds double precision not null default 0,
        notes jsonb not null default '[]',
        created_at timestamptz not null default now(),
        primary key (video_id, place)
      )`.execute(db);
    await sql`create index segments_open on segments (status) where status in ('queued', 'rendering')`.execute(db);
    await sql`create index segments_of_jobs on segments (job_id)`.execute(db);
  },
};
