import { mkdir, stat } from 'node:fs/promises';
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
