import { sql, type Transaction } from 'kysely';
import type { Overview } from '../contract/operator.ts';
import { MOST_FAILURES } from '../contract/operator.ts';
import type { WorkState } from '../db/columns.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { type QueueName, queueNames } from './kinds.ts';
import { deadOf, QUEUE_SCHEMA } from './queue.ts';
import { videoStatuses } from './videoRecord.ts';

const jobs = sql.table(`${QUEUE_SCHEMA}.job`);
const all = ['plan', 'segment', 'join', 'webhook'] as const;
const deadNames = (names: readonly QueueName[]) => sql.join(names.map(deadOf));
const ofVideos = deadNames(all);
/** Dead letters count under the same queue names as in queueLoads. */
const queueOf = sql<string>`case when j.name in (${deadNames(['plan', 'join'])}) then 'render'
  when j.name = ${deadOf('proxy')} then 'derivation' else replace(j.name, '-dead', '') end`;

/** Counts the dead jobs of each queue that has any, with the age of the oldest in seconds. */
export async function deadLoads(db: Database['db']) {
  const { rows } = await sql<{ queue: string; count: string | number; oldest: string | number }>`
    select ${queueOf} as queue, count(*) as count, extract(epoch from now() - min(created_on)) as oldest
    from ${jobs} j where name in (${deadNames(queueNames)}) group by 1`.execute(db);
  return rows;
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
