import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Adds removed templates, logos, fonts and colors: a list that lacks an item may be an older list that was restored.
 */
export const kitRemovals: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table kit_removals (
        owner text not null,
        id text not null,
        removed_at timestamptz not null default now(),
        primary key (owner, id)
      )`.execute(db);
  },
};
