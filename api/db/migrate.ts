import { type Kysely, Migrator, sql } from 'kysely';
import { migrations } from './migrations/list.ts';
import type { Tables } from './tables.ts';

/**
 * Migrates the tables. Safe in concurrent processes: the database's lock serializes them.
 * @throws Error with a message for the terminal if a later release has changed the tables.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const provider = { getMigrations: async () => migrations };
  // Migrations are numbered before they are finished, so a lower number may arrive later.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  if (await isLater(db)) {
    throw new Error(
      'The database is of a later release of Cutroom. Start that release, or restore a backup that this one made.',
    );
  }
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Whether the database has migrations that this release does not know. */
async function isLater(db: Kysely<Tables>): Promise<boolean> {
  const { rows: tables } =
    await sql`select from information_schema.tables where table_schema = current_schema() and table_name = 'kysely_migration'`.execute(
      db,
    );
  if (tables.length === 0) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.some(({ name }) => !(name in migrations));
}
