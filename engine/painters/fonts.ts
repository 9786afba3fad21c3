import type { EastAsianRegion } from '../project/eastAsianRegion.ts';
import type { Lettering } from '../project/layers.ts';
import type { Font, FontWeight } from './font.ts';
import { partOf, unlearnedFonts } from './fontsEastAsian.ts';
import { isInSubset, type Subset, unicodeRanges } from './fontsRanges.ts';
import { isOfScript, neededFonts } from './fontsScripts.ts';
import { baseFonts, defaultFonts, emojiFont, fallbackFonts, findFont, fontOf, signsFont } from './fontsTable.ts';

/**
 * Fonts of text layers, as data. The nine default families and the watermark's Roboto are replaced by open fonts from
 * packages: metric-compatible ones if they exist, else look-alikes. Catalogue families are open fonts under their own
 * names. Each file contains one subset of one font and has a private family name that no system font has, so browser
 * and renderer use the same list of names and take each letter from the same file. Both skip missing files;
 * measurements never depend on them.
 */

/** A font file and its name on canvases. */
export interface FontFace {
  /** Private family name, such as "Cutroom Arimo Greek". */
  family: string;
  /** A range for a file with all weights. */
  weight: FontWeight | '100 900';
  style: 'normal' | 'italic';
  /** See Font. */
  source: Font['source'];
  /** Package name without the scope; for a user's font its address, as in `file`, and `package` is empty. */
  id: string;
  /** See Font's subsets. */
  part: string;
  /** Package that contains the file. */
  package: string;
  /** File name in the package's folder `files`. */
  file: string;
  /** Letters that the file is used for, in CSS syntax; absent: all. */
  unicodeRange?: string;
}

/** The default families in display order. */
export const defaultFamilies = defaultFonts.map(([family]) => family);

/** Returns the files that every page knows. */
export function fontFaces(): FontFace[] {
  return baseFonts.flatMap(allFaces);
}

/** Returns all files of the font that stands for a family, by name in any case; empty if unknown. */
export function facesOfFamily(family: string): FontFace[] {
  const font = findFont(family);
  return font ? allFaces(font) : [];
}

/** Returns all files of a font, as far as its parts are known. */
export function facesOfFont(font: Font): FontFace[] {
  return allFaces(font);
}

/**
 * Returns the CSS family list of a family, with private names only: its own font, Arial's for letters that it lacks,
 * Arabic, fonts of other scripts that the text uses, and emoji. An unknown family gets Arial's list.
 * @param family name as users know it, in any case, such as "Times New Roman". @param region see Lettering.
 */
export function fontStack(family: string, text = '', region?: EastAsianRegion): string {
  return stackOf(family, text, region)
    .flatMap((font) => font.subsets.map((subset) => `"${familyName(font, subset)}"`))
    .join(', ');
}

/** Returns weight and style to paint a text in: the requested ones, if the family has files for them. */
export function fontShape({ fontFamily, fontWeight, fontStyle }: Omit<Lettering, 'text'>): {
  weight: FontWeight;
  style: FontFace['style'];
} {
  const own = fontOf(fontFamily);
  return {
    weight: fontWeight === 'bold' && own.weights.includes(700) ? 700 : 400,
    style: fontStyle === 'italic' && own.italic ? 'italic' : 'normal',
  };
}

/** Returns the metrics of a family's font: shares of the font size above and below the baseline. */
export function fontMetrics(family: string): { ascent: number; descent: number } {
  const { ascent, descent } = fontOf(family);
  return { ascent, descent };
}

/** Returns the files that a text needs, in order of its font list. A page loads them before it paints the text. */
export function facesOf(layer: Lettering): FontFace[] {
  const { weight, style } = fontShape(layer);
  const codes = [...new Set(layer.text)].map((letter) => letter.codePointAt(0) as number);
  return stackOf(layer.fontFamily, layer.text, layer.region).flatMap((font) =>
    font.subsets
      .filter((subset) => font.isWhole || codes.some((code) => isInSubset(subset, code)))
      .map((subset) =>
        face(font, subset, font.weights.includes(weight) ? weight : 400, font.italic ? style : 'normal'),
      ),
  );
}

