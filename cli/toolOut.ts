import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { publish } from '../api/system/publish.ts';
import { ProblemError, problem } from '../engine/project/problems.ts';

/** Returns --out if it is an existing folder or ends with a slash; undefined if it names a file. */
export async function folderOf(out: string): Promise<string | undefined> {
  const isFolder = /[/\\]$/.test(out) || (await stat(out).catch(() => undefined))?.isDirectory();
  return isFolder ? out : undefined;
}

/** Joins a name with a folder, if there is one. */
export function nameIn(folder: string | undefined, name: string): string {
  return folder === undefined ? name : join(folder, name);
}

/** Returns the real path of a file that may not exist yet, to detect that an output is one of the inputs. */
export async function realFile(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const folder = await realpath(dirname(resolve(path))).catch(() => dirname(resolve(path)));
  return join(folder, basename(path));
}

/** Rejects an output path that is taken and must not be replaced. @throws ProblemError output.refused */
export async function refuseTaken(out: string, sources: ReadonlySet<string>, mayReplace: boolean): Promise<void> {
  if (sources.has(await realFile(out))) throw refused(`"${out}" is one of the files that are worked on.`);
  const info = await lstat(out).catch(() => undefined);
  if (info?.isDirectory()) throw refused(`"${out}" is a folder.`);
  if (info && !info.isFile() && !info.isSymbolicLink()) throw refused(`"${out}" is not a regular file.`);
  if (info && !mayReplace) throw refused(`"${out}" is there already; --overwrite replaces it.`);
}

/**
 * Moves a finished file into place. Two writers of the same path never silently replace each other.
 * @param hint text after "is there already".
 * @throws ProblemError output.refused if a file appeared meanwhile and must not be replaced.
 */
export async function putInPlace(
  from: string,
  out: string,
  mayReplace: boolean,
  hint = '; --overwrite replaces it',
): Promise<void> {
  await publish(from, out, { mayReplace }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? refused(`"${out}" is there already${hint}.`) : error;
  });
}

function refused(message: string): ProblemError {
  return new ProblemError([problem('output.refused', [], message)]);
}
