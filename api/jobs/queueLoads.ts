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
  { queue: 'render', table: 'videos', since: 'submitted_at' },
  { queue: 'segment', table: 'segments', since: 'created_at' },
  { queue: 'webhook', table: 'webhooks', since: 'ended_at' },
  ...workTables.map((table) => ({ queue: table.slice(0, -1), table, since: 'created_at' })),
];

/** Counts waiting, running and recently dead work of each kind, in all processes together. */
export async function queueLoads(db: Database['db']): Promise<QueueLoad[]> {
  const countedSince = (since: string) =>
    sql`count(*)::integer as count, greatest(0, extract(epoch from now() - min(${sql.ref(since)})))::float8 as oldest`;
  const open = works.map(({ queue, table, since }) => {
    const isCounted = table === 'derivations' ? isAwaited : sql`true`;
    return sql`select ${queue}::text as queue, case state when 'running' then 'running' else 'waiting' end as state,
      ${countedSince(since)} from ${sql.table(table)}
      where state = 'running' or (state = 'queued' and ${isCounted}) group by 1, 2`;
  });
  const emails = sql`select name as queue, case state when 'active' then 'running' else 'waiting' end as state,
    ${countedSince('created_on')} from ${jobs} where name = 'email' and state <= 'active' group by 1, 2`;
  const dead = sql`select ${queueOf} as queue, 'dead' as state, ${countedSince('created_on')}
    from ${jobs} j where name in (${deadNames(queueNames)}) group by 1`;
  const { rows } = await sql<QueueLoad>`${sql.join([...open, emails, dead], sql` union all `)}`.execute(db);
  return [...works.map(({ queue }) => queue), 'email'].flatMap((queue) =>
    (['waiting', 'running', 'dead'] as const).map(
      (state) =>
        rows.find((row) => row.queue === queue && row.state === state) ?? { queue, state, count: 0, oldest: 0 },
    ),
  );
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
