import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { asDatabaseAway, DatabaseAwayError } from './databaseAway.ts';
import { type Subscriber, type Subscription, subscribe } from './notifications.ts';
import type { Tables } from './tables.ts';

/** Milliseconds without an answer after which the server counts as unreachable. */
const QUIET_MS = 10_000;
/**
 * Milliseconds after which an idle transaction is terminated, so that a disconnected machine does not hold its locks.
 */
const IDLE_MS = 60_000;

/**
 * Opens a PostgreSQL server. Queries to an unreachable server soon fail with a DatabaseAwayError, even if the network
 * drops all packets.
 * @param options.quietMs see QUIET_MS. Queries before `begin` have no time limit.
 */
export function openServer(url: string, { quietMs = QUIET_MS } = {}) {
  const settings = { max: 10, application_name: 'cutroom', connectionTimeoutMillis: quietMs, keepAlive: true };
  const pool = new pg.Pool({ connectionString: url, ...settings });
  // An idle connection closed by the server must not crash the process; the next query opens a new one.
  pool.on('error', () => undefined);
  // The same for a connection lost during a query: the query reports it.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  let timeoutMs = Number.POSITIVE_INFINITY;
  const optionsSet = new WeakMap<pg.PoolClient, string>();
  const connect = async () => {
    const client = await pool.connect().catch((error) => {
      throw asDatabaseAway(error);
    });
    const connection = watched(client, () => timeoutMs);
    const limits = limitsOf(timeoutMs);
    if (optionsSet.get(client) === limits) return connection;
    try {
      await connection.query(limits, []);
    } catch (error) {
      connection.release(true);
      throw error;
    }
    optionsSet.set(client, limits);
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
        // A failed statement may leave a transaction open: do not reuse the connection.
        client.release(failed);
      }
    },
  };
  const begin = () => {
    timeoutMs = quietMs;
  };
  const subscriptions: Subscription[] = [];
  const listen = async (channel: string, subscriber: Subscriber) => {
    const own = { connectionString: url, ...settings, application_name: 'cutroom-listen' };
    const subscription = subscribe(() => new pg.Client(own), channel, subscriber);
    subscriptions.push(subscription);
    return subscription;
  };
  const close = async () => {
    await Promise.all(subscriptions.map((one) => one.close()));
    await db.destroy();
  };
  return { kind: 'postgresql' as const, db, runner, listen, close, begin };
}

/**
 * Server-side limits for abandoned work. They are sent as a statement, because poolers reject these parameters on
 * connect.
 */
function limitsOf(timeoutMs: number): string {
  const mostMs = Number.isFinite(timeoutMs) ? Math.floor(0.9 * timeoutMs) : 0;
  return `set idle_in_transaction_session_timeout = ${IDLE_MS}; set statement_timeout = ${mostMs}`;
}

/** A connection as Kysely expects it. */
type Watched = PostgresPoolClient & { release(failed?: boolean): void };

/** Wraps a connection: it is destroyed, and not reused, if the server does not answer in time. */
function watched(client: pg.PoolClient, timeout: () => number): Watched {
  let isLost = false;
  const lose = () => {
    isLost = true;
    // A graceful close would wait for the unresponsive server.
    (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream?.destroy();
  };
  const query = async (text: string, values: readonly unknown[]) => {
    if (isLost) throw new DatabaseAwayError();
    const timeoutMs = timeout();
    const timer = Number.isFinite(timeoutMs) ? setTimeout(lose, timeoutMs) : undefined;
    try {
      // Text without values may contain several statements.
      return await (values.length > 0 ? client.query(text, [...values]) : client.query(text));
    } catch (error) {
      const clearError = isLost ? new DatabaseAwayError({ cause: error }) : asDatabaseAway(error);
      // Discard the connection; the next one reaches the current primary.
      if (clearError instanceof DatabaseAwayError) isLost = true;
      throw clearError;
    } finally {
      clearTimeout(timer);
    }
  };
  const release = (failed?: boolean) => client.release(failed || isLost);
  return { query: query as unknown as Watched['query'], release };
}
