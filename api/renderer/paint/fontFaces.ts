import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { kindOf } from '../../../engine/kinds/index.ts';
import { type FontFace, facesOf } from '../../../engine/painters/fonts.ts';
import type { Layer } from '../../../engine/project/layers.ts';
import { fontPath, learnFontsOf } from '../../fonts/fontPath.ts';

/** The font files that the texts of layers need, those too that are not there; a file may be among them several times. */
export function facesOfLayers(layers: readonly Layer[], fontsDir: string | undefined): FontFace[] {
  const texts = layers.flatMap((layer) => kindOf(layer).lettering(layer));
  for (const text of texts) learnFontsOf(text, fontsDir);
  return texts.flatMap(facesOf);
}

/**
 * Gives what stands for all that paints some layers beside our own code: the version of Skia, and what is in the font files
 * of their texts. Other letters are painted as soon as it is another. Loads no Skia; reads each file once.
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

/** '' of a file that is not there, or cannot be read: its letters are painted otherwise. */
async function digestOf(path: string | undefined): Promise<string> {
  const content = path === undefined ? undefined : await readFile(path).catch(() => undefined);
  return content ? createHash('sha256').update(content).digest('hex') : '';
}

let version: string | undefined;

function skiaVersion(): string {
  version ??= (createRequire(import.meta.url)('@napi-rs/canvas/package.json') as { version: string }).version;
  return version;
}
