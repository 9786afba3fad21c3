import { sql, type Transaction } from 'kysely';
import type { Overview } from '../contract/operator.ts';
import { MOST_FAILURES } from '../contract/operator.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { deadOf, QUEUE_SCHEMA, type QueueName } from './queue.ts';

const jobs = sql.table(`${QUEUE_SCHEMA}.job`);
const all = ['plan', 'segment', 'join', 'webhook'] as const;
const deadNames = (names: readonly QueueName[]) => sql.join(names.map(deadOf));
const ofVideos = deadNames(all);
/** What counts the works of a video counts its dead letters too, see queueLoads. */
const queueOf = sql<string>`case j.name when ${deadOf('segment')} then 'segment'
  when ${deadOf('webhook')} then 'webhook' else 'render' end`;

/** How many jobs of each queue were given up, where any were, and how long ago the first, seconds. */
export async function deadLoads(db: Database['db']) {
  const { rows } = await sql<{ queue: string; count: string | number; oldest: string | number }>`
    select ${queueOf} as queue, count(*) as count, extract(epoch from now() - min(created_on)) as oldest
    from ${jobs} j where name in (${ofVideos}) group by 1`.execute(db);
  return rows;
}

/** The newest jobs that were given up. */
export async function deadLetters(db: Database['db']): Promise<Overview['deadLetters']> {
  const { rows } = await sql<{
    queue: string;
    video: string;
    segment: number | null;
    created_on: Date;
    status: string | null;
  }>`
    select ${queueOf} as queue, data->>'videoId' as video, (data->>'place')::integer as segment, created_on, v.status
    from ${jobs} j left join videos v on v.id = j.data->>'videoId'
    where j.name in (${ofVideos}) order by created_on desc limit ${MOST_FAILURES}`.execute(db);
  return rows.map(({ created_on: at, ...row }) => ({ ...row, at: new Date(at).toISOString() }));
}

/** Forgets the jobs of a video that were given up: it has another now. @param names of their queues; default: all. */
export async function dropDeadLetters(
  transaction: Transaction<Tables>,
  videoId: string,
  names: readonly QueueName[] = all,
): Promise<void> {
  await sql`delete from ${jobs} where name in (${deadNames(names)}) and data->>'videoId' = ${videoId}`.execute(
    transaction,
  );
}
