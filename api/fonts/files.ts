import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FontFace } from '../../engine/painters/fonts.ts';

const resolver = createRequire(import.meta.url);

/**
 * Where a font's file is: in an installed package, or in the folder of fetched families.
 * @returns undefined when it is not there, which for a base font is a fault of the installation (and thrown).
 */
export function fontPath(face: FontFace, fontsDir: string | undefined): string | undefined {
  if (face.source === 'base') return installedFont(face);
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
