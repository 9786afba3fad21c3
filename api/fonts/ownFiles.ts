import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { MAX_FONT_BYTES } from '../../engine/formats/fontFormat.ts';
import { fontReferences } from '../../engine/project/media.ts';
import { ProblemError } from '../../engine/project/problems.ts';
import type { Project } from '../../engine/project/project.ts';
import { checkFont } from './readFont.ts';

/** A user's font file that a project refers to. */
export interface OwnFont {
  /** URL of the font, as the project states it. */
  url: string;
  /** Content hash with the file's extension. */
  name: string;
  content: Buffer;
}

/**
 * Reads the font files that a project refers to, each once. Missing or invalid ones never throw.
 * @param locate finds the local file of a URL; rejects with a ProblemError if it is missing or not allowed.
 * @returns the fonts, and a note for each unavailable one, which is painted in Arial.
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

/** Reads a font file. @throws Error if it is too large. */
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

const openFonts = new Map<string, { path: string; uses: number }>();

/** Returns the current path of a user's font; undefined if it is not registered. */
export function ownFontFile(name: string): string | undefined {
  return openFonts.get(name)?.path;
}

/**
 * Registers paths of users' fonts while they are needed.
 * @param files paths by font name. @returns a function that unregisters them.
 */
export function holdOwnFonts(files: Iterable<readonly [name: string, path: string]>): () => void {
  const mine = [...files];
  for (const [name, path] of mine) openFonts.set(name, { path, uses: (openFonts.get(name)?.uses ?? 0) + 1 });
  return () => {
    for (const [name] of mine) {
      const one = openFonts.get(name);
      if (one && --one.uses === 0) openFonts.delete(name);
    }
  };
}
