import { mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { temporaryName } from '../api/system/temporary.ts';
import { ProblemError, problem } from '../engine/project/problems.ts';

/** Creates the folder of a later file. @throws ProblemError if it cannot be created, or the path is a folder. */
export async function ensureFolderOf(out: string): Promise<void> {
  const isFolder = await stat(out).then(
    (info) => info.isDirectory(),
    () => false,
  );
  if (isFolder) throw refused(`"${out}" is a folder.`);
  await mkdir(dirname(out), { recursive: true }).catch((error) => {
    throw refused(`There is no folder "${dirname(out)}", and none can be made.`, error);
  });
}

/**
 * Writes a file atomically. Devices and pipes, such as /dev/stdout, are written directly; symbolic links are followed.
 * @param mode permissions; default: the usual. @throws ProblemError
 */
export async function writeAtomically(out: string, text: string, mode?: number): Promise<void> {
  await ensureFolderOf(out);
  const place = await realpath(out).catch(() => out);
  const part = temporaryName(place);
  try {
    const there = await stat(out).catch(() => undefined);
    if (there && !there.isFile()) return await writeFile(out, text);
    await writeFile(part, text, { mode });
    await rename(part, place);
  } catch (error) {
    await rm(part, { force: true });
    throw refused(`"${out}" cannot be written.`, error);
  }
}

function refused(words: string, cause?: unknown): ProblemError {
  return new ProblemError([problem('output.refused', [], words)], { cause });
}
