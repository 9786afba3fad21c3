import path from 'node:path';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseAwayError } from '../../../api/db/databaseAway.ts';
import { openServer } from '../../../api/db/serverDatabase.ts';
import { createChanges } from '../../../api/jobs/jobChanges.ts';
import { QUEUE_SCHEMA } from '../../../api/jobs/queue.ts';
import { createSweep, startSweeps } from '../../../api/jobs/recover.ts';
import { openCuttableConnection } from '../../support/cuttableConnection.ts';
import { makeVideo, temporaryFolder } from '../support/files.ts';
import { hasPostgres, startPostgres } from '../support/postgres.ts';
import { longBody, textBody } from '../support/projects.ts';
import { openService, until, untilFinal, upload } from '../support/service.ts';
import { openWorkAlone } from '../support/workAlone.ts';

const sweeper = { changes: createChanges(), onError: () => undefined };
let passed = 0;
afterEach(() => void vi.restoreAllMocks());

/** From now on, `passed` is added to the monotonic clock. */
function setClock(): void {
  passed = 0;
  const since = performance.now;
  vi.spyOn(performance, 'now').mockImplementation(() => since.call(performance) + passed);
}

/** A PostgreSQL server behind a connection that can be cut. */
async function cuttablePostgres() {
  const postgres = await startPostgres();
  const direct = new URL(postgres.url);
  const way = await openCuttableConnection(Number(direct.port));
  const url = new URL(postgres.url);
  url.port = String(way.port);
  onTestFinished(async () => {
    way.close();
    await postgres.stop();
  });
  return { way, url: url.href };
}

describe.runIf(hasPostgres())('while the database is down', () => {
  it('queries fail soon, on broken and on silent connections, and succeed afterwards', async () => {
    const { way, url } = await cuttablePostgres();
    const server = openServer(url, { quietMs: 400 });
    onTestFinished(() => server.close());
    const limits = async () => {
      const { rows } = await server.runner.executeSql(`
        select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('statement_timeout') as most`);
      return rows;
    };
    // Migrations may take long, but the locks of a disconnected client must still be released.
    expect(await limits()).toEqual([{ idle: '1min', most: '0' }]);
    server.begin();
    expect(await limits()).toEqual([{ idle: '1min', most: '360ms' }]);
    // Abandoned queries do not continue in the database.
    await expect(server.runner.executeSql('select pg_sleep(100)')).rejects.toThrow(DatabaseAwayError);
    await until(async () => {
      const { rows } = await server.runner.executeSql(`
        select from pg_stat_activity where state = 'active' and query = 'select pg_sleep(100)'`);
      return rows.length === 0;
    });
    const ask = () => sql<{ n: number }>`select 1 as n`.execute(server.db).then(({ rows }) => rows[0]?.n);
    const change = () => server.db.transaction().execute((transaction) => sql`select 2`.execute(transaction));
    for (const how of ['refused', 'silent'] as const) {
      expect(await ask(), how).toBe(1);
      way.cut(how);
      for (const one of [ask, change, () => server.runner.executeSql('select 3')])
        await expect(one(), how).rejects.toThrow(DatabaseAwayError);
      way.mend();
      await until(() => ask().catch(() => undefined));
    }
    // A demoted server accepts no writes; the next connection must reach its successor.
    await server.runner.executeSql('create table written (n int)');
    const write = () => server.runner.executeSql('insert into written values (1)');
    await server.runner.executeSql('set default_transaction_read_only = on');
    await expect(write()).rejects.toThrow(DatabaseAwayError);
    await write();
    // Errors of the query itself are different.
    await expect(sql`select 1 / 0`.execute(server.db)).rejects.not.toThrow(DatabaseAwayError);
  });

  it('a starting process reports what to do, also when the database has no free connection', async () => {
    const { url, way } = await cuttablePostgres();
    const direct = openServer(url);
    onTestFinished(() => direct.close());
    const dataDir = path.join(await temporaryFolder(), 'data');
    const start = () => openService({ dataDir, databaseUrl: url, workers: 0 });
    await (await start()).app.close();
    const what = 'Start it, allow it more connections, or correct DATABASE_URL.';
    await direct.runner.executeSql(`alter role cutroom nosuperuser connection limit 0`);
    await expect(start()).rejects.toThrow(
      `The database did not answer: too many connections for role "cutroom". ${what}`,
    );
    way.cut('refused');
    await expect(start()).rejects.toThrow(new RegExp(`^The database did not answer: .+\\. ${what}$`));
  });

  it('the service reports it, and a running render finishes in the same attempt', async () => {
    const { way, url: databaseUrl } = await cuttablePostgres();
    const folder = await temporaryFolder();
    const service = await openService({ dataDir: path.join(folder, 'data'), databaseUrl, workers: 1 });
    onTestFinished(() => service.app.close());
    const client = service.client();
    const { url } = await upload(client, await makeVideo(path.join(folder, 'clip.mp4'), 1), 'video/mp4');
    const { _id } = await client.createVideo(longBody(url, 4));
    await until(async () => (await client.getVideo(_id)).status === 'rendering');
    way.cut('refused');
    await expect(client.createVideo(textBody())).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
      message: 'The server cannot reach its database. Please try again later.',
    });
    // Workers and sweepers are not stopped.
    await until(() => service.errors.some((text) => /could not save progress|a sweep failed/.test(text)));
    way.mend();
    expect(await untilFinal(client, _id)).toMatchObject({ status: 'done', error: null });
    const server = openServer(databaseUrl);
    onTestFinished(() => server.close());
    const { rows } = await server.runner.executeSql('select attempt, crashes from videos');
    expect(rows).toEqual([{ attempt: 1, crashes: 0 }]);
  });
});

