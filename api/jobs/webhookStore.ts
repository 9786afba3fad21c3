import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type Database, sqlRunner } from '../db/database.ts';
import { storableText } from '../db/storable.ts';
import type { Tables } from '../db/tables.ts';
import type { WebhookRow, WebhookSeen } from '../db/webhookTables.ts';
import { hasLiveJob, type Queue, type Work } from './queue.ts';
import { dropDeadLetters } from './queueLoads.ts';
import { createRecoverable } from './recoverable.ts';
import type { PutBackReason } from './workKind.ts';

/** The receiver of a video's end. */
export type NewWebhook = Pick<WebhookRow, 'url' | 'origin' | 'signer'>;

/** Outcome of one try. */
export interface TryOutcome {
  /** null: there was no response. */
  status: number | null;
  /** null: it was accepted. */
  error: string | null;
  /** Seconds until the next try; undefined: none. */
  againIn?: number | undefined;
}

/** All access to the rows of webhooks. A write of an earlier try has no effect. */
export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Creates the store of webhooks; a row and its job are always written together. */
export function createWebhookStore({ db }: Pick<Database, 'db'>, queue: Queue) {
  const recoverable = createRecoverable<WebhookRow>({ db }, queue, {
    table: 'webhooks',
    keyOf: ({ video_id }) => ({ video_id }),
    workOf: jobOf,
    // Includes ends that were written by a process of an earlier release.
    isLost: sql<boolean>`((state in ('queued', 'running') and not ${hasLiveJob('webhooks')})
      or (state = 'waiting' and ${isOver}))`,
    // A try that was interrupted on purpose does not count.
    queued: ({ state, attempts }, why) => ({
      state: 'queued',
      attempts: state === 'running' && why !== 'crashed' ? attempts - 1 : attempts,
      next_at: sql<Date>`now()`,
    }),
    crashed: { state: 'failed', last_status: null, last_error: 'Sending it crashed the server twice.' },
  });
  return {
    ...recoverable,
    requeue: (row: WebhookRow, why: PutBackReason): Promise<boolean> =>
      row.state === 'waiting'
        ? db.transaction().execute((transaction) => queueWebhook(transaction, queue, row.video_id))
        : recoverable.requeue(row, why === 'deferred' ? 'interrupted' : why),

    /** Starts a try. Returns undefined if the delivery no longer counts. @param worker the process that tries. */
    claim: (videoId: string, jobId: string, worker: string): Promise<WebhookRow | undefined> =>
      db
        .updateTable('webhooks')
        .set({ state: 'running', attempts: sql`attempts + 1`, begun_at: sql<Date>`now()`, next_at: null, worker })
        .where('video_id', '=', videoId)
        .where('job_id', '=', jobId)
        .where('state', '=', 'queued')
        .returningAll()
        .executeTakeFirst(),

    /** Writes the outcome of a try. @returns whether it counts. */
    settle: (row: WebhookRow, { status: answered, error, againIn }: TryOutcome): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const state = error === null ? 'done' : againIn === undefined ? 'failed' : 'queued';
        const settled = await ofTry(transaction, row)
          .set({
            state,
            ...{ crashes: 0, crash: null },
            last_status: answered,
            last_error: error && storableText(error),
            next_at: againIn === undefined ? null : sql<Date>`now() + ${againIn} * interval '1 second'`,
          })
          .returning('job_id')
          .executeTakeFirst();
        if (!settled) return false;
        if (state === 'queued') await sendWebhook(transaction, queue, row, againIn);
        if (state === 'failed') await queue.bury('webhook', settled.job_id, sqlRunner(transaction));
        return true;
      }),

    /**
     * Sends a webhook again, at once and with all its tries; the event id stays, so receivers can deduplicate. Does
     * nothing while the video is open or a call is running.
     * @returns the previous state; undefined if the video has no webhook.
     */
    resend: (videoId: string): Promise<WebhookRow['state'] | undefined> =>
      db.transaction().execute((transaction) => resendWebhook(transaction, queue, videoId)),
  };
}

function ofTry(on: Transaction<Tables>, { video_id, attempts, job_id }: WebhookRow) {
  return on
    .updateTable('webhooks')
    .where('video_id', '=', video_id)
    .where('attempts', '=', attempts)
    .where('job_id', '=', job_id)
    .where('state', '=', 'running');
}

async function resendWebhook(
  transaction: Transaction<Tables>,
  queue: Queue,
  videoId: string,
): Promise<WebhookRow['state'] | undefined> {
  const row = await transaction
    .selectFrom('webhooks')
    .selectAll()
    .where('video_id', '=', videoId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.state === 'waiting' || row.state === 'running') return row?.state;
  await dropDeadLetters(transaction, videoId, ['webhook']);
  const asNew = { attempts: 0, crashes: 0, crash: null };
  const untold = { state: 'queued' as const, ...asNew, last_status: null, last_error: null };
  const set = { ...untold, next_at: sql<Date>`now()` };
  await transaction.updateTable('webhooks').set(set).where('video_id', '=', videoId).execute();
  await sendWebhook(transaction, queue, row);
  return row.state;
}

/** Adds the webhook of a new video. */
export async function addWebhook(
  transaction: Transaction<Tables>,
  videoId: string,
  webhook: NewWebhook,
): Promise<WebhookSeen> {
  await transaction
    .insertInto('webhooks')
    .values({ video_id: videoId, ...webhook })
    .execute();
  return { url: webhook.url, state: 'waiting', attempts: 0, last_status: null, last_error: null, next_at: null };
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
const isOver = sql<boolean>`exists (
  select 1 from videos v where v.id = webhooks.video_id and v.state in ('done', 'failed', 'canceled'))`;

/** Returns the job of a webhook. Its group limits concurrency per account, whatever hosts its webhooks name; without one, per host. */
function jobOf({ video_id, url, signer }: Pick<WebhookRow, 'video_id' | 'url' | 'signer'>): Work {
  return { queue: 'webhook', videoId: video_id, group: signer ?? new URL(url).host };
}

/** Replaces the job of a webhook, if there is one. @param delay seconds before the new one can be taken. */
async function sendWebhook(
  transaction: Transaction<Tables>,
  queue: Queue,
  row: Pick<WebhookRow, 'video_id' | 'url' | 'signer' | 'job_id'>,
  delay = 0,
): Promise<void> {
  const sending = { priority: 0, ...(delay > 0 ? { delay } : {}) };
  const job = await queue.replace(row.job_id, jobOf(row), sqlRunner(transaction), sending);
  await transaction.updateTable('webhooks').set({ job_id: job }).where('video_id', '=', row.video_id).execute();
}
