import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseAwayError } from '../db/databaseAway.ts';
import { withRetries } from '../system/withRetries.ts';

/** Milliseconds that a worker waits for its database; otherwise its result would have to be rendered again. */
const MOST_MS = 600_000;
const PAUSE_MS = 1000;

const isAway = (error: unknown) => error instanceof DatabaseAwayError;

/**
 * Retries a database operation of a worker while the database is unreachable, and other failures as often as
 * `withRetries` does. The operation may already have taken effect, so it must be idempotent. @param signal stops waiting.
 * @throws the error of the last try.
 */
export async function retryDatabase<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const end = performance.now() + MOST_MS;
  for (;;) {
    try {
      return await withRetries(work, isAway);
    } catch (error) {
      if (!isAway(error) || signal?.aborted || performance.now() > end) throw error;
      await delay(PAUSE_MS, undefined, signal ? { signal } : {}).catch(() => undefined);
    }
  }
}
