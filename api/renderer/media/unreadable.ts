import { basename } from 'node:path';
import { ProblemError, problem } from '../../../engine/project/problems.ts';

/**
 * Returns a file's name for messages: without its folder and without control characters, which a terminal would obey.
 */
export function shownName(path: string): string {
  return basename(path).replaceAll(/\p{Cc}/gu, '�');
}

/** Returns the problem of an unusable file, with the reason. */
export function unreadable(name: string, why: string, cause?: unknown): ProblemError {
  return new ProblemError([problem('media.unreadable', [], `The file "${name}" cannot be used: ${why}.`)], { cause });
}
