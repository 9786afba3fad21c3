import type { ProblemError } from '../../../engine/project/problems.ts';
import { unreadable } from './unreadable.ts';

/** A good file is more than is taken on. `message` is a sentence without the file's name. */
export class TooMuchError extends Error {
  override name = 'TooMuchError';
}

/** The problem of a file that is too much. @param name see shownName. */
export function tooMuch(name: string, why: string): ProblemError {
  return unreadable(name, why, new TooMuchError(`The file cannot be used: ${why}.`));
}

/** The problem of a file with more parts than any real one has: looking through them would take long. @param name see shownName. */
export function tooManyParts(name: string): ProblemError {
  return tooMuch(name, 'it has too many parts');
}
