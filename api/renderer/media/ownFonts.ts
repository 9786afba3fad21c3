import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mapFontFiles } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { holdOwnFonts, readOwnFonts } from '../../fonts/ownFiles.ts';
import type { MediaOptions } from './openMedia.ts';

/** A user's font file: the name that layers use, and its path. */
export type FontFile = readonly [name: string, path: string];

/**
 * Copies a project's font files into the folder `work` and renames each after its content, so that cached images
 * painted with another file of the same name are not reused.
 * @returns the project with the new names, the copies, notes about unusable files, and `release`, which ends their use.
 */
export async function copyOwnFonts(
  project: Project,
  { locate }: Pick<MediaOptions, 'locate'>,
  work: string,
): Promise<{ project: Project; fonts: FontFile[]; notes: string[]; release: () => void }> {
  const { fonts, notes } = await readOwnFonts(project, locate);
  const names = new Map(fonts.map(({ url, name }) => [url, name] as const));
  const files = [...new Map(fonts.map(({ name, content }) => [name, content] as const))];
  const copies: FontFile[] = [];
  for (const [i, [name, content]] of files.entries()) {
    const copy = join(work, `f${i}`);
    await writeFile(copy, content);
    copies.push([name, copy]);
  }
  const named = names.size > 0 ? mapFontFiles(project, (url) => names.get(url) ?? url) : project;
  return { project: named, fonts: copies, notes, release: holdOwnFonts(copies) };
}
