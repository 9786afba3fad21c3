import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { QueueLoad } from '../system/metrics.ts';
import { deadLoads } from './deadLetters.ts';
import { QUEUE_SCHEMA } from './queue.ts';
import { isWaitingIn, workTables } from './workTables.ts';

/** Tables whose rows are work: the column of the time of request, and their names for waiting and running. */
const queues = [
  { queue: 'render', table: 'videos', since: 'submitted_at', waiting: 'queued', running: 'rendering' },
  { queue: 'segment', table: 'segments', since: 'created_at', waiting: 'queued', running: 'rendering' },
  { queue: 'webhook', table: 'webhooks', since: 'ended_at', waiting: 'queued', running: 'sending' },
].map((one) => ({ ...one, isWaiting: sql<boolean>`status = ${one.waiting}` }));
/** Work besides renders and webhooks. */
const sideQueues = workTables.map((table) => ({
  ...{ queue: table.slice(0, -1), table, since: 'created_at', waiting: 'queued', running: 'running' },
  isWaiting: isWaitingIn(table),
}));

interface Found {
  queue: string;
  count: string | number;
  oldest: string | number;
}

/** Counts waiting, running and recently dead work of each kind, in all processes together. */
export async function queueLoads(db: Database['db']): Promise<QueueLoad[]> {
  const open = await Promise.all([...[...queues, ...sideQueues].map((one) => openLoads(db, one)), emailLoads(db)]);
  const dead = await deadLoads(db);
  const all = [...queues, ...sideQueues, { queue: 'email' }].map(({ queue }) =>
    loadOf(
      queue,
      'dead',
      dead.find((one) => one.queue === queue),
    ),
  );
  return [...open.flat(), ...all];
}

async function openLoads(
  db: Database['db'],
  { queue, table, since, isWaiting, ...states }: (typeof queues)[number] | (typeof sideQueues)[number],
): Promise<QueueLoad[]> {
  const { rows } = await sql<Found & { status: string }>`
    select status, count(*) as count, ${ageOf(since)} as oldest
    from ${sql.table(table)} where status = ${states.running} or ${isWaiting} group by status`.execute(db);
  return (['waiting', 'running'] as const).map((state) =>
    loadOf(
      queue,
      state,
      rows.find(({ status }) => status === states[state]),
    ),
  );
}

async function emailLoads(db: Database['db']): Promise<QueueLoad[]> {
  const { rows } = await sql<Found & { state: string }>`
    select case when state = 'active' then 'running' else 'waiting' end as state, count(*) as count,
      ${ageOf('created_on')} as oldest
    from ${sql.table(`${QUEUE_SCHEMA}.job`)} where name = 'email' and state <= 'active' group by 1`.execute(db);
  return (['waiting', 'running'] as const).map((state) =>
    loadOf(
      'email',
      state,
      rows.find((row) => row.state === state),
    ),
  );
}

function ageOf(since: string) {
  return sql`coalesce(extract(epoch from now() - min(${sql.ref(since)})), 0)`;
}

function loadOf(queue: string, state: QueueLoad['state'], found: Omit<Found, 'queue'> | undefined): QueueLoad {
  return { queue, state, count: Number(found?.count ?? 0), oldest: Math.max(0, Number(found?.oldest ?? 0)) };
}
