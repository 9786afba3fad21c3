import { sql, type Transaction } from 'kysely';
import { messages } from '../../engine/project/messages.ts';
import { isRetriable } from '../contract/attempts.ts';
import {
  FAILURE_DAYS,
  MOST_RETRIED,
  machineFaults,
  type RetryAllAnswer,
  type RetryAnswer,
} from '../contract/operator.ts';
import { type Database, sqlRunner } from '../db/database.ts';
import type { Tables, VideoRow } from '../db/tables.ts';
import { fail } from '../system/serviceError.ts';
import { notBegun } from './jobStore.ts';
import { clearShared } from './onVideoEnd.ts';
import type { Queue } from './queue.ts';
import { dropDeadLetters } from './queueLoads.ts';
import { expectFewOpen, lockParty, nextTurn } from './turns.ts';
import { videoStatuses } from './videoRecord.ts';
import { resetWebhook } from './webhookStore.ts';

/** Retries failed videos, for their owners and for the operator. */
export type Retries = ReturnType<typeof createRetries>;

/**
 * A retry is a new attempt of the same video: its owner, idempotency key and address stay. It is queued like a new
 * video, and a worker that still runs an earlier attempt loses it.
 * @param maxOpen see createStore.
 */
export function createRetries({ db }: Pick<Database, 'db'>, queue: Queue, maxOpen?: number) {
  const retry = (id: string, attempt?: number) =>
    db.transaction().execute((transaction) => retryForOperator(transaction, queue, id, attempt));
  return {
    /**
     * Retries a failed video for its owner. It counts against quotas like a new video.
     * @param expectAllowed called inside the transaction; an error that it throws rolls back. @throws
     * ServiceError "conflict" if it cannot be retried; TooManyOpenError.
     */
    retryOwn: (id: string, expectAllowed: (video: OwnRetry, change: Transaction<Tables>) => Promise<void>) =>
      db.transaction().execute(async (transaction) => {
        const row = await lockedVideo(transaction, id);
        if (!row) throw fail('conflict', 'This video was deleted.');
        if (!isRetriable({ ...row, status: videoStatuses[row.state] })) throw fail('conflict', whyNotRetried(row));
        const { party, seconds } = row;
        await lockParty(transaction, party);
        await expectAllowed({ party, seconds }, transaction);
        await expectFewOpen(transaction, 'plan', party, maxOpen);
        await queueAgain(transaction, queue, id, party);
      }),

    /**
     * Retries a failed video. @param attempt the failed attempt; another one is not retried. @returns undefined if the
     * video does not exist. @throws ServiceError "conflict" if it cannot be
     * retried
     */
    retry,

    /**
     * Retries the videos that failed through a fault of the machine until then, oldest first. @param report gets each id.
     */
    async retryAll(until: Date, report: (id: string) => void): Promise<RetryAllAnswer> {
      const failed = db
        .selectFrom('videos')
        .where('state', '=', 'failed')
        .where(sql<string>`error->>'code'`, 'in', [...machineFaults])
        .where('finished_at', '<=', until)
        .where('finished_at', '>', sql<Date>`now() - ${FAILURE_DAYS} * interval '1 day'`);
      // After an outage there may be very many.
      const first = await failed.select(['id', 'attempt']).orderBy('finished_at').limit(MOST_RETRIED).execute();
      let retried = 0;
      for (const { id, attempt } of first) {
        if (!(await retry(id, attempt))?.isRetried) continue;
        retried += 1;
        report(id);
      }
      if (first.length < MOST_RETRIED) return { retried, left: 0 };
      const { left } = await failed.select(sql<string | number>`count(*)`.as('left')).executeTakeFirstOrThrow();
      return { retried, left: Number(left) };
    },
  };
}

/** Input of the quota check of an owner's retry: the party, and the length of the result in seconds. */
export type OwnRetry = Pick<VideoRow, 'party'> & { seconds: number };

/** Explains why a video cannot be retried by its owner. */
function whyNotRetried({ state, error }: Pick<VideoRow, 'state' | 'error'>): string {
  if (state === 'failed') return error?.message ?? messages.unknown;
  if (state === 'canceled') return 'This video was cancelled. Please create it again.';
  return state === 'done' ? 'This video is done.' : 'This video is still rendering.';
}

async function retryForOperator(
  transaction: Transaction<Tables>,
  queue: Queue,
  id: string,
  meant: number | undefined,
): Promise<RetryAnswer | undefined> {
  const row = await lockedVideo(transaction, id);
  if (!row) return undefined;
  const { party, state, attempt, error } = row;
  if (state !== 'failed' || (meant ?? attempt) !== attempt)
    return { _id: id, isRetried: false, status: videoStatuses[state] };
  if (!machineFaults.includes(error?.code ?? ''))
    throw fail('conflict', 'This video failed because of its request: another attempt would fail, too.');
  await lockParty(transaction, party);
  await queueAgain(transaction, queue, id, party);
  return { _id: id, isRetried: true, status: 'queued' };
}

/** The lock serializes concurrent requests: the second one sees the effect of the first. */
function lockedVideo(transaction: Transaction<Tables>, id: string) {
  return transaction
    .selectFrom('videos')
    .select(['party', 'state', 'attempt', 'error', 'seconds'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Call it after lockParty. */
async function queueAgain(transaction: Transaction<Tables>, queue: Queue, id: string, party: string): Promise<void> {
  const turn = await nextTurn(transaction, party);
  await clearShared(transaction, queue, id);
  await dropDeadLetters(transaction, id);
  await resetWebhook(transaction, queue, id);
  const job = await queue.send({ queue: 'plan', videoId: id }, sqlRunner(transaction), { priority: -turn });
  const asNew = {
    state: 'queued' as const,
    stage: 'plan' as const,
    ...notBegun,
    ...{ crashes: 0, crash: null, deferrals: 0 },
    worker: null,
    beat_at: null,
  };
  const ended = { error: null, notes: null, finished_at: null };
  await transaction
    .updateTable('videos')
    .set({ ...asNew, ...ended, turn, job_id: job })
    .where('id', '=', id)
    .execute();
}
