import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder and those above it. One by one: asked for all at once, Node never comes back from a place in which none
 * can be made, such as /proc.
 * @throws the system's error, with its path.
 */
export async function makeFolder(folder: string): Promise<void> {
  const info = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (info?.isDirectory()) return;
  if (path.dirname(folder) !== folder) await makeFolder(path.dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another process may have been quicker.
    if (error.code !== 'EEXIST' || info) throw error;
  });
}

/**
 * Makes the folder of a file, and the file, empty.
 * @throws Error that says in words why none can be there; a full disk is its cause.
 */
export async function makeRoomFor(file: string): Promise<void> {
  try {
    await makeFolder(path.dirname(file));
    await writeFile(file, '', { flag: 'a' });
  } catch (error) {
    const { message } = error as NodeJS.ErrnoException;
    const why = /^E[A-Z0-9]+: ([^,]+)/.exec(message)?.[1] ?? message;
    throw new Error(`No file can be written in ${path.dirname(file)}: ${why}.`, { cause: error });
  }
}
