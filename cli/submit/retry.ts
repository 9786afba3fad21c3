import { setTimeout as delay } from 'node:timers/promises';
import { type ApiError, isPassing } from '../../api/contract/errors.ts';

/** Options for retries. */
export interface RetryOptions {
  /** Time without an answer after which the server is given up, in milliseconds. */
  milliseconds: number;
  signal: AbortSignal;
  /** Called once per series of failures. */
  onTrouble: (error: ApiError) => void;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;

/**
 * Retries a call while the server is unavailable or overloaded, with increasing delays.
 * @throws the last error after the time limit; permanent errors at once; the signal's reason when aborted.
 */
export async function withRetries<T>(call: () => Promise<T>, retry: RetryOptions): Promise<T> {
  // A monotonic clock, because the system time may be changed.
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
