import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { buildApp } from '../../../api/app.ts';
import { type SharedProgram, sharedProgram } from '../../support/sharedProgram.ts';

const run = promisify(execFile);

/** A PostgreSQL database for tests. */
export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

/** Whether a server is available for tests. */
export function hasPostgres(): boolean {
  return Boolean(process.env.DATABASE_URL_TEST) || programs() !== undefined;
}

let created = 0;

/**
 * Creates a database on the server in DATABASE_URL_TEST, or on a server that the tests of a suite share. `stop` drops it.
 * @param options.isEmpty default: it has the tables of a service, as after its first start
 */
export async function createPostgres({ isEmpty = false } = {}): Promise<TestPostgres> {
  const given = process.env.DATABASE_URL_TEST;
  const server = given ?? (await sharedProgram('postgres', startShared));
  created += 1;
  const name = `cutroom_test_${process.pid}_${Date.now()}_${created}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}${isEmpty || given ? '' : ` template ${withTables}`}`);
  return {
    url: databaseOf(server, name),
    async stop() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Starts a server that only the caller uses, or creates an empty database on the one in DATABASE_URL_TEST. */
export async function startPostgres(): Promise<TestPostgres> {
  if (process.env.DATABASE_URL_TEST) return createPostgres({ isEmpty: true });
  const { url, folder, pid } = await startServer();
  return {
    url,
    async stop() {
      process.kill(pid, 'SIGQUIT');
      while (existsSync(path.join(folder, 'data/postmaster.pid'))) await wait(20);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Database of the shared server with the tables of a service, which others are copied from. */
const withTables = 'cutroom_tables';

const databaseOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;

async function startShared(): Promise<SharedProgram<string>> {
  const { url, folder, pid } = await startServer();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${withTables}`);
  await admin.end();
  const dataDir = await mkdtemp(path.join(folder, 'service-'));
  const app = await buildApp({ dataDir, databaseUrl: databaseOf(url, withTables), workers: 0 });
  await app.close();
  return { address: url, pids: [pid], signal: 'SIGQUIT', folders: [folder] };
}

async function startServer(): Promise<{ url: string; folder: string; pid: number }> {
  const bin = programs() as string;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cutroom-pg-'));
  const user = await someUser();
  if (user) await chown(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C' } };
  const data = path.join(folder, 'data');
  await run(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'cutroom', '--auth=trust', '--no-sync', '-E', 'UTF8'],
    options,
  );
  const port = await freePort();
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=400`;
  await run(
    path.join(bin, 'pg_ctl'),
    ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', settings, 'start'],
    options,
  );
  const pid = Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  return { url: `postgresql://cutroom@127.0.0.1:${port}/postgres`, folder, pid };
}

function programs(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => path.join(root, version, 'bin')).find((bin) => existsSync(path.join(bin, 'initdb')));
}

// The server refuses to run as root, so find any other user.
async function someUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const id = async (flag: string, name: string) => Number((await run('id', [flag, name])).stdout);
  const name = await run('id', ['postgres']).then(
    () => 'postgres',
    () => 'nobody',
  );
  return { uid: await id('-u', name), gid: await id('-g', name) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
