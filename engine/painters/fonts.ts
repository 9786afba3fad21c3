import type { EastAsianRegion } from '../project/eastAsianRegion.ts';
import type { Lettering } from '../project/layers.ts';
import type { Font, FontWeight } from './font.ts';
import { partOf, unlearnedFonts } from './fontsEastAsian.ts';
import { isInSubset, type Subset, unicodeRanges } from './fontsRanges.ts';
import { isOfScript, neededFonts } from './fontsScripts.ts';
import { baseFonts, defaultFonts, emojiFont, fallbackFonts, findFont, fontOf, signsFont } from './fontsTable.ts';

/**
 * The fonts of text layers, as data. The nine default families and the watermark's Roboto
 * are met by open fonts from packages: metric-compatible ones where there are any, look-alikes elsewhere. The families
 * of the catalogue are open fonts under their own names. Each file holds one subset of one font and has a family name
 * of its own that no system font has, so a browser and the renderer walk the same list of names and take each letter
 * from the same file. A file that is not there is passed by on both sides; measures never depend on it.
 */

/** One font file, and the name under which canvases know it. */
export interface FontFace {
  /** Private family name, such as "Cutroom Arimo Greek". */
  family: string;
  /** A range for a file that has all weights. */
  weight: FontWeight | '100 900';
  style: 'normal' | 'italic';
  /** See Font. */
  source: Font['source'];
  /** Name of the font's package without the scope; of an own font its address, as its file and in no package. */
  id: string;
  /** See Font's subsets. */
  part: string;
  /** Package that holds the file. */
  package: string;
  /** Name of the file in the package's folder `files`. */
  file: string;
  /** Letters that the file is for, as in CSS; absent: all that it has. */
  unicodeRange?: string;
}

/** The default families, in the order in which they are offered. */
export const defaultFamilies = defaultFonts.map(([family]) => family);

/** The files that every page knows from the start. */
export function fontFaces(): FontFace[] {
  return baseFonts.flatMap(allFaces);
}

/** All files of a family, given by its name in any case: of the font that stands for it. None for an unknown one. */
export function facesOfFamily(family: string): FontFace[] {
  const font = findFont(family);
  return font ? allFaces(font) : [];
}

/** All files of a font, as far as its parts are known. */
export function facesOfFont(font: Font): FontFace[] {
  return allFaces(font);
}

/**
 * The CSS family list of a family, private names only: its own font, then Arial's for letters that it lacks, then
 * Arabic, the fonts of other scripts that the text has letters of, and emoji. A family that is not known gets Arial's list.
 * @param family name as users know it, any case, such as "Times New Roman". @param region see Lettering.
 */
export function fontStack(family: string, text = '', region?: EastAsianRegion): string {
  return stackOf(family, text, region)
    .flatMap((font) => font.subsets.map((subset) => `"${familyName(font, subset)}"`))
    .join(', ');
}

/** Weight and style that a text is painted in: what is asked for, as far as the family has files for it. */
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

/** Metrics of the font that stands for a family: share of the font size above and below the base line. */
export function fontMetrics(family: string): { ascent: number; descent: number } {
  const { ascent, descent } = fontOf(family);
  return { ascent, descent };
}

/** The few files that a text needs, in the order of its font list. A page loads them before it paints the text. */
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

/** Ids of the fonts of a text of whose files nothing is known yet: their table must be learned first, see `learnParts`. */
export function unknownFontsOf({ text, region }: Pick<Lettering, 'text' | 'region'>): string[] {
  return unlearnedFonts(neededFonts(text, region).fonts);
}

/**
 * The letters of a text that no file has of those that it needs, each once; boxes stand for them in what is rendered.
 * @param has whether a file is to be had and has the letter. @param most so many are looked for.
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

/** What is painted by itself, which spaces, joiners and the like are not. */
const isSeen = /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}]/u;

/** Whether a file is one for a letter, as far as that is known without reading it. */
export function isForLetter({ id, part, source, unicodeRange }: FontFace, letter: string): boolean {
  if (source === 'own') return true;
  const code = letter.codePointAt(0) as number;
  if (unicodeRange !== undefined) return isInSubset(part, code);
  if (source !== 'base') return isOfScript(id, letter) || partOf(id, code) === part;
  // The one base font without a range has signs, and what no script's font is for.
  return neededFonts(letter).fonts.length === 0;
}

/**
 * The @font-face rules of the files that every page knows. Nothing is loaded until a text needs it.
 * @param urlOf address of a file by its name.
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
  // Emoji come late, since their font has digits, and before the last font, since that has some of them in black.
  const last = hasSigns ? [emojiFont, signsFont] : [emojiFont];
  return [...new Set([fontOf(family), ...fallbackFonts, ...fonts, ...last])];
}

function allFaces(font: Font): FontFace[] {
  const styles = font.italic ? (['normal', 'italic'] as const) : (['normal'] as const);
  return font.subsets.flatMap((subset) =>
    font.weights.flatMap((weight) => styles.map((style) => face(font, subset, weight, style))),
  );
}

/** The private name of a font of one file. */
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