/** Returns ids of fonts that a text needs and whose part tables are not loaded yet; see `learnParts`. */
export function unknownFontsOf({ text, region }: Pick<Lettering, 'text' | 'region'>): string[] {
  return unlearnedFonts(neededFonts(text, region).fonts);
}

/**
 * Returns the distinct letters of a text that none of its files has; boxes replace them in renders.
 * @param has whether a file is available and has the letter. @param most stops after this many.
 */
export function lettersWithoutFont(
  layer: Lettering,
  has: (face: FontFace, letter: string) => boolean,
  most = Number.POSITIVE_INFINITY,
): string[] {
  const faces = facesOf(layer);
  const lost: string[] = [];
  for (const letter of new Set(layer.text)) {
    if (lost.length >= most) break;
    if (isSeen.test(letter) && !faces.some((one) => has(one, letter))) lost.push(letter);
  }
  return lost;
}

/** Characters with ink, unlike spaces, joiners and the like. */
const isSeen = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}]/u;

/** Returns whether a file should have a letter, as far as is known without reading it. */
export function isForLetter({ id, part, source, unicodeRange }: FontFace, letter: string): boolean {
  if (source === 'own') return true;
  const code = letter.codePointAt(0) as number;
  if (unicodeRange !== undefined) return isInSubset(part, code);
  if (source !== 'base') return isOfScript(id, letter) || partOf(id, code) === part;
  // The one base font without a range has symbols, and letters that no script font covers.
  return neededFonts(letter).fonts.length === 0;
}

/**
 * Returns the @font-face rules of the files that every page knows. Nothing is loaded until a text needs it.
 * @param urlOf returns the URL of a file by its name.
 */
export function fontFaceCss(urlOf: (file: string) => string): string {
  return fontFaces()
    .map(({ family, weight, style, file, unicodeRange }) => {
      const range = unicodeRange ? ` unicode-range: ${unicodeRange};` : '';
      const src = `url("${urlOf(file)}") format("woff2")`;
      return `@font-face { font-family: "${family}"; font-weight: ${weight}; font-style: ${style}; font-display: block;${range} src: ${src}; }`;
    })
    .join('\n');
}

function stackOf(family: string, text: string, region: EastAsianRegion | undefined): Font[] {
  const { fonts, hasSigns } = neededFonts(text, region);
  // Emoji come late, because their font has digits, and before the symbols font, which has some of them in black.
  const last = hasSigns ? [emojiFont, signsFont] : [emojiFont];
  return [...new Set([fontOf(family), ...fallbackFonts, ...fonts, ...last])];
}

function allFaces(font: Font): FontFace[] {
  const styles = font.italic ? (['normal', 'italic'] as const) : (['normal'] as const);
  return font.subsets.flatMap((subset) =>
    font.weights.flatMap((weight) => styles.map((style) => face(font, subset, weight, style))),
  );
}

/** Returns the private family name of a font with one file. */
export function fontFamilyOf(font: Font): string {
  return familyName(font, font.subsets[0] as string);
}

function familyName(font: Font, subset: string): string {
  const isPlain = subset === 'latin' || (font.subsets.length === 1 && !font.isVariable);
  const words = isPlain ? [] : subset.split('-').map((word) => word[0]?.toUpperCase() + word.slice(1));
  return ['Cutroom', font.name, ...words].join(' ');
}

function face(font: Font, part: string, weight: FontWeight, style: FontFace['style']): FontFace {
  const { id, source, isVariable = false } = font;
  if (source === 'own')
    return { family: familyName(font, part), weight, style, source, id, part, package: '', file: id };
  const found: FontFace = {
    family: familyName(font, part),
    weight: isVariable ? '100 900' : weight,
    style,
    source,
    id,
    part,
    package: isVariable ? `@fontsource-variable/${id}` : `@fontsource/${id}`,
    file: `${id}-${part}-${isVariable ? 'wght' : weight}-${style}.woff2`,
  };
  return font.isWhole ? found : { ...found, unicodeRange: unicodeRanges[part as Subset] };
}
