import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { MAX_PROJECT_BYTES } from '../engine/project/limits.ts';
import { ProblemError, problem, projectTooLarge } from '../engine/project/problems.ts';

/** File name that means stdin. */
export const STDIN = '-';

/**
 * Whether a file is a stream that the shell opened, such as `<(...)`: it can be read only once, like stdin, and has
 * neither a folder nor a name.
 */
export function isStream(file: string): boolean {
  return file === STDIN || /^\/(dev|proc)\//.test(resolve(file));
}

/** Text of a project file, and the folder that its media paths start from. */
export interface ProjectText {
  text: string;
  folder: string;
}

/**
 * Expands arguments to project files: files, folders with all .json files below them (except dot folders and
 * node_modules), globs, and `-`. Returns each file once; folders and globs are sorted by name.
 * @throws Error if no project file is found.
 */
export async function expandFiles(names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(names.map(filesOf));
  const seen = new Map<string, string>();
  for (const file of found.flat()) {
    const key = file === STDIN ? file : resolve(file);
    if (!seen.has(key)) seen.set(key, file);
  }
  if (seen.size === 0) throw new Error('No project file was found.');
  return [...seen.values()];
}

async function filesOf(name: string): Promise<string[]> {
  if (name === STDIN) return [name];
  const kind = await kindOf(name);
  if (kind === 'file' || kind === 'other') return [name];
  const { glob } = await import('tinyglobby');
  const ignore = ['**/node_modules/**'];
  if (kind === 'folder') {
    const below = await glob('**/*.json', { cwd: name, ignore, followSymbolicLinks: false });
    return below.sort().map((file) => join(name, file));
  }
  // A pattern without matches stays in the list, so that reading it reports the error.
  const matches = /[*?[\]{}!()]/.test(name) ? await glob(name, { ignore, absolute: isAbsolute(name) }) : [];
  return matches.length > 0 ? matches.sort() : [name];
}

async function kindOf(name: string): Promise<'file' | 'folder' | 'other' | undefined> {
  try {
    const info = await stat(name);
    if (info.isDirectory()) return 'folder';
    return info.isFile() ? 'file' : 'other';
  } catch {
    return undefined;
  }
}

/**
 * Reads a project file, or stdin for `-`.
 * @throws ProblemError if it is unreadable, not UTF-8, or over 8 MB.
 */
export async function readProjectText(file: string): Promise<ProjectText> {
  if (file === STDIN) return { text: await readBounded(process.stdin), folder: process.cwd() };
  try {
    // Only ordinary files have a folder of their own; other files may be endless.
    const folder = isStream(file) ? process.cwd() : dirname(resolve(file));
    return { text: await readBounded(createReadStream(file)), folder };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw new ProblemError([problem('file.unreadable', [], sentenceOf(error))]);
  }
}

/** Returns a function that reads project files. Streams, such as pipes, are read once and remembered. */
export function createProjectReader(): (file: string) => Promise<ProjectText> {
  const read = new Map<string, Promise<ProjectText>>();
  return async (file) => {
    if (file !== STDIN && (await kindOf(file)) === 'file') return readProjectText(file);
    const text = read.get(file) ?? readProjectText(file);
    read.set(file, text);
    return text;
  };
}

async function readBounded(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += (chunk as Buffer).length;
    if (size > MAX_PROJECT_BYTES) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ProblemError([problem('file.unreadable', [], 'This file is not in UTF-8. Please save it as UTF-8.')]);
  }
}

function tooLarge(): ProblemError {
  return new ProblemError([projectTooLarge()]);
}

function sentenceOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'There is no such file.';
  if (code === 'EISDIR') return 'This is a folder.';
  return `This file cannot be read${code ? ` (${code})` : ''}.`;
}
