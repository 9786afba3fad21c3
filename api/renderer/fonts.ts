import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import { type FontFace, facesOf, fontFaces } from '../../engine/painters/fonts.ts';
import type { Layer } from '../../engine/project/layers.ts';

const resolver = createRequire(import.meta.url);
const registered = new Set<string>();

/** A font and where its file is on this machine. */
export interface FontFile extends FontFace {
  /** Absolute. */
  path: string;
}

/** All font files that painters may use, found in the installed packages. Throws when one is not there. */
export function fontFiles(): FontFile[] {
  return fontFaces().map(located);
}

/**
 * Makes fonts known to Skia, each once a process. To be called before a text is painted.
 * @param layers only the files that these layers need, which takes some milliseconds; absent: all files.
 * @throws Error when a file is not there or cannot be read.
 */
export function registerFonts(layers?: readonly Layer[]): void {
  const faces = layers ? layers.flatMap((layer) => (layer.type === 'text' ? facesOf(layer) : [])) : fontFaces();
  for (const face of faces) {
    if (registered.has(face.file)) continue;
    const { path, family } = located(face);
    if (!GlobalFonts.registerFromPath(path, family)) throw new Error(`The font file ${path} cannot be read.`);
    registered.add(face.file);
  }
}

function located(face: FontFace): FontFile {
  return { ...face, path: resolver.resolve(`${face.package}/files/${face.file}`) };
}
