import type { Transaction } from 'kysely';
import { type Database, sqlRunner } from '../db/database.ts';
import type { Tables, VideoRow } from '../db/tables.ts';
import type { Queue, QueueName, Sending } from './queue.ts';
import { isWaiting } from './reading.ts';
import { release } from './release.ts';

/** What is known of a video whose own job changes. */
type WithJob = Pick<VideoRow, 'id' | 'job_id' | 'stage'>;

/** For so long what was left to a later release is not taken, seconds. */
const LEFT_SECONDS = 5;

/** The queue that a video's own job is in. */
export function queueOf({ stage }: Pick<VideoRow, 'stage'>): QueueName {
  return stage === 'join' ? 'join' : 'plan';
}

/** Forgets a video's own job. */
export async function dropJob(transaction: Transaction<Tables>, queue: Queue, row: WithJob): Promise<void> {
  if (row.job_id) await queue.drop(queueOf(row), [row.job_id], sqlRunner(transaction));
}

/** Gives a video another job in the place of its own. */
export async function sendVideoAnew(
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
 * Leaves what a later release has asked for to that one's workers: it keeps its turn, and is not taken for a while. Nothing happens
 * where the delivery no longer counts for another reason.
 */
export async function leaveToLater(db: Database['db'], queue: Queue, id: string, jobId: string): Promise<void> {
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
    if (row) await sendVideoAnew(transaction, queue, row, { priority: -row.turn, delay: LEFT_SECONDS });
  });
}
