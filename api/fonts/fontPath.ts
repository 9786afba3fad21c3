import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type FontFace, unknownFontsOf } from '../../engine/painters/fonts.ts';
import { learnParts } from '../../engine/painters/fontsEastAsian.ts';
import type { Lettering } from '../../engine/project/layers.ts';
import { ownFontFile } from './ownFiles.ts';

const resolver = createRequire(import.meta.url);

/** Name of the file, beside those of a font's parts, that says which letters are in which. */
export const PARTS_FILE = 'unicode.json';

/**
 * Where a font's file is: in an installed package, in the folder of fetched families, or where a render has put somebody's own.
 * @returns undefined when it is not there, which for a base font is a fault of the installation (and thrown).
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

/** A file of a font's installed package, absolute. Throws when it is not there. */
export function installedFont(face: FontFace): string {
  return resolver.resolve(`${face.package}/files/${face.file}`);
}

/** Learns which letters are in which part of the fetched fonts that a text needs, each once a process. */
export function learnFontsOf(lettering: Lettering, fontsDir: string | undefined): void {
  if (fontsDir === undefined) return;
  for (const id of unknownFontsOf(lettering)) {
    const parts = partsOfFont(id, fontsDir);
    if (parts) learnParts(id, parts);
  }
}

/** Which letters are in which part of a fetched font; undefined when it is not there or has one part only. */
export function partsOfFont(id: string, fontsDir: string): Record<string, string> | undefined {
  try {
    const parts: unknown = JSON.parse(readFileSync(path.join(fontsDir, id, PARTS_FILE), 'utf8'));
    return typeof parts === 'object' && parts !== null ? (parts as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}
