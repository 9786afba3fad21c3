import type { TryOutcome } from '../jobs/webhookStore.ts';
import type { Answer } from './sendRequest.ts';

/**
 * Delays between tries in seconds: a restarted receiver gets its call soon, one that is down overnight gets it in the
 * morning.
 */
export const usualWaits = [5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600] as const;
/** Jitter of a delay, as a share, so that tries that failed together do not repeat together. */
const SPREAD = 0.2;
/** Longest delay that a receiver may ask for, in seconds. */
const MOST_WAIT = 24 * 3600;

/**
 * Decides the outcome of a try: accepted, to be tried again, or given up.
 * @param answer the response, or why there was none.
 * @param attempts number of tries, including this one.
 */
export function outcomeOf(
  answer: Answer | string,
  attempts: number,
  waits: readonly number[] = usualWaits,
  chance: () => number = Math.random,
): TryOutcome {
  const { status, retryAfter = 0 } = typeof answer === 'string' ? { status: null } : answer;
  const error = typeof answer === 'string' ? answer : wrongWith(answer.status);
  // 410 Gone: the receiver wants no further calls.
  const wait = status === 410 ? undefined : waits[attempts - 1];
  if (error === null || wait === undefined) return { status, error };
  const spread = wait * (1 + SPREAD * (2 * chance() - 1));
  return { status, error, againIn: Math.max(spread, Math.min(retryAfter, MOST_WAIT)) };
}

function wrongWith(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `It answered ${status}: it leads elsewhere, where a webhook does not follow.`;
  return status === 410 ? 'It answered 410: it wants no more.' : `The response was ${status}.`;
}
