import type { Transaction } from 'kysely';
import { sqlRunner } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { Queue } from './queue.ts';
import { queueWebhook } from './webhookStore.ts';

/**
 * Runs with every final state of a video, in the transaction that writes it: drops its segments and queues its webhook.
 */
export async function onVideoEnd(transaction: Transaction<Tables>, queue: Queue, videoId: string): Promise<void> {
  await clearShared(transaction, queue, videoId);
  await queueWebhook(transaction, queue, videoId);
}

/** Deletes a video's segments, their jobs and the shared plan. Workers that are rendering a segment lose it. */
export async function clearShared(transaction: Transaction<Tables>, queue: Queue, videoId: string): Promise<void> {
  const open = await transaction
    .selectFrom('segments')
    .select('job_id')
    .where('video_id', '=', videoId)
    .where('state', '<>', 'done')
    .execute();
  const jobs = open.map(({ job_id }) => job_id);
  await queue.drop('segment', jobs, sqlRunner(transaction));
  await transaction.deleteFrom('renders').where('video_id', '=', videoId).execute();
}
