import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { postgresEnvironment } from '../system/environment.ts';
import { findProgram } from '../system/findProgram.ts';
import { BackupError } from './manifest.ts';

const run = promisify(execFile);

/** Writes all of a PostgreSQL database into a file, as it is at one moment, while others work with it. @throws BackupError */
export async function dumpPostgres(url: string, file: string, signal?: AbortSignal): Promise<void> {
  await runTool('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`], signal);
}

/** Puts a dump into an empty database, whole or not at all. @throws BackupError */
export async function restorePostgres(url: string, file: string, signal?: AbortSignal): Promise<void> {
  const options = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', file];
  await runTool('pg_restore', url, options, signal);
}

/** How long a server may take to answer at all, milliseconds. */
const TIMEOUT_MS = 30_000;

/** @throws BackupError for a database in which there is anything, or that does not answer. */
export async function expectEmptyPostgres(url: string): Promise<void> {
  const named = { connectionString: url, connectionTimeoutMillis: TIMEOUT_MS };
  const client = new pg.Client({ ...named, application_name: 'cutroom' });
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error: NodeJS.ErrnoException) => {
      const why = error.message || error.code;
      throw new BackupError(`The database of DATABASE_URL does not answer: ${why}`, { cause: error });
    });
    const { rows } = await client.query<{ name: string }>(`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') limit 1`);
    if (rows.length === 0) return;
    throw new BackupError(`The database of DATABASE_URL is not empty: it has ${rows[0]?.name}. Name an empty one.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A password on the command line could be read by everybody on the machine, so it goes by the environment. */
async function runTool(name: string, url: string, options: readonly string[], signal?: AbortSignal): Promise<void> {
  if (findProgram(name) === undefined)
    throw new BackupError(`${name} was not found. Install the client programs of PostgreSQL, of the server’s version.`);
  if (!/^postgres(?:ql)?:/.test(url))
    throw new BackupError(`${name} needs a DATABASE_URL such as postgres://name:password@localhost:5432/cutroom.`);
  const address = new URL(url);
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.password = '';
  // A query that loses nothing stays as it is written.
  if (address.searchParams.has('password')) address.searchParams.delete('password');
  const env = { ...postgresEnvironment(), ...(password ? { PGPASSWORD: password } : {}) };
  await run(name, [`--dbname=${address.href}`, ...options], { env, signal }).catch((error: { stderr?: string }) => {
    signal?.throwIfAborted();
    throw new BackupError(`${name} failed: ${error.stderr?.trim().split('\n').at(-1) || String(error)}`, {
      cause: error,
    });
  });
}
