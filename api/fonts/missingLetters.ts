import { setImmediate as breathe } from 'node:timers/promises';
import { type FontFace, facesOf, lettersWithoutFont } from '../../engine/painters/fonts.ts';
import { MOST_COUNTED, missingFontNote } from '../../engine/painters/noFontFor.ts';
import type { Lettering } from '../../engine/project/layers.ts';
import { fontPath, learnFontsOf } from './fontPath.ts';
import { type HasLetter, lettersOf, readLetters } from './letters.ts';

/** Whether a text only has Latin characters and punctuation, which all font lists cover. */
export function isLatin(text: string): boolean {
  return /^[\0-\u024f\u2018-\u201e\u2022\u2026]*$/.test(text);
}

/**
 * Returns a note about characters of texts that no font has, if any. Yields to other work between texts.
 * @param folder of downloaded families.
 */
export async function missingLetters(
  texts: readonly Lettering[],
  folder: string | undefined,
  signal?: AbortSignal,
): Promise<string[]> {
  const letters = new Set<string>();
  const maps = new Map<string, HasLetter>();
  for (const text of texts) {
    if (isLatin(text.text)) continue;
    if (letters.size > MOST_COUNTED) break;
    await breathe();
    signal?.throwIfAborted();
    learnFontsOf(text, folder);
    for (const face of facesOf(text)) {
      if (maps.has(keyOf(face))) continue;
      const file = fontPath(face, folder);
      const read = face.source === 'own' ? readLetters : lettersOf;
      maps.set(keyOf(face), file === undefined ? hasNone : await read(file));
    }
    const has = (face: FontFace, letter: string) => maps.get(keyOf(face))?.(letter.codePointAt(0) as number) ?? false;
    for (const letter of lettersWithoutFont(text, has, MOST_COUNTED + 1)) letters.add(letter);
  }
  return letters.size > 0 ? [missingFontNote([...letters])] : [];
}

const hasNone: HasLetter = () => false;

function keyOf({ package: name, file }: FontFace): string {
  return `${name}/${file}`;
}
