import path from 'node:path';
import { CompiledQuery, Kysely, sql, type Transaction } from 'kysely';
import { openEmbedded } from './embedded.ts';
import { openInThread } from './embeddedThread.ts';
import { migrate } from './migrate.ts';
import { Mutex } from './mutex.ts';
import type { Subscriber, Subscription } from './notifications.ts';
import { pgliteDialect } from './pgliteDialect.ts';
import { openServer } from './serverDatabase.ts';
import type { Tables } from './tables.ts';

/** Runs SQL text with values, as the job queue expects it. Text without values may contain several statements. */
export interface SqlRunner {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** An open database, embedded or a PostgreSQL server: the same tables, the same SQL. */
export interface Database {
  kind: 'embedded' | 'postgresql';
  db: Kysely<Tables>;
  /** For the job queue. Never use it inside a transaction of `db`: use `sqlRunner` there. */
  runner: SqlRunner;
  /** Listens to a channel of NOTIFY. */
  listen(channel: string, subscriber: Subscriber): Promise<Subscription>;
  /** Ends migrations, which may take long. From now on, a slow server leads to a DatabaseAwayError. */
  begin(): void;
  close(): Promise<void>;
}

/**
 * Opens the database and migrates its tables. Statements have no time limit until `begin` is called.
 * @param options.url URL of PostgreSQL; without it, the embedded database in `dataDir`.
 * @param options.threadProgram path of the built thread program, to run the embedded database in its own thread.
 * @throws Error with a message for the terminal if the encoding lacks characters or the tables belong to a later
 * release.
 */
export async function openDatabase(options: {
  dataDir: string;
  url?: string | undefined;
  threadProgram?: string | undefined;
}): Promise<Database> {
  const { url, dataDir, threadProgram } = options;
  const database = url ? openServer(url) : await openFolder(path.join(dataDir, 'db'), threadProgram);
  try {
    if (database.kind === 'postgresql') await expectUtf8(database.db);
    await migrate(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Other encodings lack characters, so some names could not be stored. SQL_ASCII stores bytes unchanged. */
async function expectUtf8(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8' || encoding === 'SQL_ASCII') return;
  throw new Error(`The database of DATABASE_URL has the encoding ${encoding}. Name one with the encoding UTF8.`);
}

/** Lets the job queue write inside a transaction, so that a row and its job are stored together or not at all. */
export function sqlRunner(transaction: Transaction<Tables>): SqlRunner {
  return {
    async executeSql(text, values = []) {
      const { rows } = await transaction.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}

async function openFolder(folder: string, threadProgram: string | undefined): Promise<Database> {
  const embedded = threadProgram === undefined ? await openEmbedded(folder) : await openInThread(threadProgram, folder);
  const { pglite } = embedded;
  const mutex = new Mutex();
  const db = new Kysely<Tables>({ dialect: pgliteDialect(embedded, mutex) });
  const run = async (text: string, values: unknown[] = []) => {
    if (values.length > 0) return (await pglite.query<Record<string, unknown>>(text, values)).rows;
    try {
      const results = await pglite.exec(text);
      return results.at(-1)?.rows ?? [];
    } catch (error) {
      // A failed batch may leave a transaction open, which would swallow all later statements.
      await pglite.exec('rollback').catch(() => undefined);
      throw error;
    }
  };
  const runner: SqlRunner = {
    async executeSql(text, values) {
      const rows = await mutex.run(async () => {
        await embedded.prepare();
        return run(text, values);
      });
      await embedded.synced();
      return { rows };
    },
  };
  return {
    kind: 'embedded',
    db,
    runner,
    async listen(channel, { onNotification }) {
      await mutex.run(() => pglite.listen(channel, onNotification));
      return { isLive: () => true, close: async () => undefined };
    },
    begin: () => undefined,
    async close() {
      await db.destroy();
      await mutex.run(() => pglite.close());
    },
  };
}
