import { sql, type Transaction } from 'kysely';
import {
  FAILURE_DAYS,
  MOST_RETRIED,
  machineFaults,
  type RetryAllAnswer,
  type RetryAnswer,
} from '../contract/operator.ts';
import { type Database, sqlRunner } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { awaitEndAgain } from './atEnd.ts';
import { clearShared } from './clearShared.ts';
import { dropDeadLetters } from './deadLetters.ts';
import { inTurn, lineFor } from './line.ts';
import type { Queue } from './queue.ts';
import { notBegun } from './store.ts';

/** A failure that another try would only repeat. */
export class NotRetriableError extends Error {
  override name = 'NotRetriableError';
}

/** Tries failed videos again, for whoever runs the server. */
export type Retries = ReturnType<typeof createRetries>;

/**
 * A retry is a new attempt of the same video: its owner, key and address stay, and what it was counted for stays counted. It stands
 * in line as if it were asked for now. Whoever still works on an earlier attempt has lost it.
 */
export function createRetries({ db }: Pick<Database, 'db'>, queue: Queue) {
  const retry = (id: string, attempt?: number) =>
    db.transaction().execute((transaction) => retryVideo(transaction, queue, id, attempt));
  return {
    /**
     * Puts a failed video into the queue again. @param attempt the one that is known to have failed. @returns undefined where there
     * is no such video. @throws NotRetriableError
     */
    retry,

    /** Puts all into the queue again that failed by a fault of the machine until then, the first of them first. @param tell told each id. */
    async retryAll(until: Date, tell: (id: string) => void): Promise<RetryAllAnswer> {
      const failed = db
        .selectFrom('videos')
        .where('status', '=', 'failed')
        .where(sql<string>`error->>'code'`, 'in', [...machineFaults])
        .where('finished_at', '<=', until)
        .where('finished_at', '>', sql<Date>`now() - ${FAILURE_DAYS} * interval '1 day'`);
      // After an outage they may be very many.
      const first = await failed.select(['id', 'attempt']).orderBy('finished_at').limit(MOST_RETRIED).execute();
      let retried = 0;
      for (const { id, attempt } of first) {
        if (!(await retry(id, attempt))?.isRetried) continue;
        retried += 1;
        tell(id);
      }
      if (first.length < MOST_RETRIED) return { retried, left: 0 };
      const { left } = await failed.select(sql<string | number>`count(*)`.as('left')).executeTakeFirstOrThrow();
      return { retried, left: Number(left) };
    },
  };
}

async function retryVideo(
  transaction: Transaction<Tables>,
  queue: Queue,
  id: string,
  meant: number | undefined,
): Promise<RetryAnswer | undefined> {
  // Of two who ask at once the second sees what the first has done.
  const row = await transaction
    .selectFrom('videos')
    .select(['party', 'status', 'attempt', 'error'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { party, status, attempt, error } = row;
  if (status !== 'failed' || (meant ?? attempt) !== attempt) return { _id: id, isRetried: false, status };
  if (!machineFaults.includes(error?.code ?? ''))
    throw new NotRetriableError('This video failed by what was asked for: another try would end as this one.');
  await clearShared(transaction, queue, id);
  await dropDeadLetters(transaction, id);
  await awaitEndAgain(transaction, queue, id);
  await inTurn(transaction, party);
  const { turn } = await lineFor(transaction, party);
  const job = await queue.send({ queue: 'plan', videoId: id }, sqlRunner(transaction), { priority: -turn });
  const asNew = {
    status: 'queued' as const,
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
  return { _id: id, isRetried: true, status: 'queued' };
}
