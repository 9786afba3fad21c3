import type { Transaction } from 'kysely';
import { type Database, sqlRunner } from '../db/database.ts';
import type { Tables, VideoRow } from '../db/tables.ts';
import type { QueueName } from './kinds.ts';
import type { Queue, Sending } from './queue.ts';
import { release } from './release.ts';
import { isWaiting } from './videoQueries.ts';

/** Columns needed to change a video's own job. */
type WithJob = Pick<VideoRow, 'id' | 'job_id' | 'stage'>;

/** Seconds before a job left to a later release can be taken again. */
const LEFT_SECONDS = 5;

/** Returns the queue of a video's own job. */
export function queueOf({ stage }: Pick<VideoRow, 'stage'>): QueueName {
  return stage === 'join' ? 'join' : 'plan';
}

/** Drops a video's own job. */
export async function dropJob(transaction: Transaction<Tables>, queue: Queue, row: WithJob): Promise<void> {
  if (row.job_id) await queue.drop(queueOf(row), [row.job_id], sqlRunner(transaction));
}

/** Replaces a video's own job. */
export async function replaceVideoJob(
  transaction: Transaction<Tables>,
  queue: Queue,
  row: WithJob,
  sending: Sending,
): Promise<void> {
  const work = { queue: queueOf(row), videoId: row.id };
  const job = await queue.send(work, sqlRunner(transaction), { ...sending, after: row.job_id });
  await dropJob(transaction, queue, row);
  await transaction.updateTable('videos').set({ job_id: job }).where('id', '=', row.id).execute();
}

/**
 * Leaves a video requested through a later release to that release's workers: it retains its turn and is not taken for
 * a while. Does nothing if the delivery does not count for another reason.
 */
export async function leaveToLaterRelease(db: Database['db'], queue: Queue, id: string, jobId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('videos')
      .select(['id', 'job_id', 'stage', 'turn'])
      .where('id', '=', id)
      .where('job_id', '=', jobId)
      .where('release', '>', release)
      .where(isWaiting)
      .forUpdate()
      .executeTakeFirst();
    if (row) await replaceVideoJob(transaction, queue, row, { priority: -row.turn, delay: LEFT_SECONDS });
  });
}
