import { ProblemError } from '../../../engine/project/problems.ts';
import type { Failed } from './paintMessage.ts';

/** Restores an error from its message; see writtenError. */
export function readError(failed: Failed): Error {
  if ('problems' in failed) return new ProblemError(failed.problems);
  const { message, code } = failed.failure;
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}
