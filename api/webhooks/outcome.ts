import type { TryOutcome } from '../jobs/webhookStore.ts';
import type { Answer } from './post.ts';

/** Waits between tries, seconds: a receiver that is started anew hears at once, one that is broken over night in the morning. */
export const usualWaits = [5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600] as const;
/** Those who fell together do not come back together: a wait is longer or shorter by up to so much of it. */
const SPREAD = 0.2;
/** A host may ask to be left alone for so long at most, seconds. */
const MOST_WAIT = 24 * 3600;

/**
 * What a try came to: taken, to be tried again, or given up.
 * @param answer the answer, or the sentence that says why there was none.
 * @param attempts tries with this one.
 */
export function outcomeOf(
  answer: Answer | string,
  attempts: number,
  waits: readonly number[] = usualWaits,
  chance: () => number = Math.random,
): TryOutcome {
  const { status, retryAfter = 0 } = typeof answer === 'string' ? { status: null } : answer;
  const error = typeof answer === 'string' ? answer : wrongWith(answer.status);
  // Who says that it is gone wants no more of it.
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
