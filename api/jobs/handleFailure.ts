import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseAwayError } from '../db/databaseAway.ts';
import type { StoredError } from '../db/tables.ts';
import { isStorageUnreachable, failureOf as renderFailureOf } from './failures.ts';
import { retryDatabase } from './retryDatabase.ts';

/** Milliseconds that a process takes no new work after its disk was full or storage was unreachable. */
const REST_MS = 15_000;

/** Most times that work is deferred to other processes. */
const MOST_DEFERRALS = 3;

/** What handling failures needs. */
export interface FailureContext {
  /** Whether other processes may do the same work. */
  hasOthers: boolean;
  /** The process takes no work before this time, by performance.now. */
  rest: { until: number };
  onError: (error: unknown, what: string) => void;
}

/** Failed work, and what can be done about it. */
interface Failed {
  /** Name in log messages. */
  name: string;
  /** How often it was deferred before. */
  deferrals: number;
  failureOf?: ((error: unknown) => StoredError) | undefined;
  /** Puts it back for other processes. */
  defer(): Promise<boolean>;
  fail(error: StoredError): Promise<boolean>;
}

/**
 * Handles failed work. Problems of this machine alone (a full disk, unreachable storage or database) defer it to other
 * processes, a limited number of times. Everything else fails it.
 * @returns the error written to its row; undefined if it was deferred or the row is lost.
 */
export async function handleFailure(
  { hasOthers, onError, rest }: FailureContext,
  { name, deferrals, failureOf = renderFailureOf, defer, fail }: Failed,
  error: unknown,
  signal: AbortSignal,
): Promise<StoredError | undefined> {
  const failure = failureOf(error);
  if (failure.code === 'internal') onError(error, `${name} failed`);
  const isCutOff = failure.code === 'disk-full' || isStorageUnreachable(error);
  if (deferrals < MOST_DEFERRALS && ((isCutOff && hasOthers) || error instanceof DatabaseAwayError)) {
    onError(error, `${name} is passed on to another process`);
    if (isCutOff) rest.until = performance.now() + REST_MS;
    await retryDatabase(() => defer(), signal);
    return undefined;
  }
  return (await retryDatabase(() => fail(failure), signal)) ? failure : undefined;
}

/** Waits until the process may take work again. */
export async function waitForRest({ rest }: Pick<FailureContext, 'rest'>, signal: AbortSignal): Promise<void> {
  for (let left = 1; left > 0 && !signal.aborted; ) {
    left = rest.until - performance.now();
    if (left > 0) await delay(left, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
