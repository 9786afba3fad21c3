import { type Kysely, type Migration, sql } from 'kysely';

/** Adds the processes that share the database, for operators. */
export const processes: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table processes (
        name text primary key,
        role text not null,
        started_at timestamptz not null default now(),
        beat_at timestamptz not null default now()
      )`.execute(db);
  },
};
