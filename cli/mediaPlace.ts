import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isBelow } from '../api/system/isBelow.ts';
import { notThere } from '../engine/edit/fillRow.ts';
import { isHttpAddress } from '../engine/project/mediaAddress.ts';
import { type Problem, ProblemError, problem } from '../engine/project/problems.ts';
import type { Project } from '../engine/project/project.ts';
import { neededMedia } from '../engine/timeline/neededMedia.ts';
import { shellQuoted } from '../engine/tools/shellQuoted.ts';
import { UsageError } from './output.ts';
import { packageRoot } from './package.ts';

/** Where the media of a project may lie. A project may come from anybody, so it names no files of its reader's choice. */
export interface MediaPlace {
  /** Folder that media paths start from. */
  folder: string;
  /** Real paths of the folders, with all below them, and of the files that may be used. */
  allowed: readonly string[];
}

/** What --allow-outside is called in every command that has it. */
export const allowOutside = {
  flags: '--allow-outside <path>',
  description: "allow media outside the project's folder: a file, or a folder with all below it; may be repeated",
  /** Collects what is given. */
  parse: (path: string, before: string[]): string[] => [...before, path],
  usual: [] as string[],
} as const;

/**
 * The place of a project's media: its folder, Cutroom's own samples, and what the caller allows.
 * @param outside paths from the working folder, of files and folders.
 * @throws UsageError for one that is not there.
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

/** The same place with files that its caller named. @param urls media paths as a project has them; what is no file is passed over. */
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

/** The path of a media file that a project names. */
export function mediaPath(url: string, { folder }: MediaPlace): string {
  return resolve(folder, url);
}

/** Finds the files of a project's media, as the renderer asks for them. */
export function locateIn(place: MediaPlace): (url: string) => Promise<string> {
  return async (url) => {
    const found = await refusal(url, place);
    if (found) throw new ProblemError([found]);
    return mediaPath(url, place);
  };
}

/** Problems of media files that are not there or may not be used. Addresses on the network are not looked at. */
export async function mediaFileProblems(project: Project, place: MediaPlace): Promise<Problem[]> {
  const checks = neededMedia(project).map(async ({ url, path }) => {
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
  if (!info) return problem('media.missing', [], notThere(url));
  if (!info.isFile()) return problem('media.refused', [], `"${url}" is not a regular file.`);
  const real = await realpath(path);
  if (place.allowed.some((one) => isBelow(real, one))) return undefined;
  const sentence = `"${url}" lies outside the project's folder, at ${real}. If that is meant, add --allow-outside ${shellQuoted(real)}`;
  return problem('media.outside', [], `${sentence}.`);
}

async function realPath(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}
