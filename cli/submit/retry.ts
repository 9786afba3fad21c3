import { setTimeout as delay } from 'node:timers/promises';
import { type ApiError, isPassing } from '../../api/contract/errors.ts';

/** How long and how loudly to try again. */
export interface RetryOptions {
  /** How long a server may fail to answer before it is given up, milliseconds. */
  milliseconds: number;
  signal: AbortSignal;
  /** Told once for every spell of trouble. */
  onTrouble: (error: ApiError) => void;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;

/**
 * Does a call, again and again while the server is away or overloaded, with growing waits.
 * @throws the last error when its time is over, at once for an answer that will not change, the signal's reason when aborted.
 */
export async function patiently<T>(call: () => Promise<T>, retry: RetryOptions): Promise<T> {
  // Not the clock of the day, which may be set.
  const since = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (retry.signal.aborted) throw retry.signal.reason;
      if (!isPassing(error)) throw error;
      if (attempt === 0) retry.onTrouble(error);
      const wait = error.retryAfter === undefined ? waitOf(attempt) : error.retryAfter * 1000;
      if (performance.now() + wait - since > retry.milliseconds) throw error;
      await delay(wait, undefined, { signal: retry.signal });
    }
  }
}

function waitOf(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
}
