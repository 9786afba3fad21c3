import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { messages } from '../../engine/project/messages.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { firstProblems } from '../contract/errors.ts';
import { DatabaseAwayError } from '../db/databaseAway.ts';
import { storableJson, storableText } from '../db/storable.ts';
import type { StoredError } from '../db/tables.ts';
import { S3Error, StorageUnreachableError } from '../storage/s3/errors.ts';
import { isDiskFull } from '../system/diskFull.ts';
import { retryDatabase } from './retryDatabase.ts';

/** Milliseconds that a process takes no new work after its disk was full or storage was unreachable. */
const REST_MS = 15_000;

/** Most times that work is deferred to other processes. */
const MOST_DEFERRALS = 3;

/** Error that clients get while the database is unreachable. */
export const databaseUnreachable = {
  code: 'unavailable',
  message: 'The server cannot reach its database. Please try again later.',
} as const;

/**
 * Whether storage did not answer or rejected this machine's credentials: another machine may have better keys or a
 * better connection.
 */
export function isStorageUnreachable(error: unknown): boolean {
  return error instanceof StorageUnreachableError || (error instanceof S3Error && [401, 403].includes(error.status));
}

/**
 * Turns an error of a render into the error stored with its video. Internal errors get the default message; details go
 * to the log.
 */
export function failureOf(error: unknown): StoredError {
  if (error instanceof ProblemError) {
    const code = error.problems[0]?.code === 'media.unreadable' ? 'unreadable' : 'invalid';
    const { problems, more } = firstProblems(error.problems);
    return { code, message: error.message, problems, ...(more > 0 ? { moreProblems: more } : {}) };
  }
  if (isDiskFull(error))
    return { code: 'disk-full', message: 'The server has no space left for this video. Please try again later.' };
  if (isStorageUnreachable(error))
    return { code: 'unavailable', message: 'The server cannot reach its file storage. Please try again later.' };
  if (error instanceof DatabaseAwayError) return databaseUnreachable;
  return { code: 'internal', message: messages.unknown };
}

/** Error of a video that crashed its processes. */
export const crashedError: StoredError = {
  code: 'crashed',
  message: 'This video stopped the server twice, so it is not retried. Simplify it, or ask the operator to retry it.',
};

/** Columns to write to a video that fails. */
export function failure(error: StoredError) {
  return {
    state: 'failed' as const,
    error: storableJson(error),
    progress_text: storableText(error.message),
    finished_at: sql<Date>`now()`,
  };
}

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
  { name, deferrals, failureOf: errorOf = failureOf, defer, fail }: Failed,
  error: unknown,
  signal: AbortSignal,
): Promise<StoredError | undefined> {
  const failed = errorOf(error);
  if (failed.code === 'internal') onError(error, `${name} failed`);
  const isCutOff = failed.code === 'disk-full' || isStorageUnreachable(error);
  if (deferrals < MOST_DEFERRALS && ((isCutOff && hasOthers) || error instanceof DatabaseAwayError)) {
    onError(error, `${name} is passed on to another process`);
    if (isCutOff) rest.until = performance.now() + REST_MS;
    await retryDatabase(() => defer(), signal);
    return undefined;
  }
  return (await retryDatabase(() => fail(failed), signal)) ? failed : undefined;
}

/** Waits until the process may take work again. */
export async function waitForRest({ rest }: Pick<FailureContext, 'rest'>, signal: AbortSignal): Promise<void> {
  for (let left = 1; left > 0 && !signal.aborted; ) {
    left = rest.until - performance.now();
    if (left > 0) await delay(left, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
