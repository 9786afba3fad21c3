import { type Kysely, type Migration, sql } from 'kysely';

/** When a version was put here, by the database's clock: that of the machine that saved it may be hours off. */
export const keptAt: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table project_versions add column kept_at timestamptz not null default now()`.execute(db);
    await sql`update project_versions set kept_at = least(saved_at, now())`.execute(db);
  },
};
