import { basename } from 'node:path';
import { ProblemError, problem } from '../../../engine/project/problems.ts';

/** A file's name for a sentence to a person: without its folder, and with nothing in it that a terminal would obey. */
export function shownName(path: string): string {
  return basename(path).replaceAll(/\p{Cc}/gu, '�');
}

/** The problem of a file that cannot be used, with why. */
export function unreadable(name: string, why: string, cause?: unknown): ProblemError {
  return new ProblemError([problem('media.unreadable', [], `The file "${name}" cannot be used: ${why}.`)], { cause });
}
