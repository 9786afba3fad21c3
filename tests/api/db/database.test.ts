import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase, sqlRunner } from '../../../api/db/database.ts';
import { migrationsOf } from '../../../api/db/migrations/list.ts';
import { openQueue } from '../../../api/jobs/queue.ts';
import { temporaryFolder } from '../support/files.ts';
import { createPostgres, hasPostgres, type TestPostgres } from '../support/postgres.ts';

const databases = hasPostgres() ? ['embedded', 'postgresql'] : ['embedded'];

describe.each(databases)('the %s database', (kind) => {
  let dataDir: string;
  let postgres: TestPostgres | undefined;
  let database: Database;
  const open = () => openDatabase({ dataDir, url: postgres?.url });
  const count = async () => {
    const { rows } = await sql<{ n: number | string }>`select count(*) as n from uploads`.execute(database.db);
    return Number(rows[0]?.n);
  };
  const newUpload = (id: string) => ({
    id,
    token: `t${id}`,
    owner: 'o',
    name: 'n',
    declared_type: 'video/mp4',
    declared_size: null,
  });

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    if (kind === 'postgresql') postgres = await createPostgres({ isEmpty: true });
    database = await open();
  });

  afterAll(async () => {
    await database.close();
    await postgres?.stop();
  });

  it('keeps writes by others outside a transaction that is rolled back', async () => {
    const inside = database.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('uploads').values(newUpload('a')).execute();
      await sqlRunner(transaction).executeSql(
        'insert into uploads (id, token, owner, name, declared_type) values ($1, $2, $3, $4, $5)',
        ['b', 'tb', 'o', 'n', 'video/mp4'],
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error('rolled back');
    });
    const outside = [
      database.db.insertInto('uploads').values(newUpload('c')).execute(),
      database.runner.executeSql(
        "insert into uploads (id, token, owner, name, declared_type) values ('d', 'td', 'o', 'n', 'video/mp4')",
      ),
      database.db
        .transaction()
        .execute((transaction) => transaction.insertInto('uploads').values(newUpload('e')).execute()),
    ];
    await expect(inside).rejects.toThrow('rolled back');
    await Promise.all(outside);
    const rows = await database.db.selectFrom('uploads').select('id').orderBy('id').execute();
    expect(rows.map(({ id }) => id)).toEqual(['c', 'd', 'e']);
  });

  it('leaves no transaction open when one of several statements fails', async () => {
    await expect(database.runner.executeSql('begin; select 1/0; commit')).rejects.toThrow(/division by zero/);
    const before = await count();
    await database.db.insertInto('uploads').values(newUpload('after')).execute();
    expect(await count()).toBe(before + 1);
  });

  it('returns the rows of the last of several statements', async () => {
    expect(await database.runner.executeSql('select 1 as a; select 2 as b')).toEqual({ rows: [{ b: 2 }] });
    expect(await database.runner.executeSql('select $1::int as a', [7])).toEqual({ rows: [{ a: 7 }] });
  });

  it('preserves JSON, times and large numbers', async () => {
    const facts = { kind: 'video' as const, width: 1, height: 2, duration: 0.1, hasAudio: true, animated: false };
    const values = { ...newUpload('types'), declared_size: 299_999_999_999, facts: JSON.stringify(facts) };
    const row = await database.db.insertInto('uploads').values(values).returningAll().executeTakeFirstOrThrow();
    expect(row.facts).toEqual(facts);
    expect(Number(row.declared_size)).toBe(299_999_999_999);
    expect(Math.abs(new Date(row.created_at).getTime() - Date.now())).toBeLessThan(3_600_000);
  });

  it('reopens with all its data and migrates its tables only once', async () => {
    const before = await count();
    await database.close();
    database = await open();
    expect(await count()).toBe(before);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database.db);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrationsOf([])));
  });

  if (kind === 'postgresql')
    it('is migrated by one of several processes that start at once', async () => {
      const fresh = await createPostgres({ isEmpty: true });
      const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ dataDir, url: fresh.url })));
      // The queue tables are migrated later, which may also take long, so no timeout may be set yet.
      const timeouts = await Promise.all(opened.map(({ runner }) => runner.executeSql('show statement_timeout')));
      expect(timeouts.flatMap(({ rows }) => rows)).toEqual(Array(3).fill({ statement_timeout: '0' }));
      const queues = await Promise.all(opened.map((one) => openQueue(one, () => undefined)));
      await Promise.all(queues.map((one) => one.stop()));
      await Promise.all(opened.map((one) => one.close()));
      await fresh.stop();
    });

  if (kind === 'postgresql')
    it('is rejected with a clear message if its encoding lacks characters', async () => {
      const name = `other_${process.pid}`;
      const like = sql.raw(`encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`);
      await sql`create database ${sql.id(name)} ${like}`.execute(database.db);
      const url = new URL(postgres?.url ?? '');
      url.pathname = `/${name}`;
      await expect(openDatabase({ dataDir, url: url.href })).rejects.toThrow(
        `The database of DATABASE_URL has the encoding LATIN1.`,
      );
      await sql`drop database ${sql.id(name)} with (force)`.execute(database.db);
    });

  if (kind === 'embedded')
    it('is created again after an interrupted creation', async () => {
      const other = await temporaryFolder();
      const first = await openDatabase({ dataDir: other });
      await first.close();
      await rm(path.join(other, 'db', 'PG_VERSION'));
      const second = await openDatabase({ dataDir: other });
      expect((await second.db.selectFrom('videos').selectAll().execute()).length).toBe(0);
      await second.close();
    });
});

it('an unreadable embedded database is an error and is never replaced by an empty one', async () => {
  const dataDir = await temporaryFolder();
  // A folder in place of the file cannot be read, even by root.
  await mkdir(path.join(dataDir, 'db', 'PG_VERSION'), { recursive: true });
  await writeFile(path.join(dataDir, 'db', 'kept'), 'data');
  await expect(openDatabase({ dataDir })).rejects.toThrow();
  expect(await readdir(path.join(dataDir, 'db'))).toEqual(['PG_VERSION', 'kept']);
});
