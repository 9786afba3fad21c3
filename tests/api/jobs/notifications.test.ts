import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { storableJson } from '../../../api/db/storable.ts';
import { startService } from '../../../api/service/service.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { temporaryFolder } from '../support/files.ts';
import { hasPostgres, startPostgres } from '../support/postgres.ts';
import { textBody } from '../support/projects.ts';
import { until } from '../support/service.ts';

const parsed = parseProject(textBody('soon', 0.1));
if (!parsed.ok) throw new Error('The project is not good.');
const project = storableJson(parsed.value);

/** A PostgreSQL server with a connection to observe it. */
async function openPostgres() {
  const postgres = await startPostgres();
  const client = new pg.Client({ connectionString: postgres.url, application_name: 'observer' });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await postgres.stop();
  });
  const start = async (workers: number) => {
    const dataDir = path.join(await temporaryFolder(), 'data');
    const service = await startService({ databaseUrl: postgres.url, dataDir, workers });
    onTestFinished(() => service.close());
    return service;
  };
  return { client, start };
}

type Running = Awaited<ReturnType<Awaited<ReturnType<typeof openPostgres>>['start']>>;

/** Queues a video in a process. @returns milliseconds until another one takes it. */
async function takenAfter({ store }: Pick<Running, 'store'>): Promise<number> {
  const id = newSecretId();
  const plain = { owner: 'o', party: 'o', name: null, idempotencyKey: null, requestHash: 'h' };
  await store.add({ id, ...plain, project });
  const began = performance.now();
  const statusOf = async () => (await store.get(id))?.state;
  while ((await statusOf()) === 'queued') await new Promise((resolve) => setTimeout(resolve, 5));
  const took = performance.now() - began;
  await until(async () => (await statusOf()) === 'done');
  return took;
}

describe.skipIf(!hasPostgres())('processes on one PostgreSQL', () => {
  it('query it less than once a second while idle', async () => {
    const { client, start } = await openPostgres();
    await start(1);
    const count = async () => {
      const text = 'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()';
      return Number((await client.query<{ n: string }>(text)).rows[0]?.n);
    };
    const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    await wait(15);
    const before = await count();
    await wait(40);
    const perSecond = ((await count()) - before - 1) / 40;
    expect(perSecond).toBeLessThan(1);
  });

  it('take work that others queue at once, also after the notifications were interrupted', async () => {
    const { client, start } = await openPostgres();
    await start(1);
    const web = await start(0);
    const times: number[] = [];
    for (let count = 0; count < 8; count += 1) times.push(await takenAfter(web));
    expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(500);
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cutroom-listen'`;
    expect((await client.query(end)).rows.length).toBeGreaterThan(0);
    // Meanwhile polling finds it.
    expect(await takenAfter(web)).toBeLessThan(7000);
    const listening = `select 1 from pg_stat_activity where application_name = 'cutroom-listen'`;
    await until(async () => (await client.query(listening)).rows.length >= 2);
    expect(await takenAfter(web)).toBeLessThan(2000);
  });
});
