import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { storableJson } from '../../../api/db/storable.ts';
import { startService } from '../../../api/service/service.ts';
import { newSecretId } from '../../../api/sources/ids.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { temporaryFolder } from '../support/files.ts';
import { createPostgres, hasPostgres } from '../support/postgres.ts';
import { textBody } from '../support/projects.ts';

const parsed = parseProject(textBody('soon', 0.1));
if (!parsed.ok) throw new Error('The project is not good.');
const project = storableJson(parsed.value);

const realTimeout = setTimeout;
const waitReally = () => new Promise((resolve) => realTimeout(resolve, 20));
/** Stops the timers of the services, which then run only when the test advances them. Sockets and programs go on. */
const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
afterEach(() => void vi.useRealTimers());

/** A PostgreSQL database with a connection to observe it. */
async function openPostgres() {
  const postgres = await createPostgres();
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

/** Queues a video in a process. */
async function queued({ store }: Pick<Running, 'store'>) {
  const id = newSecretId();
  const plain = { owner: 'o', party: 'o', name: null, idempotencyKey: null, requestHash: 'h' };
  await store.add({ id, ...plain, project });
  return async () => (await store.get(id))?.state;
}

/** Waits for a condition without advancing timers. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await waitReally();
}

/** Advances timers until a condition holds. @returns milliseconds of the stopped clock. */
async function advanceUntil(isSo: () => Promise<boolean>): Promise<number> {
  let passed = 0;
  for (; !(await isSo()); passed += 100) {
    await vi.advanceTimersByTimeAsync(100);
    await waitReally();
  }
  return passed;
}

/** Counts the transactions of this process, including single statements, and those that are not answered yet. */
function watchTransactions() {
  const seen = { count: 0, open: 0 };
  const inTransaction = new WeakSet<pg.Client>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }];
    const text = typeof first === 'string' ? first : (first.text ?? '');
    if (!inTransaction.has(this)) seen.count += 1;
    if (/^\s*begin\b/i.test(text)) inTransaction.add(this);
    if (/^\s*(commit|rollback)\s*;?\s*$/i.test(text)) inTransaction.delete(this);
    const answer = query.apply(this, args);
    seen.open += 1;
    void Promise.resolve(answer).finally(() => {
      seen.open -= 1;
    });
    return answer;
  } as never);
  return seen;
}

describe.skipIf(!hasPostgres())('processes on one PostgreSQL', () => {
  it('query it less than once a second together while idle', async () => {
    const { start } = await openPostgres();
    const seen = watchTransactions();
    stopTimers();
    await start(1);
    await start(0);
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await vi.advanceTimersByTimeAsync(1000);
        await until(async () => seen.open === 0);
      }
    };
    await pass(15);
    const before = seen.count;
    await pass(120);
    expect(seen.count).toBeGreaterThan(before);
    expect((seen.count - before) / 120).toBeLessThan(1);
  });

  it('take work that others queue at once, also after the notifications were interrupted', async () => {
    const { client, start } = await openPostgres();
    await start(1);
    const web = await start(0);
    const listeners = async () => {
      const text = `select 1 from pg_stat_activity
        where application_name = 'cutroom-listen' and datname = current_database()`;
      return (await client.query(text)).rows.length;
    };
    await until(async () => (await listeners()) === 2);
    stopTimers();
    const expectNotified = async () => {
      const state = await queued(web);
      // No timer runs, so only a notification can lead to it.
      await until(async () => (await state()) !== 'queued');
      await advanceUntil(async () => (await state()) === 'done');
    };
    for (let count = 0; count < 3; count += 1) await expectNotified();
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'cutroom-listen' and datname = current_database()`);
    await until(async () => (await listeners()) === 0);
    // Meanwhile polling finds it.
    const state = await queued(web);
    expect(await advanceUntil(async () => (await state()) !== 'queued')).toBeLessThan(10_000);
    await advanceUntil(async () => (await state()) === 'done' && (await listeners()) === 2);
    await expectNotified();
  });
});
