import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { QueueLoad } from '../system/metrics.ts';
import { deadLoads } from './deadLetters.ts';
import { QUEUE_SCHEMA } from './queue.ts';
import { isWaitingIn, workTables } from './workTables.ts';

/** Tables whose rows are work, with the column of the time of request. */
const works = [
  ...[
    { queue: 'render', table: 'videos', since: 'submitted_at' },
    { queue: 'segment', table: 'segments', since: 'created_at' },
    { queue: 'webhook', table: 'webhooks', since: 'ended_at' },
  ].map((one) => ({ ...one, isWaiting: sql<boolean>`state = 'queued'` })),
  ...workTables.map((table) => ({
    ...{ queue: table.slice(0, -1), table, since: 'created_at', isWaiting: isWaitingIn(table) },
  })),
];

interface Found {
  queue: string;
  count: string | number;
  oldest: string | number;
}

/** Counts waiting, running and recently dead work of each kind, in all processes together. */
export async function queueLoads(db: Database['db']): Promise<QueueLoad[]> {
  const open = await Promise.all([...works.map((one) => openLoads(db, one)), emailLoads(db)]);
  const dead = await deadLoads(db);
  const all = [...works, { queue: 'email' }].map(({ queue }) =>
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
  { queue, table, since, isWaiting }: (typeof works)[number],
): Promise<QueueLoad[]> {
  const { rows } = await sql<Found & { state: string }>`
    select state, count(*) as count, ${ageOf(since)} as oldest
    from ${sql.table(table)} where state = 'running' or ${isWaiting} group by state`.execute(db);
  return bothOf(queue, rows);
}

async function emailLoads(db: Database['db']): Promise<QueueLoad[]> {
  const { rows } = await sql<Found & { state: string }>`
    select case when state = 'active' then 'running' else 'queued' end as state, count(*) as count,
      ${ageOf('created_on')} as oldest
    from ${sql.table(`${QUEUE_SCHEMA}.job`)} where name = 'email' and state <= 'active' group by 1`.execute(db);
  return bothOf('email', rows);
}

function bothOf(queue: string, rows: readonly (Found & { state: string })[]): QueueLoad[] {
  const of = (name: string) => rows.find(({ state }) => state === name);
  return [loadOf(queue, 'waiting', of('queued')), loadOf(queue, 'running', of('running'))];
}

function ageOf(since: string) {
  return sql`coalesce(extract(epoch from now() - min(${sql.ref(since)})), 0)`;
}

function loadOf(queue: string, state: QueueLoad['state'], found: Omit<Found, 'queue'> | undefined): QueueLoad {
  return { queue, state, count: Number(found?.count ?? 0), oldest: Math.max(0, Number(found?.oldest ?? 0)) };
}
