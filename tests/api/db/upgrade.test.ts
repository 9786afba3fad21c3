import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../api/db/database.ts';
import { openQueue, QUEUE_SCHEMA } from '../../../api/jobs/queue.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { newBrowser } from '../support/browser.ts';
import { prepareDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/files.ts';
import { createPostgres, hasPostgres } from '../support/postgres.ts';
import { begin, heldOf } from '../support/resumable.ts';
import { openService } from '../support/service.ts';
import { openStoreAlone } from '../support/storeAlone.ts';

/** Data stored by earlier releases, one file per release. These files never change. */
const stored = path.join(import.meta.dirname, 'stored');

const conversionsBefore = ['PENDING', 'RUNNING', 'COMPLETE', 'FAILED', 'CANCELLED']
  .map((status) => `('${status}', 'o', '/a', 'a.gif', '${status}')`)
  .join(', ');

it.each(await readdir(stored))('data stored in %s is readable and writable in this release', async (name) => {
  const dataDir = path.join(await temporaryFolder(), 'data');
  await prepareDatabase(dataDir, { isEmpty: true });
  const before = await PGlite.create(path.join(dataDir, 'db'));
  await before.exec(await readFile(path.join(stored, name), 'utf8'));
  await before.exec(
    `insert into public.conversions (id, owner, source_url, input_name, status) values ${conversionsBefore}`,
  );
  await before.close();
  const service = await openService({ dataDir, workers: 0, uploadLimits: { days: 0, hours: 0 } });
  const own = newBrowser(service);
  const person = { email: 'ada@example.org', password: 'correct horse battery' };
  expect((await own.call('POST', '/account/sign-in', person)).status).toBe(200);
  expect((await own.call('GET', '/me')).body.user).toMatchObject({ email: person.email, name: 'Ada' });
  const textOf = (body: { project: { scenes: { layers: { text: string }[] }[] } }) =>
    body.project.scenes[0]?.layers[0]?.text;
  const { body, headers } = await own.call('GET', '/projects/one');
  expect(textOf(body)).toBe('kept');
  const { versions } = (await own.call('GET', '/projects/one/versions')).body;
  expect(versions).toHaveLength(1);
  expect(textOf((await own.call('GET', `/projects/one/versions/${versions[0].revision}`)).body)).toBe('before');
  const [video, ...others] = (await own.call('GET', '/videos')).body.videos;
  expect([video.status, others]).toEqual(['queued', []]);
  // It can also be changed.
  const more = { project: body.project, savedAt: new Date(), media: [], picture: undefined };
  more.project.name = 'More';
  const saved = await own.call('PUT', '/projects/one', more, { 'if-match': headers.get('etag') ?? '' });
  expect(saved.status).toBe(200);
  expect((await own.call('POST', '/videos/triggerLambda', { _id: video._id })).status).toBe(200);
  expect(service.errors).toEqual([]);
  await service.app.close();
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  const jobs = await sql`select j.state from videos v join ${sql.table(`${QUEUE_SCHEMA}.job`)} j on j.id = v.job_id`;
  expect((await jobs.execute(database.db)).rows).toEqual([{ state: 'created' }]);
  // Open work of that release has a job now, and counts no crash.
  const conversions = sql`select c.id, c.state, c.crashes, j.state as job from conversions c
    left join ${sql.table(`${QUEUE_SCHEMA}.job`)} j on j.id = c.job_id order by c.id`;
  expect((await conversions.execute(database.db)).rows).toEqual([
    { id: 'CANCELLED', state: 'canceled', crashes: 0, job: null },
    { id: 'COMPLETE', state: 'done', crashes: 0, job: null },
    { id: 'FAILED', state: 'failed', crashes: 0, job: null },
    { id: 'PENDING', state: 'queued', crashes: 0, job: 'created' },
    { id: 'RUNNING', state: 'queued', crashes: 0, job: 'created' },
  ]);
});

it.each(hasPostgres() ? ['embedded', 'postgresql'] : ['embedded'])(
  'videos in a queue of an earlier pg-boss are rendered (%s)',
  async (kind) => {
    const dataDir = path.join(await temporaryFolder(), 'data');
    await mkdir(dataDir);
    const text = await readFile(path.join(import.meta.dirname, 'storedQueues', 'pg-boss-10.sql'), 'utf8');
    const postgres = kind === 'postgresql' ? await createPostgres({ isEmpty: true }) : undefined;
    if (postgres) {
      onTestFinished(() => postgres.stop());
      const client = new pg.Client(postgres.url);
      await client.connect();
      await client.query(text);
      await client.end();
    } else {
      await prepareDatabase(dataDir, { isEmpty: true });
      const before = await PGlite.create(path.join(dataDir, 'db'));
      await before.exec(text);
      await before.close();
    }
    const service = await openService({ dataDir, databaseUrl: postgres?.url, workers: 1 });
    onTestFinished(() => service.app.close());
    const own = newBrowser(service);
    await own.call('POST', '/account/sign-in', { email: 'ada@example.org', password: 'correct horse battery' });
    const states = async () =>
      ((await own.call('GET', '/videos')).body.videos as { name: string; status: string }[])
        .map(({ name, status }) => `${name}: ${status}`)
        .sort();
    await expect
      .poll(states)
      .toEqual(['done', 'queued', 'queued too', 'running'].map((name) => `${name}: done`).sort());
    expect(service.errors).toEqual([]);
  },
);

it.skipIf(!hasPostgres())('unfinished uploads that an earlier release stored on disk are retained', async () => {
  const postgres = await createPostgres({ isEmpty: true });
  onTestFinished(() => postgres.stop());
  const dataDir = path.join(await temporaryFolder(), 'data');
  const settings = { dataDir, databaseUrl: postgres.url, workers: 0 };
  const before = await openService(settings);
  const { uri, id } = await begin(before, 2000);
  await before.app.close();
  const left = path.join(dataDir, 'uploads');
  for (const name of [id, newSecretId()]) {
    await mkdir(path.join(left, name));
    await writeFile(path.join(left, name, 'part'), Buffer.alloc(1234));
  }
  const service = await openService(settings);
  onTestFinished(() => service.app.close());
  expect(await heldOf(uri.replace(before.origin, service.origin))).toBe(1234);
  expect(await readdir(left)).not.toContain(id);
});

it('a process of an earlier release reads and writes the statuses that it knows during an upgrade', async () => {
  const { database, store, video } = await openStoreAlone();
  const webhook = { url: 'https://example.org/told', origin: 'https://example.org', signer: null };
  const plain = { ...video, id: newSecretId(), owner: 'o', party: 'o', idempotencyKey: null, webhook };
  const { row } = await store.add(plain);
  const read = async (table: string) =>
    (await sql<object>`select state, status from ${sql.table(table)}`.execute(database.db)).rows[0];
  const write = (table: string, column: string, value: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(database.db);
  expect([await read('videos'), await read('webhooks')]).toEqual([
    { state: 'queued', status: 'queued' },
    { state: 'waiting', status: 'waiting' },
  ]);
  expect(await store.claim(row.id, row.job_id ?? '', 'new')).toMatchObject({ state: 'running', status: 'rendering' });
  await write('videos', 'status', 'queued');
  expect(await read('videos')).toEqual({ state: 'queued', status: 'queued' });
  await write('videos', 'status', 'rendering');
  expect(await store.cancel(row.id)).toBe(true);
  expect(await read('videos')).toEqual({ state: 'canceled', status: 'cancelled' });
  for (const [column, value, expected] of [
    ['status', 'sending', { state: 'running', status: 'sending' }],
    ['state', 'done', { state: 'done', status: 'delivered' }],
    ['status', 'failed', { state: 'failed', status: 'failed' }],
  ] as const) {
    await write('webhooks', column, value);
    expect(await read('webhooks')).toEqual(expected);
  }
  await sql`insert into renders (video_id, attempt, program, shared) values (${row.id}, 1, 'p', '{}')`.execute(
    database.db,
  );
  await sql`insert into segments (video_id, place, frames, status, notes) values (${row.id}, 0, 1, 'done', '[]')`.execute(
    database.db,
  );
  expect(await read('segments')).toEqual({ state: 'done', status: 'done' });
});

it('a database of a later release is rejected with a clear message and left unchanged', async () => {
  const dataDir = await temporaryFolder();
  await prepareDatabase(dataDir);
  const database = await openDatabase({ dataDir });
  await sql`insert into kysely_migration (name, timestamp) values ('999_of_tomorrow', 'now')`.execute(database.db);
  await database.close();
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    'The database belongs to a later release of Cutroom. Start that release, or restore a backup from this one.',
  );
});

it('a queue of an earlier release gets the settings of this one', async () => {
  const dataDir = await temporaryFolder();
  await prepareDatabase(dataDir);
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  const settings = sql`select name, retry_limit, expire_seconds, deletion_seconds, dead_letter, notify
    from ${sql.table(`${QUEUE_SCHEMA}.queue`)} order by name`;
  const { rows } = await settings.execute(database.db);
  await sql`update ${sql.table(`${QUEUE_SCHEMA}.queue`)} set retry_limit = 3, notify = false
    where name in ('plan', 'email')`.execute(database.db);
  expect((await settings.execute(database.db)).rows).not.toEqual(rows);
  const queue = await openQueue(database, () => undefined);
  onTestFinished(() => queue.stop());
  expect((await settings.execute(database.db)).rows).toEqual(rows);
});
