import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { sqlRunner } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { WebhookRow } from '../db/webhookTables.ts';
import { clearShared } from './clearShared.ts';
import type { Queue } from './queue.ts';

/** What goes with every end of a video, in the transaction that writes it: what was shared of it ends, who wants to know is told. */
export async function atEnd(transaction: Transaction<Tables>, queue: Queue, videoId: string): Promise<void> {
  await clearShared(transaction, queue, videoId);
  await queueWebhook(transaction, queue, videoId);
}

/** Has a video's end told, once for each end. @returns whether it is told now; not where nobody is, or where it was before. */
export async function queueWebhook(transaction: Transaction<Tables>, queue: Queue, videoId: string): Promise<boolean> {
  const hook = await transaction
    .updateTable('webhooks')
    .set({
      status: 'queued',
      event_id: `evt_${randomBytes(16).toString('hex')}`,
      ended_at: sql<Date>`now()`,
      next_at: sql<Date>`now()`,
    })
    .where('video_id', '=', videoId)
    .where('status', '=', 'waiting')
    .where(isOver)
    .returning(['video_id', 'url', 'signer'])
    .executeTakeFirst();
  if (!hook) return false;
  await sendWebhook(transaction, queue, hook);
  return true;
}

/** A video that had ended comes to another end, which is told too; what was still to be said of the first is not. */
export async function awaitEndAgain(transaction: Transaction<Tables>, queue: Queue, videoId: string): Promise<void> {
  const hook = await transaction
    .selectFrom('webhooks')
    .select(['status', 'job_id', 'attempts'])
    .where('video_id', '=', videoId)
    .forUpdate()
    .executeTakeFirst();
  if (!hook) return;
  const { status, job_id: job } = hook;
  if (status === 'queued' && job) await queue.drop('webhook', [job], sqlRunner(transaction));
  // Who sends it now is known by the number of its try.
  const attempts = status === 'sending' ? hook.attempts : 0;
  const untold = { status: 'waiting' as const, attempts, last_status: null, last_error: null, next_at: null };
  await transaction.updateTable('webhooks').set(untold).where('video_id', '=', videoId).execute();
}

const isOver = sql<boolean>`exists (
  select 1 from videos v where v.id = webhooks.video_id and v.status in ('done', 'failed', 'cancelled'))`;

/** Those of one account hold each other up, whatever hosts they name; of people without one, those to one host. */
function groupOf({ url, signer }: Pick<WebhookRow, 'url' | 'signer'>): string {
  return signer ?? new URL(url).host;
}

/** Sends the job that tells a video's end, again where there was one. @param options.delay seconds until it may be taken. */
export async function sendWebhook(
  transaction: Transaction<Tables>,
  queue: Queue,
  { video_id, job_id, ...hook }: Pick<WebhookRow, 'video_id' | 'url' | 'signer'> & Partial<Pick<WebhookRow, 'job_id'>>,
  { delay = 0, isSuspect = false } = {},
): Promise<void> {
  const work = { queue: 'webhook' as const, videoId: video_id, group: groupOf(hook) };
  const sending = { priority: 0, after: job_id, isSuspect, ...(delay > 0 ? { delay } : {}) };
  const job = await queue.send(work, sqlRunner(transaction), sending);
  await transaction.updateTable('webhooks').set({ job_id: job }).where('video_id', '=', video_id).execute();
}
