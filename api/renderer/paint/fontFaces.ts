import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { kindOf } from '../../../engine/kinds/index.ts';
import { type FontFace, facesOf } from '../../../engine/painters/fonts.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { fontPath, learnFontsOf } from '../../fonts/fontPath.ts';

/** Returns the font files for the texts of layers, including missing ones, possibly with duplicates. */
export function facesOfLayers(layers: readonly Layer[], fontsDir: string | undefined): FontFace[] {
  const texts = layers.flatMap((layer) => kindOf(layer).lettering(layer));
  for (const text of texts) learnFontsOf(text, fontsDir);
  return texts.flatMap(facesOf);
}

/**
 * Returns a function that fingerprints what paints some layers besides our own code: the version of Skia and the
 * content of their font files. Does not load Skia, and reads each file once.
 */
export function openPaintersIdentity(fontsDir: string | undefined): (layers: readonly Layer[]) => Promise<string> {
  const contents = new Map<string, Promise<string>>();
  const contentOf = (face: FontFace): Promise<string> => {
    const name = `${face.id} ${face.file}`;
    const content = contents.get(name) ?? digestOf(fontPath(face, fontsDir)).then((digest) => `${name} ${digest}`);
    contents.set(name, content);
    return content;
  };
  return async (layers) => {
    const fonts = new Set(await Promise.all(facesOfLayers(layers, fontsDir).map(contentOf)));
    return [`Skia ${skiaVersion()}`, ...[...fonts].sort()].join('\n');
  };
}

/** '' if the file is missing or unreadable: another font is used then. */
async function digestOf(path: string | undefined): Promise<string> {
  const content = path === undefined ? undefined : await readFile(path).catch(() => undefined);
  return content ? createHash('sha256').update(content).digest('hex') : '';
}

let version: string | undefined;

function skiaVersion(): string {
  version ??= (createRequire(import.meta.url)('@napi-rs/canvas/package.json') as { version: string }).version;
  return version;
}
