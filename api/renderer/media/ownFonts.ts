import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mapFontFiles } from '../../../engine/project/media.ts';
import type { Project } from '../../../engine/project/project.ts';
import { holdOwnFonts, readOwnFonts } from '../../fonts/ownFiles.ts';
import type { MediaOptions } from './openMedia.ts';

/** A font file of somebody's own: the name that layers have for it, and where it lies. */
export type FontFile = readonly [name: string, path: string];

/**
 * Copies the font files that a project names into the folder `work`, and names each by what is in it, so that nothing that
 * was painted with another file under the same name is taken for the same.
 * @returns the project with those names, the copies, what is told of the others, and what ends their use.
 */
export async function takeOwnFonts(
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
