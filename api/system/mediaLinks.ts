import { readdirSync, readlinkSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';

/** Targets by the absolute paths of links. */
const links = new Map<string, string>();

/**
 * Makes a link to a media file in the folder of a render. Programs that run in that folder may replace it, so its target is
 * remembered here, and what the disk says later counts for nothing.
 */
export async function linkMediaFile(target: string, link: string): Promise<void> {
  await symlink(target, link);
  links.set(path.resolve(link), path.resolve(path.dirname(link), target));
}

/** Where a link of `linkMediaFile` leads; undefined for any other path. */
export function linkedFile(link: string): string | undefined {
  return links.get(path.resolve(link));
}

/** Forgets the links of a folder that is removed. */
export function forgetLinks(folder: string): void {
  const below = path.resolve(folder) + path.sep;
  for (const link of links.keys()) if (link.startsWith(below)) links.delete(link);
}

/**
 * Removes links from a folder that `linkMediaFile` did not make: a program that was taken over makes them, for this process to
 * read or write what they lead to.
 * @throws Error when there was one.
 */
export async function refuseForeignLinks(folder: string): Promise<void> {
  const foreign = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => path.resolve(folder, name))
    .filter((link) => links.get(link) !== path.resolve(folder, readlinkSync(link)));
  for (const link of foreign) await rm(link, { force: true });
  if (foreign.length > 0) throw new Error('A program made links in its folder, which none has to do.');
}
