import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { publish } from '../api/system/publish.ts';
import { ProblemError, problem } from '../engine/project/problems.ts';

/** The folder that --out names: one that is there, or a name with a slash at its end; undefined: it names a file. */
export async function folderOf(out: string): Promise<string | undefined> {
  const isFolder = /[/\\]$/.test(out) || (await stat(out).catch(() => undefined))?.isDirectory();
  return isFolder ? out : undefined;
}

/** A name in a folder, or as it is. */
export function nameIn(folder: string | undefined, name: string): string {
  return folder === undefined ? name : join(folder, name);
}

/** What a file is on its disk, whatever it is called: a result may not take the place of a source. */
export async function realFile(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const folder = await realpath(dirname(resolve(path))).catch(() => dirname(resolve(path)));
  return join(folder, basename(path));
}

/** Refuses a result's place where something is that may not be replaced. @throws ProblemError output.refused */
export async function refuseTaken(out: string, sources: ReadonlySet<string>, mayReplace: boolean): Promise<void> {
  if (sources.has(await realFile(out))) throw refused(`"${out}" is one of the files that are worked on.`);
  const info = await lstat(out).catch(() => undefined);
  if (info?.isDirectory()) throw refused(`"${out}" is a folder.`);
  if (info && !info.isFile() && !info.isSymbolicLink()) throw refused(`"${out}" is not a regular file.`);
  if (info && !mayReplace) throw refused(`"${out}" is there already; --overwrite replaces it.`);
}

/**
 * Puts a whole file in its place. Two that want the same place at once do not replace each other unseen.
 * @param hint what is said behind "is there already".
 * @throws ProblemError output.refused when something came there meanwhile and may not be replaced.
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
