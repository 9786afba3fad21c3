import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Embedded, Statements } from './embedded.ts';
import type { Mutex } from './mutex.ts';

/**
 * Kysely dialect for the embedded PostgreSQL. It has a single connection, guarded by the mutex for each statement or
 * transaction. All other users of the same PGlite must use the same mutex; otherwise their statements end up in another
 * transaction.
 */
export function pgliteDialect(embedded: Embedded, mutex: Mutex): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PgliteDriver(embedded, mutex),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PgliteDriver implements Driver {
  readonly #embedded: Embedded;
  readonly #mutex: Mutex;

  constructor(embedded: Embedded, mutex: Mutex) {
    this.#embedded = embedded;
    this.#mutex = mutex;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PgliteConnection> {
    const release = await this.#mutex.acquire();
    try {
      await this.#embedded.prepare();
      return new PgliteConnection(this.#embedded.pglite, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PgliteConnection).release();
    // Reads wait too: they may have seen another commit that is not durable yet. Concurrent callers share one sync.
    await this.#embedded.synced();
  }

  async destroy(): Promise<void> {}
}

class PgliteConnection implements DatabaseConnection {
  readonly #pglite: Statements;
  readonly release: () => void;

  constructor(pglite: Statements, release: () => void) {
    this.#pglite = pglite;
    this.release = release;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.#pglite.query<R>(query.sql, [...query.parameters]);
    return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and there is nothing to stream.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database does not stream.');
  }
}
