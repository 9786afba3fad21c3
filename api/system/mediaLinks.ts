import { readdirSync, readlinkSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';

/** Targets by absolute path of the link. */
const links = new Map<string, string>();

/**
 * Links a media file into a render's folder. Programs in that folder may replace the link, so its target is recorded
 * here, and what the disk says later is ignored.
 */
export async function linkMediaFile(target: string, link: string): Promise<void> {
  await symlink(target, link);
  links.set(path.resolve(link), path.resolve(path.dirname(link), target));
}

/** Returns the target of a link by `linkMediaFile`; undefined for other paths. */
export function linkedFile(link: string): string | undefined {
  return links.get(path.resolve(link));
}

/** Forgets the links of a deleted folder. */
export function forgetLinks(folder: string): void {
  const below = path.resolve(folder) + path.sep;
  for (const link of links.keys()) if (link.startsWith(below)) links.delete(link);
}

/**
 * Deletes links that `linkMediaFile` did not create: a compromised program creates them to make this process read or
 * write their targets.
 * @throws Error if there was one.
 */
export async function rejectForeignLinks(folder: string): Promise<void> {
  const foreign = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => path.resolve(folder, name))
    .filter((link) => links.get(link) !== path.resolve(folder, readlinkSync(link)));
  for (const link of foreign) await rm(link, { force: true });
  if (foreign.length > 0) throw new Error('A program made links in its folder, which none has to do.');
}
