import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseAwayError, toldAsAway } from './databaseAway.ts';
import type { Tables } from './tables.ts';

/** A server that is quiet for so long is away, milliseconds: somebody may wait for an answer. */
const QUIET_MS = 10_000;
/** A transaction that is asked nothing for so long is of a machine that was cut off, milliseconds: its locks are others' to take. */
const IDLE_MS = 60_000;

/**
 * Opens a PostgreSQL server. What cannot be asked of it ends with a DatabaseAwayError soon, also where the network swallows all.
 * @param options.quietMs see QUIET_MS. What is asked before `begin` is called may take as long as it likes.
 */
export function openServer(url: string, { quietMs = QUIET_MS } = {}) {
  const settings = { max: 10, application_name: 'cutroom', connectionTimeoutMillis: quietMs, keepAlive: true };
  const pool = new pg.Pool({ connectionString: url, ...settings });
  // An idle connection that the server ends must not end the process; the next query opens a new one.
  pool.on('error', () => undefined);
  // Nor must one that is lost in the middle of its work: whoever uses it is told by the query.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  let timeoutMs = Number.POSITIVE_INFINITY;
  const told = new WeakMap<pg.PoolClient, string>();
  const connect = async () => {
    const client = await pool.connect().catch((error) => {
      throw toldAsAway(error);
    });
    const connection = watched(client, () => timeoutMs);
    const limits = limitsOf(timeoutMs);
    if (told.get(client) === limits) return connection;
    try {
      await connection.query(limits, []);
    } catch (error) {
      connection.release(true);
      throw error;
    }
    told.set(client, limits);
    return connection;
  };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { connect, end: () => pool.end() } }) });
  const runner = {
    async executeSql(text: string, values?: unknown[]) {
      const client = await connect();
      let failed = true;
      try {
        const result: unknown = await client.query(text, values ?? []);
        failed = false;
        const last = Array.isArray(result) ? result.at(-1) : result;
        return { rows: (last as { rows?: Record<string, unknown>[] })?.rows ?? [] };
      } finally {
        // A failed statement may have left a transaction open: such a connection is not given to anyone else.
        client.release(failed);
      }
    },
  };
  const begin = () => {
    timeoutMs = quietMs;
  };
  return { kind: 'postgresql' as const, db, runner, close: () => db.destroy(), begin };
}

/**
 * What the server ends by itself: what nobody here waits for any more would go on there. By a statement: poolers refuse such
 * parameters when they are connected to.
 */
function limitsOf(timeoutMs: number): string {
  const mostMs = Number.isFinite(timeoutMs) ? Math.floor(0.9 * timeoutMs) : 0;
  return `set idle_in_transaction_session_timeout = ${IDLE_MS}; set statement_timeout = ${mostMs}`;
}

/** A connection as Kysely asks for it. */
type Watched = PostgresPoolClient & { release(failed?: boolean): void };

/** A connection that is given up when the server is quiet for too long: nobody else gets it then. */
function watched(client: pg.PoolClient, timeout: () => number): Watched {
  let isLost = false;
  const lose = () => {
    isLost = true;
    // An orderly end would wait for a server that does not answer.
    (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy();
  };
  const query = async (text: string, values: readonly unknown[]) => {
    if (isLost) throw new DatabaseAwayError();
    const timeoutMs = timeout();
    const timer = Number.isFinite(timeoutMs) ? setTimeout(lose, timeoutMs) : undefined;
    try {
      // Text without values may hold several statements.
      return await (values.length > 0 ? client.query(text, [...values]) : client.query(text));
    } catch (error) {
      const told = isLost ? new DatabaseAwayError({ cause: error }) : toldAsAway(error);
      // The next one leads to whoever has the server's place by then.
      if (told instanceof DatabaseAwayError) isLost = true;
      throw told;
    } finally {
      clearTimeout(timer);
    }
  };
  const release = (failed?: boolean) => client.release(failed || isLost);
  return { query: query as unknown as Watched['query'], release };
}
