import { type Kysely, type Migration, sql } from 'kysely';

/** The processes that share the database, for whoever runs them. */
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
