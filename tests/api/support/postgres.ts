import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** A PostgreSQL server for tests: DATABASE_URL_TEST, or one started from the installed programs. */
export interface TestPostgres {
  /** URL of an empty database. */
  url: string;
  stop(): Promise<void>;
}

/** Whether a server is available for tests. */
export function hasPostgres(): boolean {
  return Boolean(process.env.DATABASE_URL_TEST) || programs() !== undefined;
}

/** Starts the server, or creates an empty database on the configured one. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env.DATABASE_URL_TEST;
  if (given) return emptyDatabase(given);
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
  return {
    url: `postgresql://cutroom@127.0.0.1:${port}/postgres`,
    async stop() {
      await run(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], options);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function emptyDatabase(server: string): Promise<TestPostgres> {
  const name = `cutroom_test_${process.pid}_${Date.now()}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async stop() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
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
