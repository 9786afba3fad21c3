import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type FontFace, unknownFontsOf } from '../../engine/painters/fonts.ts';
import { storePartTable } from '../../engine/painters/fontsEastAsian.ts';
import type { Lettering } from '../../engine/project/layers.ts';
import { ownFontFile } from './ownFiles.ts';

const resolver = createRequire(import.meta.url);

/** File next to the files of a font that lists which characters each contains. */
export const PARTS_FILE = 'unicode.json';

/**
 * Returns the path of a font file: in an installed package, in the folder of downloaded families, or of a user's font
 * in a render.
 * @returns undefined if it is missing. A missing base font is a broken installation and throws.
 */
export function fontPath(face: FontFace, fontsDir: string | undefined): string | undefined {
  if (face.source === 'base') return installedFont(face);
  if (face.source === 'own') return ownFontFile(face.id);
  if (face.source === 'further') {
    const file = fontsDir === undefined ? undefined : path.join(fontsDir, face.id, face.file);
    return file && existsSync(file) ? file : undefined;
  }
  try {
    return installedFont(face);
  } catch {
    return undefined;
  }
}

/** Returns the absolute path of a file in a font's installed package. Throws if it is missing. */
export function installedFont(face: FontFace): string {
  return resolver.resolve(`${face.package}/files/${face.file}`);
}

/** Loads the character ranges of the downloaded fonts that a text needs, once per process. */
export function learnFontsOf(lettering: Lettering, fontsDir: string | undefined): void {
  if (fontsDir === undefined) return;
  for (const id of unknownFontsOf(lettering)) {
    const parts = partsOfFont(id, fontsDir);
    if (parts) storePartTable(id, parts);
  }
}

/** Returns the character ranges of a downloaded font's files; undefined if the font is missing or has a single file. */
export function partsOfFont(id: string, fontsDir: string): Record<string, string> | undefined {
  try {
    const parts: unknown = JSON.parse(readFileSync(path.join(fontsDir, id, PARTS_FILE), 'utf8'));
    return typeof parts === 'object' && parts !== null ? (parts as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}
