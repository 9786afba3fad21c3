import { readFileSync } from 'node:fs';
import { GlobalFonts } from '@napi-rs/canvas';
import { type FontFace, fontFaces } from '../../../engine/painters/fonts.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { fontPath, installedFont } from '../../fonts/fontPath.ts';
import { withSpareGlyph } from '../../fonts/spareGlyph.ts';
import { facesOfLayers } from './fontFaces.ts';

const registered = new Set<string>();

/** A font with the path of its file. */
export interface FontFile extends FontFace {
  /** Absolute path. */
  path: string;
}

/** Returns the bundled font files, found in the installed packages. Throws if one is missing. */
export function fontFiles(): FontFile[] {
  return fontFaces().map((face) => ({ ...face, path: installedFont(face) }));
}

/**
 * Registers fonts with Skia, each once per process, before text is painted. Skips missing families; their text falls
 * back to Arial.
 * @param layers registers only the files for these layers, in a few milliseconds; absent: all bundled fonts.
 * @param fontsDir folder for downloaded families.
 * @throws Error if a base font is missing or unreadable.
 */
export function registerFonts(layers?: readonly Layer[], fontsDir?: string): void {
  const faces = layers ? facesOfLayers(layers, fontsDir) : fontFaces();
  for (const face of faces) {
    // Users' fonts are registered per job.
    if (face.source === 'own' || registered.has(face.file)) continue;
    const file = fontPath(face, fontsDir);
    if (file === undefined) continue;
    const isKnown = register(file, face.family);
    if (!isKnown && face.source === 'base') throw new Error(`The font file ${file} cannot be read.`);
    registered.add(face.file);
  }
}

/** @returns whether it is a font. */
function register(file: string, family: string): boolean {
  const bytes = readWithSpareGlyph(file);
  return (bytes ? GlobalFonts.register(bytes, family) : GlobalFonts.registerFromPath(file, family)) !== null;
}

/** See withSpareGlyph. Skia rejects unreadable files itself. */
function readWithSpareGlyph(file: string): Buffer | undefined {
  try {
    return withSpareGlyph(readFileSync(file));
  } catch {
    return undefined;
  }
}
