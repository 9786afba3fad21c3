import { basename } from 'node:path';
import { ProblemError, problem } from '../../../engine/project/problems.ts';
import { isDiskFull } from '../../system/diskFull.ts';
import { notFound, ProcessError } from '../../system/process.ts';

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

/**
 * The error to report where a file could not be read, mostly because a program failed.
 * @param why of the file, if the program ended by itself; a program that was stopped says nothing about the file.
 */
export function readFailure(error: unknown, name: string, why: string): Error {
  if (!(error instanceof ProcessError)) return unreadable(name, why, error);
  if (error.reason === 'start') return notFound(error);
  if (isDiskFull(error)) return error;
  if (error.reason === 'timeout') return unreadable(name, 'checking it took too long', error);
  if (error.reason === 'killed') return unreadable(name, 'reading it takes too much time or memory', error);
  return unreadable(name, why, error);
}
