import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { kinds, type QueueName, queuesBeside, type SideQueue } from './kinds.ts';
import { QUEUE_SCHEMA, SUSPECTS } from './queue.ts';

/**
 * Running and waiting work: videos, and the segments of those that are split. Each part of a query reads from an index,
 * so its cost does not depend on the length of the queue.
 */
const waitingVideos = sql`select turn from videos where state = 'queued'`;
const runningVideos = sql`select turn from videos where state = 'running' and stage <> 'segments'`;
const waitingSegments = sql`select turn from segments where state = 'queued'`;
const runningSegments = sql`select turn from segments where state = 'running'`;

const least = (of: RawBuilder<unknown>) => sql`(select turn from (${of}) work order by turn limit 1)`;
const most = (of: RawBuilder<unknown>) => sql`(select turn from (${of}) work order by turn desc limit 1)`;

/** The party has reached its limit of open work of a kind. */
export class TooManyOpenError extends Error {
  override name = 'TooManyOpenError';
  constructor(
    readonly party: string,
    readonly most: number,
  ) {
    super(`${most} requests of one owner are in progress.`);
  }
}

/**
 * Checks that a party may request more work of a kind; call it after lockParty. @param most default: that of the kind.
 * @throws TooManyOpenError
 */
export async function expectFewOpen(
  db: Transaction<Tables>,
  kind: 'plan' | 'conversion' | 'transcription',
  party: string,
  most: number = kinds[kind].mostOpen,
): Promise<void> {
  const { rows } = await sql<{ open: string | number }>`select count(*) as open from ${sql.table(kinds[kind].table)}
    where party = ${party} and state in ('queued', 'running')`.execute(db);
  if (Number(rows[0]?.open) >= most) throw new TooManyOpenError(party, most);
}

/** Computes the turn of a party's next render. */
export async function nextTurn(db: Transaction<Tables>, party: string): Promise<number> {
  const ownVideos = sql`
    select turn from videos where party = ${party} and state in ('queued', 'running')
      and (state = 'queued' or stage <> 'segments')`;
  const ownSegments = sql`
    select s.turn from videos v join segments s on s.video_id = v.id
    where v.party = ${party} and v.state = 'running' and s.state in ('queued', 'running')`;
  const { rows } = await sql<{ last: number | null; now: number | null }>`
    select greatest(${most(ownVideos)}, ${most(ownSegments)}) as last,
      coalesce(greatest(${most(runningVideos)}, ${most(runningSegments)}),
        least(${least(waitingVideos)}, ${least(waitingSegments)})) as now`.execute(db);
  const { last, now } = rows[0] ?? {};
  // After the party's own work and never before what runs now: parties alternate, however much each has waiting.
  return Math.max(now ?? 0, (last ?? -1) + 1);
}

/**
 * Computes the turn of a party's next work besides renders: after its own waiting and running work and never before
 * what runs now. The priority of a job is its negative turn.
 */
export async function nextTurnIn(db: Transaction<Tables>, queue: SideQueue, party: string): Promise<number> {
  const { rows } = await sql<{ last: number | null; now: number | null }>`
    select -min(j.priority) filter (where w.party = ${party}) as last,
      coalesce(-min(j.priority) filter (where j.state = 'active'), -max(j.priority)) as now
    from ${sql.table(kinds[queue].table)} w join ${sql.table(`${QUEUE_SCHEMA}.job`)} j on j.id = w.job_id
    where w.state in ('queued', 'running') and j.name = ${queue}`.execute(db);
  const { last, now } = rows[0] ?? {};
  return Math.max(now ?? 0, (last ?? -1) + 1);
}

/**
 * Returns the highest turn of the jobs that share slots with those of a queue. A suspect counts as the turn that it was
 * put behind, so that suspects do not push each other behind later work.
 */
export async function lastTurnIn(db: Transaction<Tables>, queue: QueueName): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(-priority - (coalesce(group_id, '') = ${SUSPECTS})::integer) as last from ${sql.table(`${QUEUE_SCHEMA}.job`)}
    where name in (${sql.join([...queuesBeside(queue)])}) and state in ('created', 'retry', 'active')`.execute(db);
  return Math.max(0, rows[0]?.last ?? 0);
}

/**
 * Serializes transactions that add something for a party: two that count at the same time could exceed a limit
 * together.
 */
export async function lockParty(db: Database['db'], party: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${party}))`.execute(db);
}
