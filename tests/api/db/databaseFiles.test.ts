import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../../../api/db/database.ts';
import { eventually } from '../../support/eventually.ts';
import { prepareDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/files.ts';

let dataDir: string;
let database: Database;
/** Disk events in order: background syncs, and syncs that PostgreSQL waits for. */
let events: string[];

beforeEach(async () => {
  dataDir = await temporaryFolder();
  await prepareDatabase(dataDir);
  database = await openDatabase({ dataDir });
  await sql`create table saves (id int primary key, content text)`.execute(database.db);
  events = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close().catch(() => undefined);
});

const save = async (id: number, content = '') => {
  await sql`insert into saves values (${id}, ${content})`.execute(database.db);
  events.push(`saved ${id}`);
};

/** Slows the disk down. @param end called before a sync ends; it may throw. */
function slowDown(end: () => Promise<void> | void): void {
  const sync = fs.fdatasync;
  vi.spyOn(fs, 'fdatasync').mockImplementation(((file: number, done: (error: Error | null) => void) => {
    sync(file, async () => {
      try {
        await end();
        events.push('synced');
        done(null);
      } catch (error) {
        done(error as Error);
      }
    });
  }) as typeof fs.fdatasync);
}

it('a save, and any read of it, is acknowledged only after the disk has synced', async () => {
  const disk = new EventEmitter();
  slowDown(async () => void (await once(disk, 'ready')));
  const saving = save(1);
  await eventually(() => expect(fs.fdatasync).toHaveBeenCalled());
  const reading = database.runner
    .executeSql('select id from saves')
    .then(({ rows }) => void events.push(`read ${rows.length}`));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(events).toEqual([]);
  disk.emit('ready');
  await Promise.all([saving, reading]);
  expect(events[0]).toBe('synced');
  expect(events.slice(1).sort()).toEqual(['read 1', 'saved 1']);
});

it('concurrent saves share a sync, and none blocks the others', async () => {
  const blocking = vi.spyOn(fs, 'fdatasyncSync');
  slowDown(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await Promise.all(Array.from({ length: 20 }, (_, id) => save(id)));
  expect(events.filter((event) => event === 'synced').length).toBeLessThan(10);
  // A blocking sync occurs only when a table grows while the log is not synced.
  expect(blocking.mock.calls.length).toBeLessThan(5);
});

it('after a disk failure nothing is acknowledged until a restart has read the files', async () => {
  await save(1);
  slowDown(() => {
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  });
  const sentence = 'The disk failed to store changes of the database. Start the server again.';
  await expect(save(2)).rejects.toThrow(sentence);
  vi.restoreAllMocks();
  await expect(save(3)).rejects.toThrow(sentence);
  await database.close().catch(() => undefined);
  database = await openDatabase({ dataDir });
  const { rows } = await database.runner.executeSql('select id from saves where id = 1');
  expect(rows).toHaveLength(1);
});

it('checkpoints truncate the log in the background', async () => {
  const blocking = vi.spyOn(fs, 'fsyncSync');
  // Random content is not compressed.
  const content = () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(60_000)))
      .toString('base64')
      .repeat(20);
  for (let id = 0; id < 70; id += 1) await save(id, content());
  const log = (await readdir(path.join(dataDir, 'db', 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name));
  // The rows hold more than 110 MB.
  expect(log.length).toBeLessThanOrEqual(5);
  expect(blocking.mock.calls.length).toBeLessThan(100);
  await database.close();
  database = await openDatabase({ dataDir });
  const { rows } = await database.runner.executeSql(
    'select count(*)::int as count, min(length(content)) as length from saves',
  );
  expect(rows).toEqual([{ count: 70, length: 1_600_000 }]);
});

it('only the owner can access the files, whatever the umask is', async () => {
  await save(1);
  const folder = path.join(dataDir, 'db');
  await sql`create table made_now (id int)`.execute(database.db);
  const [row] = (await database.runner.executeSql("select pg_relation_filepath('made_now') as place")).rows;
  expect((await stat(path.join(folder, String(row?.place)))).mode & 0o777).toBe(0o600);
});
