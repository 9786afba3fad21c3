import { type Kysely, Migrator } from 'kysely';
import { migrations } from './migrations/list.ts';
import type { Tables } from './tables.ts';

/** Brings the tables up to date. Safe when several processes do it at once: the database's lock lets one work. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const provider = { getMigrations: async () => migrations };
  // Numbers are given out before the work is done, so a lower one may come later.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
