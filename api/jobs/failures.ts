import { sql } from 'kysely';
import { messages } from '../../engine/project/messages.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import { firstProblems } from '../contract/errors.ts';
import { DatabaseAwayError } from '../db/databaseAway.ts';
import { storableJson, storableText } from '../db/storable.ts';
import type { StoredError } from '../db/tables.ts';
import { S3Error, StoreAwayError } from '../storage/s3/errors.ts';
import { isDiskFull } from '../system/diskFull.ts';

/** What whoever asked over the network is told of it. */
export const databaseAway = {
  code: 'unavailable',
  message: 'The server cannot reach its database. Please try again later.',
} as const;

/** Whether a store did not answer, or does not let this machine in: others may have better keys, and a better way there. */
export function isStoreAway(error: unknown): boolean {
  return error instanceof StoreAwayError || (error instanceof S3Error && [401, 403].includes(error.status));
}

/** Turns what a render threw into what its video says. What is no problem of the user's gets the default sentence; the log has the rest. */
export function failureOf(error: unknown): StoredError {
  if (error instanceof ProblemError) {
    const code = error.problems[0]?.code === 'media.unreadable' ? 'unreadable' : 'invalid';
    const { problems, more } = firstProblems(error.problems);
    return { code, message: error.message, problems, ...(more > 0 ? { moreProblems: more } : {}) };
  }
  if (isDiskFull(error))
    return { code: 'disk-full', message: 'The server has no space left for this video. Please try again later.' };
  if (isStoreAway(error))
    return { code: 'unavailable', message: 'The server cannot reach its file storage. Please try again later.' };
  if (error instanceof DatabaseAwayError) return databaseAway;
  return { code: 'internal', message: messages.unknown };
}

/** What a video says that ended its processes. */
export const crashedError: StoredError = {
  code: 'crashed',
  message: 'This video stopped the server twice, so it is not retried. Simplify it, or ask the operator to retry it.',
};

/** What is written to a video that fails. */
export function failure(error: StoredError) {
  return {
    status: 'failed' as const,
    error: storableJson(error),
    progress_text: storableText(error.message),
    finished_at: sql<Date>`now()`,
  };
}
