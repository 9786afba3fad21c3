import type { Measure } from '../layout/textFit.ts';

/**
 * Upper bounds of letter widths in the default fonts at any weight, as shares of the font size; with some room for
 * kerning. Letters beyond ASCII are escaped: a script may be read in another encoding, and bundlers escape strings but
 * not patterns.
 */
const bounds: readonly (readonly [letters: RegExp, width: number])[] = [
  [/^[iljftrI.,:;!'\u2019\u2018|()[\] ]$/u, 0.62],
  [/^[a-ln-vx-z\u00df-\u00e5\u00e7-\u00f6\u00f8-\u00ff0-9"\u201c\u201d?\-\u2013/*$\u20ac]$/u, 0.74],
  [/^[+=<>#&]$/u, 0.9],
  [/^[A-LN-VX-Z\u00c0-\u00c5\u00c7-\u00d6\u00d8-\u00de]$/u, 0.93],
];
/** Any other character, including emoji. */
const widest = 1.25;

/** Families for which the bounds hold; other catalogue families may have any width. */
const usual = new Set([
  ...['arial', 'impact', 'arial black', 'comic sans ms', 'courier new', 'georgia', 'helvetica', 'verdana'],
  ...['times new roman', 'roboto'],
]);

const known = new Map<string, number>();

/**
 * Returns an upper bound of a text's width in a family, in pixels. Needs no measuring, so it is the same everywhere.
 */
export function widestOf(family: string): Measure {
  const isUsual = usual.has(family.toLowerCase());
  return (text, fontSize) => {
    let sum = 0;
    for (const letter of text) sum += isUsual ? boundOf(letter) : widest * letter.length;
    return sum * fontSize;
  };
}

function boundOf(letter: string): number {
  const found = known.get(letter) ?? bounds.find(([letters]) => letters.test(letter))?.[1] ?? widest * letter.length;
  if (known.size < 5000) known.set(letter, found);
  return found;
}
