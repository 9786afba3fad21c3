import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Copies a folder recursively; Node's own copy takes ten times as long. @param to new path in an existing folder. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-R', from, to]);
}
