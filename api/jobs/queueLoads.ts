import { sql, type Transaction } from 'kysely';
import { MOST_FAILURES, type Overview } from '../contract/operator.ts';
import type { WorkState } from '../db/columns.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { QueueLoad } from '../system/metrics.ts';
import { type QueueName, queueNames, workTables } from './kinds.ts';
import { deadOf, QUEUE_SCHEMA } from './queue.ts';
import { videoStatuses } from './videoRecord.ts';
import { isAwaited } from './workStore.ts';

const jobs = sql.table(`${QUEUE_SCHEMA}.job`);
const all = ['plan', 'segment', 'join', 'webhook'] as const;
const deadNames = (names: readonly QueueName[]) => sql.join(names.map(deadOf));
const ofVideos = deadNames(all);
/** Dead letters count under the same names as open work. */
const queueOf = sql<string>`case when j.name in (${deadNames(['plan', 'join'])}) then 'render'
  when j.name = ${deadOf('proxy')} then 'derivation' else replace(j.name, '-dead', '') end`;

/** Tables whose rows are work, with the column of the time of request. */
const works = [
  ...[
    { queue: 'render', table: 'videos', since: 'submitted_at' },
    { queue: 'segment', table: 'segments', since: 'created_at' },
    { queue: 'webhook', table: 'webhooks', since: 'ended_at' },
  ].map((one) => ({ ...one, isWaiting: sql<boolean>`state = 'queued'` })),
  ...workTables.map((table) => ({
    ...{ queue: table.slice(0, -1), table, since: 'created_at' },
    isWaiting:
      table === 'derivations' ? sql<boolean>`(state = 'queued' and ${isAwaited})` : sql<boolean>`state = 'queued'`,
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
  const { rows: dead } = await sql<Found>`
    select ${queueOf} as queue, count(*) as count, extract(epoch from now() - min(created_on)) as oldest
    from ${jobs} j where name in (${deadNames(queueNames)}) group by 1`.execute(db);
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
    from ${jobs} where name = 'email' and state <= 'active' group by 1`.execute(db);
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

/** Returns the newest dead jobs of videos. */
export async function deadLetters(db: Database['db']): Promise<Overview['deadLetters']> {
  const { rows } = await sql<{
    queue: string;
    video: string;
    segment: number | null;
    created_on: Date;
    state: WorkState | null;
  }>`
    select ${queueOf} as queue, data->>'videoId' as video, (data->>'place')::integer as segment, created_on, v.state
    from ${jobs} j left join videos v on v.id = j.data->>'videoId'
    where j.name in (${ofVideos}) order by created_on desc limit ${MOST_FAILURES}`.execute(db);
  return rows.map(({ created_on: at, state, ...row }) => ({
    ...row,
    status: state && videoStatuses[state],
    at: new Date(at).toISOString(),
  }));
}

/** Deletes the dead jobs of a video that has a new job. @param names of their queues; default: all. */
export async function dropDeadLetters(
  transaction: Transaction<Tables>,
  videoId: string,
  names: readonly QueueName[] = all,
): Promise<void> {
  await sql`delete from ${jobs} where name in (${deadNames(names)}) and data->>'videoId' = ${videoId}`.execute(
    transaction,
  );
}
