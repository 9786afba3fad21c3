import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isBelow } from '../api/system/isBelow.ts';
import { fileMissing } from '../engine/edit/fillRow.ts';
import { isHttpAddress } from '../engine/project/mediaAddress.ts';
import { type Problem, ProblemError, problem } from '../engine/project/problems.ts';
import type { Project } from '../engine/project/project.ts';
import { requiredMedia } from '../engine/timeline/requiredMedia.ts';
import { shellQuoted } from '../engine/tools/shellQuoted.ts';
import { UsageError } from './output.ts';
import { packageRoot } from './package.ts';

/**
 * Where a project's media may be. Projects can come from anybody, so they must not name arbitrary files of their user.
 */
export interface MediaPlace {
  /** Folder that relative media paths start from. */
  folder: string;
  /** Real paths of allowed folders, including subfolders, and files. */
  allowed: readonly string[];
}

/** The option --allow-outside, as all commands define it. */
export const allowOutside = {
  flags: '--allow-outside <path>',
  description: "allow media outside the project's folder: a file, or a folder with all below it; may be repeated",
  /** Collects repeated values. */
  parse: (path: string, before: string[]): string[] => [...before, path],
  usual: [] as string[],
} as const;

/**
 * Returns the allowed places of a project's media: its folder, Cutroom's own samples, and what the caller allows.
 * @param outside paths of files and folders, relative to the working folder.
 * @throws UsageError if one does not exist.
 */
export async function mediaPlace(folder: string, outside: readonly string[] = []): Promise<MediaPlace> {
  const allowed = await Promise.all(
    outside.map(async (path) => {
      const real = await realPath(path);
      if (real === undefined) throw new UsageError(`--allow-outside ${path}: there is no such file or folder.`);
      return real;
    }),
  );
  const own = await Promise.all([realPath(folder), realPath(join(packageRoot(), 'fixtures', 'media'))]);
  return { folder, allowed: [...own.filter((path) => path !== undefined), ...allowed] };
}

/**
 * Adds files that the caller named explicitly. @param urls media paths as in a project; ignores those that are not
 * files.
 */
export async function withNamed(place: MediaPlace, urls: readonly string[]): Promise<MediaPlace> {
  const named = await Promise.all(
    urls.map(async (url) => {
      const path = mediaPath(url, place);
      const info = await stat(path).catch(() => undefined);
      return info?.isFile() ? await realpath(path) : undefined;
    }),
  );
  return { ...place, allowed: [...place.allowed, ...named.filter((path) => path !== undefined)] };
}

/** Returns the path of a media file that a project names. */
export function mediaPath(url: string, { folder }: MediaPlace): string {
  return resolve(folder, url);
}

/** Returns the renderer's `locate` function for a place. */
export function locateIn(place: MediaPlace): (url: string) => Promise<string> {
  return async (url) => {
    const found = await refusal(url, place);
    if (found) throw new ProblemError([found]);
    return mediaPath(url, place);
  };
}

/** Returns problems of media files that are missing or not allowed. Skips network addresses. */
export async function mediaFileProblems(project: Project, place: MediaPlace): Promise<Problem[]> {
  const checks = requiredMedia(project).map(async ({ url, path }) => {
    const found = isHttpAddress(url) ? undefined : await refusal(url, place);
    return found ? [problem(found.code, path, found.message)] : [];
  });
  return (await Promise.all(checks)).flat();
}

async function refusal(url: string, place: MediaPlace): Promise<Problem | undefined> {
  if (isHttpAddress(url)) {
    return problem('media.refused', [], `"${url}" is on the network; download it, and name the file.`);
  }
  const path = mediaPath(url, place);
  const info = await stat(path).catch(() => undefined);
  if (!info) return problem('media.missing', [], fileMissing(url));
  if (!info.isFile()) return problem('media.refused', [], `"${url}" is not a regular file.`);
  const real = await realpath(path);
  if (place.allowed.some((one) => isBelow(real, one))) return undefined;
  const sentence = `"${url}" lies outside the project's folder, at ${real}. If that is meant, add --allow-outside ${shellQuoted(real)}`;
  return problem('media.outside', [], `${sentence}.`);
}

async function realPath(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}
