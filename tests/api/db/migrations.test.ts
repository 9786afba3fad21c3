import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Kysely, Migrator, sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../api/db/database.ts';
import { openEmbedded } from '../../../api/db/embedded.ts';
import { earlier } from '../../../api/db/migrations/earlier.ts';
import { Mutex } from '../../../api/db/mutex.ts';
import { pgliteDialect } from '../../../api/db/pgliteDialect.ts';
import { prepareDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/files.ts';

/** Data stored by earlier releases, one file per release. */
const stored = path.join(import.meta.dirname, 'stored');
const oldest = '0.1.0.sql';

/** The rows of tables, as JSON. */
const rowsOf = async (query: (text: string) => Promise<{ rows: Record<string, unknown>[] }>, tables: string[]) =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [table, (await query(`select to_jsonb(t) as row from public.${table} t`)).rows]),
    ),
  ) as Record<string, { row: Record<string, unknown> }[]>;

/** A folder with an empty database. */
async function emptyFolder(): Promise<string> {
  const dataDir = path.join(await temporaryFolder(), 'data');
  await prepareDatabase(dataDir, { isEmpty: true });
  return dataDir;
}

/** A folder with the data of a stored file. @param also reads or changes it. */
async function storedFolder(name: string, also = async (_: PGlite): Promise<unknown> => undefined): Promise<string> {
  const dataDir = await emptyFolder();
  const pglite = await PGlite.create(path.join(dataDir, 'db'));
  await pglite.exec(await readFile(path.join(stored, name), 'utf8'));
  await also(pglite);
  await pglite.close();
  return dataDir;
}

/** Migrates a folder as a version between two releases did, which had no migration after `last`. */
async function migrateUntil(dataDir: string, last: string): Promise<void> {
  const embedded = await openEmbedded(path.join(dataDir, 'db'));
  const db = new Kysely<unknown>({ dialect: pgliteDialect(embedded, new Mutex()) });
  const steps = Object.entries(earlier).filter(([name]) => name <= last);
  const provider = { getMigrations: async () => Object.fromEntries(steps) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  await db.destroy();
}

/** Opens a folder with this release, and describes and closes it. */
async function opened<T>(dataDir: string, describe: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir });
  try {
    return await describe(database);
  } finally {
    await database.close();
  }
}

/**
 * Describes the schema `public` by one line for each column (with its position), constraint, index, trigger, function
 * and sequence, in order.
 */
async function schemaOf({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with tables as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
    select concat_ws(' ', 'column', relname, attnum, attname, format_type(atttypid, atttypmod),
        case when attnotnull then 'not null' end, 'default ' || pg_get_expr(adbin, adrelid),
        case when attidentity <> '' then 'identity' end) as line
      from tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid))
      from tables join pg_constraint on conrelid = tables.oid
    union all
    select pg_get_indexdef(indexrelid) from tables join pg_index on indrelid = tables.oid
    union all
    select pg_get_triggerdef(pg_trigger.oid) from tables join pg_trigger on tgrelid = tables.oid and not tgisinternal
    union all
    select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by, min_value, max_value,
        pg_depend.refobjid::regclass, pg_depend.refobjsubid)
      from pg_sequences left join pg_depend on deptype in ('a', 'i')
        and objid = format('%I.%I', schemaname, sequencename)::regclass and classid = 'pg_class'::regclass
      where schemaname = 'public'`.execute(db);
  return rows.map(({ line }) => line.replace(/\s+/g, ' ').trim()).sort();
}

const fresh = emptyFolder().then((dataDir) => opened(dataDir, schemaOf));

it('gives a database of each earlier release the schema of a new one, and keeps its rows', async () => {
  expect((await fresh).length).toBeGreaterThan(600);
  for (const name of await readdir(stored)) {
    let [tables, kept] = [[] as string[], {} as Awaited<ReturnType<typeof rowsOf>>];
    const dataDir = await storedFolder(name, async (before) => {
      const { rows } = await before.query<{ table: string }>(
        `select table_name as table from information_schema.tables
          where table_schema = 'public' and table_name not like 'kysely%'`,
      );
      tables = rows.map(({ table }) => table);
      kept = await rowsOf((text) => before.query(text), tables);
    });
    expect(Object.values(kept).flat().length).toBeGreaterThan(5);
    await opened(dataDir, async (database) => {
      expect(await schemaOf(database)).toEqual(await fresh);
      const now = await rowsOf((text) => database.runner.executeSql(text), tables);
      for (const table of tables) {
        expect(now[table], table).toHaveLength(kept[table]?.length ?? 0);
        expect(now[table], table).toMatchObject(kept[table] ?? []);
      }
    });
  }
});

it('gives a database of a version between two releases the schema of a new one', async () => {
  const dataDir = await storedFolder(oldest);
  await migrateUntil(dataDir, '042_two_factors');
  expect(await opened(dataDir, schemaOf)).toEqual(await fresh);
});

it('rejects a database of a version before the oldest release, and leaves it unchanged', async () => {
  const dataDir = await storedFolder(oldest, (before) =>
    before.exec(`delete from public.kysely_migration where name = '023_kept_at'`),
  );
  await expect(openDatabase({ dataDir })).rejects.toThrow(/version of Cutroom before 0\.1\.0\. Start release 0\.1\.0/);
  const after = await PGlite.create(path.join(dataDir, 'db'));
  const { rows } = await after.query('select name from public.kysely_migration order by name');
  expect(rows).toHaveLength(19);
  expect((await after.query(`select to_regclass('public.rendered') as made`)).rows).toEqual([{ made: null }]);
  await after.close();
});
