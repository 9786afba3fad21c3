import type { Font, FontWeight } from './font.ts';
import { type FontCategory, findFamily, findFamilyById } from './fontsCatalogue.ts';
import { findEastAsianFont } from './fontsEastAsian.ts';
import type { Subset } from './fontsRanges.ts';
import { findScriptFont } from './fontsScripts.ts';
import { findOwnFont } from './ownFonts.ts';

/** Vietnamese first: if it is missing from the list so far, its letters are composed from Latin ones. */
const western: readonly Subset[] = [
  'vietnamese',
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
];
const both: readonly FontWeight[] = [400, 700];

const arimo = base('Arimo', 'arimo', [...western, 'hebrew'], both, true, 0.905, 0.212);
const tinos = base('Tinos', 'tinos', [...western, 'hebrew'], both, true, 0.891, 0.216);
const cousine = base('Cousine', 'cousine', [...western, 'hebrew'], both, true, 0.833, 0.3);
const gelasio = base('Gelasio', 'gelasio', ['vietnamese', 'latin', 'latin-ext'], both, true, 0.928, 0.342);
const anton = base('Anton', 'anton', ['vietnamese', 'latin', 'latin-ext'], [400], false, 1.176, 0.329);
const archivoBlack = base('Archivo Black', 'archivo-black', ['latin', 'latin-ext'], [400], false, 0.878, 0.21);
const comicNeue = base('Comic Neue', 'comic-neue', ['latin'], both, true, 0.9, 0.25);
const dejavuSans = { ...base('DejaVu Sans', 'dejavu-sans', ['latin'], both, true, 0.928, 0.236), isWhole: true };
const roboto = base('Roboto', 'roboto', western, both, true, 0.928, 0.244);
const inter = base('Inter', 'inter', western, both, true, 0.969, 0.241);
const arabic = base('Noto Arabic', 'noto-sans-arabic', ['arabic'], both, false, 1.374, 0.738);
const emoji = base('Emoji', 'noto-color-emoji', ['emoji'], [400], false, 0.95, 0.25);

/** Fonts that every page knows: for the default families, the watermark, and letters that others lack. */
export const baseFonts: readonly Font[] = [
  arimo,
  tinos,
  cousine,
  gelasio,
  anton,
  archivoBlack,
  comicNeue,
  dejavuSans,
  roboto,
  inter,
  arabic,
  emoji,
];

/** Fonts that every font list has after its own: Arial's, then Arabic. */
export const fallbackFonts: readonly Font[] = [arimo, arabic];
/** The last font of every list, followed by the symbols font for texts with other symbols. */
export const emojiFont: Font = emoji;
/** See emojiFont. */
export const signsFont: Font = dejavuSans;

/** The default families in display order, the fonts that stand for them, and their category. */
export const defaultFonts = [
  ['Arial', arimo, 'sans-serif'],
  ['Impact', anton, 'display'],
  ['Arial Black', archivoBlack, 'display'],
  ['Comic Sans MS', comicNeue, 'handwriting'],
  ['Courier New', cousine, 'monospace'],
  ['Georgia', gelasio, 'serif'],
  ['Helvetica', arimo, 'sans-serif'],
  ['Verdana', dejavuSans, 'sans-serif'],
  ['Times New Roman', tinos, 'serif'],
] as const satisfies readonly (readonly [string, Font, FontCategory])[];

/** Base fonts by family name in lower case. */
const baseByFamily = new Map<string, Font>([
  ...defaultFonts.map(([family, font]) => [family.toLowerCase(), font] as const),
  ...baseFonts
    .filter((font) => font !== arabic && font !== emoji)
    .map((font) => [font.name.toLowerCase(), font] as const),
]);

const catalogued = new Map<string, Font>();

/** Returns the font that stands for a family, by name in any case or by file address; undefined if unknown. */
export function findFont(family: string): Font | undefined {
  const own = findOwnFont(family);
  if (own) return own;
  const key = family.trim().toLowerCase();
  const known = baseByFamily.get(key) ?? catalogued.get(key);
  if (known) return known;
  const found = findFamily(key);
  if (!found) return undefined;
  const { name, id, isReady, bold, italic, ascent, descent } = found;
  const subsets = [...western, 'hebrew' as const, 'arabic' as const].filter((subset) => found.subsets.includes(subset));
  const source = isReady ? 'ready' : 'further';
  const font: Font = { name, id, source, subsets, weights: bold ? both : [400], italic, ascent, descent };
  catalogued.set(key, font);
  return font;
}

/** Finds a font by its package name without the scope: of the catalogue, or of a script. */
export function findFontById(id: string): Font | undefined {
  const family = findFamilyById(id);
  return family ? findFont(family.name) : (findScriptFont(id) ?? findEastAsianFont(id));
}

/** Returns the font that stands for a family; Arial's if unknown. */
export function fontOf(family: string): Font {
  return findFont(family) ?? arimo;
}

function base(
  name: string,
  id: string,
  subsets: readonly Subset[],
  weights: readonly FontWeight[],
  italic: boolean,
  ascent: number,
  descent: number,
): Font {
  return { name, id, source: 'base', subsets, weights, italic, ascent, descent };
}