it('live workers keep their jobs, and workers that stay silent afterwards lose them', async () => {
  setClock();
  const { store, segments, queue, add } = await openWorkAlone();
  const id = await add(textBody());
  const delivery = await queue.fetchJob();
  if (delivery) await store.claim(id, delivery.jobId, 'living');
  let isAway = false;
  const inWork: typeof queue.inWork = async () => {
    if (isAway) throw new DatabaseAwayError();
    return queue.inWork();
  };
  const sweep = createSweep({ queue: { ...queue, inWork }, store, segments, ...sweeper });
  await sweep();
  isAway = true;
  passed += 30_000;
  await expect(sweep()).rejects.toThrow(DatabaseAwayError);
  isAway = false;
  await sweep();
  passed += 12_000;
  await sweep();
  expect(await store.get(id)).toMatchObject({ state: 'running', crashes: 0 });
  passed += 12_000;
  await sweep();
  expect(await store.get(id)).toMatchObject({ state: 'queued', crashes: 1 });
});

it('a locked row blocks no other row and is retried', async () => {
  setClock();
  const { store, segments, queue, add } = await openWorkAlone();
  const [held, free] = [await add(textBody()), await add(textBody())];
  for (let count = 0; count < 2; count += 1) {
    const delivery = await queue.fetchJob();
    if (delivery) await store.claim(delivery.videoId, delivery.jobId, 'dead');
  }
  const [tried, onError] = [vi.fn(), vi.fn()];
  const requeue: typeof store.requeue = async (row, options) => {
    if (row.id !== held) return store.requeue(row, options);
    tried();
    throw new DatabaseAwayError();
  };
  const sweep = createSweep({ ...sweeper, queue, store: { ...store, requeue }, segments, onError });
  await sweep();
  passed += 12_000;
  for (const times of [1, 2]) {
    await sweep();
    expect(await store.get(free)).toMatchObject({ state: 'queued', crashes: 1 });
    expect([tried, onError].map(({ mock }) => mock.calls.length)).toEqual([times, times]);
  }
});

it('a sweep does not start while another runs', async () => {
  vi.useFakeTimers();
  const look = vi.fn(() => new Promise<never>(() => undefined));
  const store = { hasOpen: look } as never;
  const queue = { onSent: () => undefined, isNotified: () => false } as never;
  const end = startSweeps({ ...sweeper, queue, store, segments: {} as never }, undefined);
  onTestFinished(() => {
    end();
    vi.useRealTimers();
  });
  vi.advanceTimersByTime(60_000);
  expect(look).toHaveBeenCalledTimes(1);
});

it('a sweep looks rarely while nothing is open, and soon after a job was sent', async () => {
  vi.useFakeTimers();
  const look = vi.fn(async () => false);
  let send = (): void => undefined;
  const onSent = (listener: () => void) => {
    send = listener;
  };
  const queue = { onSent, isNotified: () => true } as never;
  const end = startSweeps({ ...sweeper, queue, store: { hasOpen: look } as never, segments: {} as never }, undefined);
  onTestFinished(() => {
    end();
    vi.useRealTimers();
  });
  await vi.advanceTimersByTimeAsync(48_000);
  expect(look).toHaveBeenCalledTimes(3);
  send();
  await vi.advanceTimersByTimeAsync(4000);
  expect(look).toHaveBeenCalledTimes(4);
});

it('a hanging job restarts when its lease in the queue expires, and fails in the end', async () => {
  const { database, store, segments, queue, add } = await openWorkAlone();
  const id = await add(textBody());
  const boss = new PgBoss({ db: database.runner, backend: 'pglite', schema: QUEUE_SCHEMA, supervise: false });
  boss.on('error', () => undefined);
  await boss.start();
  onTestFinished(() => boss.stop({ graceful: false }));
  const sweep = () => createSweep({ queue, store, segments, ...sweeper })();
  for (let time = 1; time <= 2; time += 1) {
    const delivery = await queue.fetchJob();
    const row = delivery && (await store.claim(id, delivery.jobId, 'hanging'));
    expect(row).toMatchObject({ attempt: time });
    await sweep();
    expect(row && (await store.beat(row))).toBe(true);
    await sql`update ${sql.table(`${QUEUE_SCHEMA}.job`)} set started_on = now() - interval '24 hours'`.execute(
      database.db,
    );
    await sql`update ${sql.table(`${QUEUE_SCHEMA}.queue`)} set monitor_claim_on = null, monitor_on = null`.execute(
      database.db,
    );
    await boss.supervise('plan');
    await sweep();
    expect(row && (await store.beat(row))).toBe(false);
  }
  expect(await store.get(id)).toMatchObject({ state: 'failed', error: { code: 'crashed' } });
});
