import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { buildApp } from '../../../api/app.ts';
import { type Database, openDatabase } from '../../../api/db/database.ts';
import { openEmbedded } from '../../../api/db/embedded.ts';
import { openQueue, QUEUE_SCHEMA, type Queue } from '../../../api/jobs/queue.ts';
import { hashOf } from '../../../cli/build/hash.mjs';
import { cacheFolder } from '../../../cli/build/paths.mjs';
import { copyFolder } from '../../support/copyFolder.ts';

/**
 * Copies a database into a new data folder, as the service would create it at its first start. Copying takes a tenth of
 * the time. @param options.isEmpty without any tables
 */
export async function prepareDatabase(dataDir: string, { isEmpty = false } = {}): Promise<void> {
  const database = path.join(dataDir, 'db');
  if (existsSync(database)) return;
  await mkdir(dataDir, { recursive: true });
  await copyFolder(isEmpty ? await emptyDatabase() : await newDatabase(), database);
}

/** An embedded database with its queue. */
interface Lent {
  database: Database;
  queue: Queue;
}

/** Databases of this process that no test uses now. */
const idle: Lent[] = [];

/**
 * Lends an empty database with the tables of a service to a test, which must not close it, stop its queue or change its
 * tables. Opening one takes half a second of CPU, deleting the rows of the previous test a hundredth.
 */
export async function lendDatabase(): Promise<Lent> {
  const lent = idle.pop() ?? (await openLent());
  onTestFinished(async () => {
    await lent.database.runner.executeSql(emptyTables);
    idle.push(lent);
  });
  return lent;
}

async function openLent(): Promise<Lent> {
  const dataDir = await mkdtemp(path.join(inject('suiteFolder'), 'database-'));
  await prepareDatabase(dataDir);
  const database = await openDatabase({ dataDir });
  return { database, queue: await openQueue(database, () => undefined) };
}

/** Deletes all rows except those that a new database has, and restarts its sequences. */
const emptyTables = `do $$
  declare one record;
  begin
    set local session_replication_role = replica;
    for one in select schemaname, tablename from pg_tables
      where schemaname = '${QUEUE_SCHEMA}' and tablename not in ('queue', 'version')
        or schemaname = 'public' and tablename not in ('identity', 'library_secret')
          and tablename not like 'kysely%'
    loop
      execute format('delete from %I.%I', one.schemaname, one.tablename);
    end loop;
    for one in select schemaname, sequencename, start_value from pg_sequences
      where schemaname in ('${QUEUE_SCHEMA}', 'public')
    loop
      perform setval(format('%I.%I', one.schemaname, one.sequencename)::regclass, one.start_value, false);
    end loop;
  end $$`;

/** A database as after the first start of the service, which nothing writes to. */
function newDatabase(): Promise<string> {
  return kept(`test-database-${hashOf(['api/db', 'api/jobs', 'package-lock.json'])}`, async (dataDir) => {
    const app = await buildApp({ dataDir, workers: 0 });
    await app.close();
  });
}

/** A database without tables, which nothing writes to. */
function emptyDatabase(): Promise<string> {
  return kept(`empty-database-${hashOf(['package-lock.json'])}`, async (dataDir) => {
    const { pglite } = await openEmbedded(path.join(dataDir, 'db'));
    await pglite.close();
  });
}

/** Creates a database once for all runs. @param create writes it to a data folder. @returns its folder. */
async function kept(name: string, create: (dataDir: string) => Promise<void>): Promise<string> {
  const kept = path.join(cacheFolder, name);
  if (existsSync(kept)) return kept;
  const dataDir = `${kept}.${process.pid}`;
  await create(dataDir);
  // If another process was faster, its copy is just as good.
  await rename(path.join(dataDir, 'db'), kept).catch((error: unknown) => {
    if (!existsSync(kept)) throw error;
  });
  await rm(dataDir, { recursive: true, force: true });
  return kept;
}
