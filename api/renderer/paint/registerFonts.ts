import { readFileSync } from 'node:fs';
import { GlobalFonts } from '@napi-rs/canvas';
import { type FontFace, fontFaces } from '../../../engine/painters/fonts.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { fontPath, installedFont } from '../../fonts/fontPath.ts';
import { withSpareGlyph } from '../../fonts/spareGlyph.ts';
import { facesOfLayers } from './fontFaces.ts';

const registered = new Set<string>();

/** A font and where its file is on this machine. */
export interface FontFile extends FontFace {
  /** Absolute. */
  path: string;
}

/** The font files that every page knows, found in the installed packages. Throws when one is not there. */
export function fontFiles(): FontFile[] {
  return fontFaces().map((face) => ({ ...face, path: installedFont(face) }));
}

/**
 * Makes fonts known to Skia, each once a process. To be called before a text is painted. A family that is not there is
 * passed by, so that its text is painted in Arial's letters.
 * @param layers only the files that these layers need, which takes some milliseconds; absent: all that every page knows.
 * @param fontsDir folder of fetched families.
 * @throws Error when a base font is not there or cannot be read.
 */
export function registerFonts(layers?: readonly Layer[], fontsDir?: string): void {
  const faces = layers ? facesOfLayers(layers, fontsDir) : fontFaces();
  for (const face of faces) {
    // A job takes own fonts with it.
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
  const mended = mend(file);
  return (mended ? GlobalFonts.register(mended, family) : GlobalFonts.registerFromPath(file, family)) !== null;
}

/** See withSpareGlyph; what cannot be read is for Skia to refuse. */
function mend(file: string): Buffer | undefined {
  try {
    return withSpareGlyph(readFileSync(file));
  } catch {
    return undefined;
  }
}
