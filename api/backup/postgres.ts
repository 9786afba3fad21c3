import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresEnvironment } from '../system/environment.ts';
import { findProgram } from '../system/findProgram.ts';

const run = promisify(execFile);

/** Dumps a PostgreSQL database to a file as a consistent snapshot, while it may be in use. @throws Error */
export async function dumpPostgres(url: string, file: string, signal?: AbortSignal): Promise<void> {
  await runTool('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`], signal);
}

/** Restores a dump into an empty database, in one transaction. @throws Error */
export async function restorePostgres(url: string, file: string, signal?: AbortSignal): Promise<void> {
  const options = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', file];
  await runTool('pg_restore', url, options, signal);
}

/** Connection timeout in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Checks that a database is empty. @throws Error if it is not, or does not answer. */
export async function expectEmptyPostgres(url: string): Promise<void> {
  const named = { connectionString: url, connectionTimeoutMillis: TIMEOUT_MS };
  const client = new pg.Client({ ...named, application_name: 'cutroom' });
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error: NodeJS.ErrnoException) => {
      const why = error.message || error.code;
      throw new Error(`The database of DATABASE_URL does not answer: ${why}`, { cause: error });
    });
    const { rows } = await client.query<{ name: string }>(`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') limit 1`);
    if (rows.length === 0) return;
    throw new Error(`The database of DATABASE_URL is not empty: it contains ${rows[0]?.name}. Name an empty one.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Runs a PostgreSQL tool. The password is passed in the environment, because all users of a machine can read command
 * lines.
 */
async function runTool(name: string, url: string, options: readonly string[], signal?: AbortSignal): Promise<void> {
  if (findProgram(name) === undefined)
    throw new Error(`${name} was not found. Install the PostgreSQL client programs in the server’s version.`);
  if (!/^postgres(?:ql)?:/.test(url))
    throw new Error(`${name} needs a DATABASE_URL such as postgres://name:password@localhost:5432/cutroom.`);
  const address = new URL(url);
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.password = '';
  // Leave other queries exactly as written.
  if (address.searchParams.has('password')) address.searchParams.delete('password');
  const env = { ...postgresEnvironment(), ...(password ? { PGPASSWORD: password } : {}) };
  await run(name, [`--dbname=${address.href}`, ...options], { env, signal }).catch((error: { stderr?: string }) => {
    signal?.throwIfAborted();
    throw new Error(`${name} failed: ${error.stderr?.trim().split('\n').at(-1) || String(error)}`, {
      cause: error,
    });
  });
}
