import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { sqlRunner } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { WebhookRow } from '../db/webhookTables.ts';
import type { Queue, Work } from './queue.ts';

/**
 * Runs with every final state of a video, in the transaction that writes it: drops its segments and queues its webhook.
 */
export async function onVideoEnd(transaction: Transaction<Tables>, queue: Queue, videoId: string): Promise<void> {
  await clearShared(transaction, queue, videoId);
  await queueWebhook(transaction, queue, videoId);
}

/**
 * Queues the webhook of a finished video, once per final state. @returns whether it was queued; false without a waiting
 * webhook.
 */
export async function queueWebhook(transaction: Transaction<Tables>, queue: Queue, videoId: string): Promise<boolean> {
  const hook = await transaction
    .updateTable('webhooks')
    .set({
      state: 'queued',
      event_id: `evt_${randomBytes(16).toString('hex')}`,
      ended_at: sql<Date>`now()`,
      next_at: sql<Date>`now()`,
    })
    .where('video_id', '=', videoId)
    .where('state', '=', 'waiting')
    .where(isOver)
    .returning(['video_id', 'url', 'signer', 'job_id'])
    .executeTakeFirst();
  if (!hook) return false;
  await sendWebhook(transaction, queue, hook);
  return true;
}

/**
 * Resets the webhook of a video that is retried: it waits for the next final state, and an unsent call for the previous
 * one is dropped.
 */
export async function resetWebhook(transaction: Transaction<Tables>, queue: Queue, videoId: string): Promise<void> {
  const hook = await transaction
    .selectFrom('webhooks')
    .select(['state', 'job_id', 'attempts'])
    .where('video_id', '=', videoId)
    .forUpdate()
    .executeTakeFirst();
  if (!hook) return;
  const { state, job_id } = hook;
  if (state === 'queued') await queue.drop('webhook', [job_id], sqlRunner(transaction));
  // A try that is being sent is identified by its number, so the count must not restart.
  const attempts = state === 'running' ? hook.attempts : 0;
  const untold = { state: 'waiting' as const, attempts, last_status: null, last_error: null, next_at: null };
  await transaction.updateTable('webhooks').set(untold).where('video_id', '=', videoId).execute();
}

/** Whether the video of a webhook has ended. */
export const isOver = sql<boolean>`exists (
  select 1 from videos v where v.id = webhooks.video_id and v.state in ('done', 'failed', 'canceled'))`;

/** Returns the job of a webhook. Its group limits concurrency per account, whatever hosts its webhooks name; without one, per host. */
export function jobOf({ video_id, url, signer }: Pick<WebhookRow, 'video_id' | 'url' | 'signer'>): Work {
  return { queue: 'webhook', videoId: video_id, group: signer ?? new URL(url).host };
}

/** Replaces the job of a webhook, if there is one. @param delay seconds before the new one can be taken. */
export async function sendWebhook(
  transaction: Transaction<Tables>,
  queue: Queue,
  row: Pick<WebhookRow, 'video_id' | 'url' | 'signer' | 'job_id'>,
  delay = 0,
): Promise<void> {
  const sending = { priority: 0, ...(delay > 0 ? { delay } : {}) };
  const job = await queue.replace(row.job_id, jobOf(row), sqlRunner(transaction), sending);
  await transaction.updateTable('webhooks').set({ job_id: job }).where('video_id', '=', row.video_id).execute();
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
