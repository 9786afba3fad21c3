import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SetupError } from './process.ts';

/**
 * Makes a folder and those above it. One by one: asked for all at once, Node never comes back from a place in which none
 * can be made, such as /proc.
 * @param mode permissions of the last one; default: as the process makes folders.
 * @returns the highest folder that was missing. @throws the system's error, with its path.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<string | undefined> {
  const info = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (info?.isDirectory()) return undefined;
  const above = path.dirname(folder) === folder ? undefined : await makeFolder(path.dirname(folder));
  await mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
    // Another process may have been quicker.
    if (error.code !== 'EEXIST' || info) throw error;
  });
  return above ?? folder;
}

/**
 * Makes a folder that a person has named, and those above it.
 * @param mode see makeFolder.
 * @throws SetupError that says in words why there can be none; the system's error is its cause.
 */
export async function makeNamedFolder(folder: string, mode?: number): Promise<void> {
  await makeFolder(folder, mode).catch((error: unknown) => {
    throw new SetupError(`There can be no folder ${folder}: ${whyOf(error)}.`, { cause: error });
  });
}

/**
 * Makes the folder of a file, and the file, empty.
 * @throws SetupError that says in words why none can be there; a full disk is its cause.
 */
export async function makeRoomFor(file: string): Promise<void> {
  try {
    await makeFolder(path.dirname(file));
    await writeFile(file, '', { flag: 'a' });
  } catch (error) {
    throw new SetupError(`No file can be written in ${path.dirname(file)}: ${whyOf(error)}.`, { cause: error });
  }
}

/** What the system says of a file, without the name of its call and the path. */
export function whyOf(error: unknown): string {
  const { message } = error as NodeJS.ErrnoException;
  return /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}
