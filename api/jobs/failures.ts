import { sql } from 'kysely';
import { messages } from '../../engine/project/messages.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { firstProblems } from '../contract/errors.ts';
import { DatabaseAwayError } from '../db/databaseAway.ts';
import { storableJson, storableText } from '../db/storable.ts';
import type { StoredError } from '../db/tables.ts';
import { S3Error, StorageUnreachableError } from '../storage/s3/errors.ts';
import { isDiskFull } from '../system/diskFull.ts';

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
