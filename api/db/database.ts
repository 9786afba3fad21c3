import path from 'node:path';
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { Mutex } from './mutex.ts';
import { pgliteDialect } from './pgliteDialect.ts';
import type { Tables } from './tables.ts';

/** Runs SQL text with values; the form that the job queue asks for. Text without values may hold several statements. */
export interface SqlRunner {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** An open database, embedded or a PostgreSQL server: the same tables, the same SQL. */
export interface Database {
  kind: 'embedded' | 'postgresql';
  db: Kysely<Tables>;
  /** For the job queue. Never to be used inside a transaction of `db`: that is what `sqlRunner` is for. */
  runner: SqlRunner;
  close(): Promise<void>;
}

/** Opens the database and brings its tables up to date. @param options.url PostgreSQL's address; without it, embedded in `dataDir`. */
export async function openDatabase(options: { dataDir: string; url?: string | undefined }): Promise<Database> {
  const database = options.url ? openServer(options.url) : await openFolder(path.join(options.dataDir, 'db'));
  try {
    await migrate(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** The job queue's door into a transaction, so that a row and its job appear together or not at all. */
export function sqlRunner(transaction: Transaction<Tables>): SqlRunner {
  return {
    async executeSql(text, values = []) {
      const { rows } = await transaction.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}

async function openFolder(folder: string): Promise<Database> {
  const pglite = await openEmbedded(folder);
  const mutex = new Mutex();
  const db = new Kysely<Tables>({ dialect: pgliteDialect(pglite, mutex) });
  const runner: SqlRunner = {
    executeSql: (text, values) =>
      mutex.run(async () => {
        if (values && values.length > 0) {
          const { rows } = await pglite.query<Record<string, unknown>>(text, values);
          return { rows };
        }
        try {
          const results = await pglite.exec(text);
          return { rows: (results.at(-1)?.rows ?? []) as Record<string, unknown>[] };
        } catch (error) {
          // Several statements may have opened a transaction: left open, it would swallow everyone's next ones.
          await pglite.exec('rollback').catch(() => undefined);
          throw error;
        }
      }),
  };
  return {
    kind: 'embedded',
    db,
    runner,
    async close() {
      await db.destroy();
      await mutex.run(() => pglite.close());
    },
  };
}

function openServer(url: string): Database {
  const pool = new pg.Pool({ connectionString: url, max: 10, application_name: 'cutroom' });
  // An idle connection that the server ends must not end the process; the next query opens a new one.
  pool.on('error', () => undefined);
  // Nor must one that is lost in the middle of its work: whoever uses it is told by the query.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const runner: SqlRunner = {
    async executeSql(text, values) {
      const client = await pool.connect();
      let failed = false;
      try {
        const result: unknown = await client.query(text, values as unknown[]);
        const last = Array.isArray(result) ? result.at(-1) : result;
        return { rows: (last as { rows?: Record<string, unknown>[] })?.rows ?? [] };
      } catch (error) {
        failed = true;
        throw error;
      } finally {
        // A failed statement may have left a transaction open: such a connection is not given to anyone else.
        client.release(failed);
      }
    },
  };
  return { kind: 'postgresql', db, runner, close: () => db.destroy() };
}
