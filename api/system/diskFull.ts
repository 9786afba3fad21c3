import { statfs } from 'node:fs/promises';
import { ProblemError } from '../../engine/project/problems.ts';
import { ProcessError, saysDiskFull } from './process.ts';

/** The disk is full. `message` is written for the terminal. */
export class DiskFullError extends Error {
  override name = 'DiskFullError';
  /** @param folder on that disk. */
  constructor(folder: string, options?: ErrorOptions) {
    super(`The disk is full: there is not enough room in ${folder}.`, options);
  }
}

/** Message about a full disk for clients. */
export const diskFullMessage = 'The server has no room left. Please try again later.';

/** Whether an error, or one of its causes, is a full disk. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    // Its message may contain a user's text.
    if (at instanceof ProblemError) return false;
    if (at instanceof DiskFullError || fullCodes.has((at as NodeJS.ErrnoException).code ?? '')) return true;
    if (saysDiskFull(at instanceof ProcessError ? at.log : at.message)) return true;
  }
  return false;
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT']);

/** Free bytes below which writes fail. */
const nothing = 16_384;

/**
 * Recognizes a full disk as the likely cause of an error, since programs do not always report it.
 * @param folders that were written to. @returns a DiskFullError, or the error unchanged.
 */
export async function asDiskFull(error: unknown, folders: readonly string[]): Promise<unknown> {
  const rooms = await Promise.all(folders.map(async (folder) => ({ folder, room: await freeBytesIn(folder) })));
  const least = rooms.reduce((a, b) => (b.room < a.room ? b : a));
  const isLikely = least.room < nothing && !(error instanceof ProblemError);
  return isDiskFull(error) || isLikely ? new DiskFullError(least.folder, { cause: error }) : error;
}

/** Returns the free space of a folder's disk in bytes; infinite if unknown, or if it is not on a disk. */
export async function freeBytesIn(folder: string): Promise<number> {
  return statfs(folder).then(
    // Virtual file systems, such as /proc and /sys, have no blocks.
    ({ blocks, bavail, bsize }) => (blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize),
    () => Number.POSITIVE_INFINITY,
  );
}
