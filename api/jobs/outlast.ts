import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseAwayError } from '../db/databaseAway.ts';
import { patiently } from '../system/patiently.ts';

/** So long a worker waits for its database, milliseconds: what it has made would have to be made anew. */
const MOST_MS = 600_000;
const PAUSE_MS = 1000;

const isAway = (error: unknown) => error instanceof DatabaseAwayError;

/**
 * Does what a worker has to say to its database, again and again while that is away; what fails otherwise, as often as `patiently`.
 * What is said may have been heard before. @param signal aborted: it is not waited for any more.
 * @throws the error of the last try.
 */
export async function outlast<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const end = performance.now() + MOST_MS;
  for (;;) {
    try {
      return await patiently(work, isAway);
    } catch (error) {
      if (!isAway(error) || signal?.aborted || performance.now() > end) throw error;
      await delay(PAUSE_MS, undefined, signal ? { signal } : {}).catch(() => undefined);
    }
  }
}
