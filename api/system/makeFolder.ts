import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SetupError } from './process.ts';

/**
 * Creates a folder and its missing parents, one by one: Node's recursive mkdir hangs where no folder can be created,
 * such as in /proc.
 * @param mode permissions of the last folder; default: as usual for the process.
 * @returns the topmost created folder. @throws the system's error, with its path.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<string | undefined> {
  const info = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (info?.isDirectory()) return undefined;
  const above = path.dirname(folder) === folder ? undefined : await makeFolder(path.dirname(folder));
  await mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
    // Another process may have created it first.
    if (error.code !== 'EEXIST' || info) throw error;
  });
  return above ?? folder;
}

/**
 * Creates a folder named by the user, and its parents.
 * @param mode see makeFolder.
 * @throws SetupError with a readable reason; the system's error is its cause.
 */
export async function makeNamedFolder(folder: string, mode?: number): Promise<void> {
  await makeFolder(folder, mode).catch((error: unknown) => {
    throw new SetupError(`The folder ${folder} cannot be created: ${whyOf(error)}.`, { cause: error });
  });
}

/**
 * Creates an empty file and its folder.
 * @throws SetupError with a readable reason; the system's error is its cause.
 */
export async function makeRoomFor(file: string): Promise<void> {
  try {
    await makeFolder(path.dirname(file));
    await writeFile(file, '', { flag: 'a' });
  } catch (error) {
    throw new SetupError(`Files in ${path.dirname(file)} cannot be written: ${whyOf(error)}.`, { cause: error });
  }
}

/** Returns the system's reason, without the name of the call and the path. */
export function whyOf(error: unknown): string {
  const { message } = error as NodeJS.ErrnoException;
  return /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
}
