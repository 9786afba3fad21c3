import type { ProblemError } from '../../../engine/project/problems.ts';
import { unreadable } from './unreadable.ts';

/** A valid file exceeds a limit. `message` is a sentence without the file's name. */
export class LimitExceededError extends Error {
  override name = 'LimitExceededError';
}

/** Returns the problem of a file that exceeds a limit. @param name see shownName. */
export function limitExceeded(name: string, why: string): ProblemError {
  return unreadable(name, why, new LimitExceededError(`The file cannot be used: ${why}.`));
}

/**
 * Returns the problem of a file with more parts than real files have, which would take long to walk. @param name see
 * shownName.
 */
export function partLimitExceeded(name: string): ProblemError {
  return limitExceeded(name, 'it has too many parts');
}
