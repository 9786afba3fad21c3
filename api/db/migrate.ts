import { type Kysely, Migrator } from 'kysely';
import { migrations } from './migrations/list.ts';
import type { Tables } from './tables.ts';

/** Brings the tables up to date. Safe when several processes do it at once: the database's lock lets one work. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
