import { sql } from 'kysely';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createChanges } from '../../../api/jobs/jobChanges.ts';
import { startProcessHeartbeat } from '../../../api/jobs/processes.ts';
import { createSweep } from '../../../api/jobs/recover.ts';
import { openWorkAlone } from '../support/workAlone.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  return () => void vi.useRealTimers();
});

/** Many processes on one database. */
async function openMany(count: number) {
  const { database } = await openWorkAlone();
  const all: (() => boolean)[] = [];
  const closers = new Map<() => boolean, (() => unknown)[]>();
  const end = async (some: readonly (() => boolean)[]) => {
    for (const one of some) for (const close of closers.get(one) ?? []) await close();
    all.splice(0, all.length, ...all.filter((one) => !some.includes(one)));
  };
  onTestFinished(() => end(all));
  const hex = (number: number) => ((number * 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
  for (let number = 1; number <= count; number += 1) {
    const own: (() => unknown)[] = [];
    const isSweeper = startProcessHeartbeat(database, `machine-${number}-${hex(number)}`, own);
    closers.set(isSweeper, own);
    all.push(isSweeper);
  }
  /** All processes send a heartbeat. */
  const beat = async () => {
    vi.advanceTimersByTime(10_000);
    // The database has one connection, so a query that returns shows that earlier ones are done. Heartbeats make
    // several.
    for (let time = 0; time < 6; time += 1) await sql`select 1`.execute(database.db);
  };
  await beat();
  return { database, all, end, beat, sweepers: () => all.filter((isSweeper) => isSweeper()) };
}

it('four of many processes sweep for abandoned work, and others replace them when they end', async () => {
  const { all, end, beat, sweepers } = await openMany(12);
  await beat();
  const first = sweepers();
  expect(first.length).toBe(4);
  await end(first.slice(0, 3));
  await beat();
  expect([all.length, sweepers().length, sweepers().includes(first[3] as () => boolean)]).toEqual([9, 4, true]);
});

it('silent processes, and heartbeats from before a clock was set back, do not count', async () => {
  const { database, beat, sweepers } = await openMany(3);
  const dead = (seconds: number) =>
    sql`insert into processes (name, role, beat_at)
      select '0-' || n || ${`-${seconds}-00000000`}, 'all', now() + ${seconds} * interval '1 second'
      from generate_series(1, 9) n`.execute(database.db);
  await dead(-5);
  await beat();
  expect(sweepers().length).toBe(0);
  await sql`delete from processes where name like '0-%'`.execute(database.db);
  await dead(-30);
  await dead(3600);
  await beat();
  expect(sweepers().length).toBe(3);
});

it('a process that is not a sweeper sends no queries', async () => {
  const refuse = () => {
    throw new Error('It asked.');
  };
  const asked = { hasOpen: refuse, inWork: refuse, lost: refuse } as never;
  const context = { queue: asked, store: asked, segments: asked, changes: createChanges(), onError: refuse };
  await createSweep({ ...context, isSweeper: () => false })();
  await expect(createSweep(context)()).rejects.toThrow('It asked.');
});
