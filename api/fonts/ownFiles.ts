import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { MAX_FONT_BYTES } from '../../engine/project/fontFormat.ts';
import { fontReferences } from '../../engine/project/media.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { checkFont } from './readFont.ts';

/** A font file of somebody's own that a project names. */
export interface OwnFont {
  /** As the project names it. */
  url: string;
  /** A name for what is in it, with its ending: equal names, equal letters. */
  name: string;
  content: Buffer;
}

/**
 * Reads the font files that a project names, each once. One that is not there or is none is never an error.
 * @param locate finds the local file of an address; rejects with a ProblemError where there is none, or it is not allowed.
 * @returns also a sentence for each that cannot be had: its texts are painted in Arial's letters.
 */
export async function readOwnFonts(
  project: Project,
  locate: (url: string) => Promise<string>,
): Promise<{ fonts: OwnFont[]; notes: string[] }> {
  const fonts: OwnFont[] = [];
  const notes: string[] = [];
  for (const url of new Set(fontReferences(project).map((reference) => reference.url))) {
    try {
      const content = await readBounded(await locate(url));
      await checkFont(content);
      const digest = createHash('sha256').update(content).digest('hex');
      fonts.push({ url, name: `${digest}${extname(url).toLowerCase()}`, content });
    } catch (error) {
      const why = error instanceof ProblemError ? error.problems[0]?.message : undefined;
      notes.push(`${why ?? `"${shown(url)}" cannot be read as a font.`} Arial is used instead.`);
    }
  }
  return { fonts, notes };
}

/** @throws Error for a larger file than a font may be. */
async function readBounded(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    if ((await file.stat()).size > MAX_FONT_BYTES) throw new Error('The file is too large.');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function shown(url: string): string {
  const printed = url.replaceAll(/\p{Cc}/gu, '');
  return printed.length > 100 ? `${printed.slice(0, 97)}...` : printed;
}

const held = new Map<string, { path: string; uses: number }>();

/** Where a font file of somebody's own is now; undefined for one that nobody holds. */
export function ownFontFile(name: string): string | undefined {
  return held.get(name)?.path;
}

/**
 * Says where files of own fonts are, as long as they are needed.
 * @param files paths by the names that layers have for them. @returns ends it.
 */
export function holdOwnFonts(files: Iterable<readonly [name: string, path: string]>): () => void {
  const mine = [...files];
  for (const [name, path] of mine) held.set(name, { path, uses: (held.get(name)?.uses ?? 0) + 1 });
  return () => {
    for (const [name] of mine) {
      const one = held.get(name);
      if (one && --one.uses === 0) held.delete(name);
    }
  };
}
