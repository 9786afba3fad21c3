import { type Kysely, Migrator, sql } from 'kysely';
import { knownMigrations, migrationsOf } from './migrations/list.ts';
import type { Tables } from './tables.ts';

/**
 * Migrates the tables. Safe in concurrent processes: the database's lock serializes them.
 * @throws Error with a message for the terminal if a later release has changed the tables, or if they are older than
 * release 0.1.0.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const applied = await appliedMigrations(db);
  if (applied.some((name) => !knownMigrations.has(name))) {
    throw new Error(
      'The database belongs to a later release of Cutroom. Start that release, or restore a backup from this one.',
    );
  }
  const provider = { getMigrations: async () => migrationsOf(applied) };
  // Migrations are numbered before they are finished, so a lower number may arrive later.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Returns the names of the migrations that the database has had. */
async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const { rows: tables } =
    await sql`select from information_schema.tables where table_schema = current_schema() and table_name = 'kysely_migration'`.execute(
      db,
    );
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
