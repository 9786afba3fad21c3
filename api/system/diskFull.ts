import { statfs } from 'node:fs/promises';
import { ProblemError } from '../../engine/project/problems.ts';
import { ProcessError, saysDiskFull } from './process.ts';

/** A disk has no room for what is to be written. `message` is a sentence for the person at the machine. */
export class DiskFullError extends Error {
  override name = 'DiskFullError';
  /** @param folder on that disk. */
  constructor(folder: string, options?: ErrorOptions) {
    super(`The disk is full: there is not enough room in ${folder}.`, options);
  }
}

/** What whoever asked over the network is told of a full disk. */
export const diskFullMessage = 'The server has no room left. Please try again later.';

/** Whether an error, or what caused it, is a full disk. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    // Its words may be a user's.
    if (at instanceof ProblemError) return false;
    if (at instanceof DiskFullError || fullCodes.has((at as NodeJS.ErrnoException).code ?? '')) return true;
    if (saysDiskFull(at instanceof ProcessError ? at.log : at.message)) return true;
  }
  return false;
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT']);

/** With less room than this nothing can be written, bytes. */
const nothing = 16_384;

/**
 * What an error was, where it may have been a full disk: programs do not always say so.
 * @param folders that were written to. @returns a DiskFullError, or the error as it was.
 */
export async function toldAsDiskFull(error: unknown, folders: readonly string[]): Promise<unknown> {
  const rooms = await Promise.all(folders.map(async (folder) => ({ folder, room: await roomIn(folder) })));
  const least = rooms.reduce((a, b) => (b.room < a.room ? b : a));
  const isLikely = least.room < nothing && !(error instanceof ProblemError);
  return isDiskFull(error) || isLikely ? new DiskFullError(least.folder, { cause: error }) : error;
}

/** Room for files in a folder, bytes; endless where that is not known, and on what is no disk. */
export async function roomIn(folder: string): Promise<number> {
  return statfs(folder).then(
    // What is no disk, as /proc and /sys, has no blocks at all.
    ({ blocks, bavail, bsize }) => (blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize),
    () => Number.POSITIVE_INFINITY,
  );
}
