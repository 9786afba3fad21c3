import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Adds the time at which a version was stored, by the database's clock: the clock of the machine that saved it may be
 * hours off.
 */
export const keptAt: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table project_versions add column kept_at timestamptz not null default now()`.execute(db);
    await sql`update project_versions set kept_at = least(saved_at, now())`.execute(db);
  },
};
