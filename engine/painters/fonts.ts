import type { TextLayer } from '../project/layers.ts';

/**
 * The fonts of text layers, as data. The nine default families of the studio spec (§9) and the watermark's Roboto
 * are met by open fonts from packages: metric-compatible ones where there are any, look-alikes elsewhere. Each file
 * holds one subset of one font and has a family name of its own that no system font has, so a browser and the
 * renderer walk the same list of names and take each letter from the same file.
 */

/** A part of a font's letters; the name is that of the package's file. */
type Subset =
  | 'latin'
  | 'latin-ext'
  | 'vietnamese'
  | 'cyrillic'
  | 'cyrillic-ext'
  | 'greek'
  | 'greek-ext'
  | 'hebrew'
  | 'arabic'
  | 'emoji';

/** Weights that a font file can have. */
export type FontWeight = 400 | 700;

/** One font file, and the name under which canvases know it. */
export interface FontFace {
  /** Private family name, such as "Cutroom Arimo Greek". */
  family: string;
  weight: FontWeight;
  style: 'normal' | 'italic';
  /** Package that holds the file. */
  package: string;
  /** Name of the file in the package's folder `files`. */
  file: string;
  /** Letters that the file is for, as in CSS; absent: all that it has. */
  unicodeRange?: string;
}

interface Font {
  /** Private name and package. */
  name: string;
  package: string;
  subsets: readonly Subset[];
  weights: readonly FontWeight[];
  italic: boolean;
  /** Height above and depth below the base line, as shares of the font size (the files' own metrics). */
  ascent: number;
  descent: number;
}

/** Vietnamese comes first: where it is missing from the list so far, a letter is pieced together from Latin ones. */
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

const arimo = font('Arimo', 'arimo', [...western, 'hebrew'], both, true, 0.905, 0.212);
const tinos = font('Tinos', 'tinos', [...western, 'hebrew'], both, true, 0.891, 0.216);
const cousine = font('Cousine', 'cousine', [...western, 'hebrew'], both, true, 0.833, 0.3);
const gelasio = font('Gelasio', 'gelasio', ['vietnamese', 'latin', 'latin-ext'], both, true, 0.928, 0.342);
const anton = font('Anton', 'anton', ['vietnamese', 'latin', 'latin-ext'], [400], false, 1.176, 0.329);
const archivoBlack = font('Archivo Black', 'archivo-black', ['latin', 'latin-ext'], [400], false, 0.878, 0.21);
const comicNeue = font('Comic Neue', 'comic-neue', ['latin'], both, true, 0.9, 0.25);
const dejavuSans = font('DejaVu Sans', 'dejavu-sans', ['latin'], both, true, 0.928, 0.236);
const roboto = font('Roboto', 'roboto', western, both, true, 0.928, 0.244);
const inter = font('Inter', 'inter', western, both, true, 0.969, 0.241);
const arabic = font('Noto Arabic', 'noto-sans-arabic', ['arabic'], both, false, 1.374, 0.738);
const emoji = font('Emoji', 'noto-color-emoji', ['emoji'], [400], false, 0.95, 0.25);

/** Which font stands for which family name; names in lower case. */
const fontsByFamily = new Map<string, Font>([
  ['arial', arimo],
  ['helvetica', arimo],
  ['times new roman', tinos],
  ['courier new', cousine],
  ['georgia', gelasio],
  ['impact', anton],
  ['arial black', archivoBlack],
  ['comic sans ms', comicNeue],
  ['verdana', dejavuSans],
  ['roboto', roboto],
  ['inter', inter],
]);

const allFonts = [
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

/** The default families, in the order of the studio spec (§9). */
export const defaultFamilies = [
  'Arial',
  'Impact',
  'Arial Black',
  'Comic Sans MS',
  'Courier New',
  'Georgia',
  'Helvetica',
  'Verdana',
  'Times New Roman',
] as const;

/**
 * The letters of each subset: the ranges of the packages' unicode.json, which all packages share. Emoji has digits
 * for its key caps; as the last font of every list it is not asked for them otherwise.
 */
const ranges: Record<Subset, string> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  vietnamese:
    'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  'cyrillic-ext': 'U+0460-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F',
  greek: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  'greek-ext': 'U+1F00-1FFF',
  hebrew: 'U+0307-0308,U+0590-05FF,U+200C-2010,U+20AA,U+25CC,U+FB1D-FB4F',
  arabic:
    'U+0600-06FF,U+0750-077F,U+0870-08FF,U+200C-200E,U+2010-2011,U+204F,U+2E41,U+FB50-FDFF,U+FE70-FEFC,U+102E0-102FB,U+10E60-10E7E,U+10EC2-10EFF,U+1EE00-1EEF1',
  emoji:
    'U+23,U+2A,U+30-39,U+200D,U+203C,U+2049,U+20E3,U+2122,U+2139,U+2194-2199,U+21A9-21AA,U+231A-231B,U+2328,U+23CF,U+23E9-23F3,U+23F8-23FA,U+24C2,U+25AA-25AB,U+25B6,U+25C0,U+25FB-25FE,U+2600-2604,U+260E,U+2611,U+2614-2615,U+2618,U+261D,U+2620,U+2622-2623,U+2626,U+262A,U+262E-262F,U+2638-263A,U+2640,U+2642,U+2648-2653,U+265F-2660,U+2663,U+2665-2666,U+2668,U+267B,U+267E-267F,U+2692-2697,U+2699,U+269B-269C,U+26A0-26A1,U+26A7,U+26AA-26AB,U+26B0-26B1,U+26BD-26BE,U+26C4-26C5,U+26C8,U+26CE-26CF,U+26D1,U+26D3-26D4,U+26E9-26EA,U+26F0-26F5,U+26F7-26FA,U+26FD,U+2702,U+2705,U+2708-270D,U+270F,U+2712,U+2714,U+2716,U+271D,U+2721,U+2728,U+2733-2734,U+2744,U+2747,U+274C,U+274E,U+2753-2755,U+2757,U+2763-2764,U+2795-2797,U+27A1,U+27B0,U+27BF,U+2934-2935,U+2B05-2B07,U+2B1B-2B1C,U+2B50,U+2B55,U+3030,U+303D,U+3297,U+3299,U+FE0F,U+1F004,U+1F0CF,U+1F170-1F19A,U+1F1E6-1F251,U+1F300-1F6FC,U+1F7E0-1F7F0,U+1F90C-1F9FF,U+1FA70-1FAFA,U+E0062-E007F',
};

const intervals = Object.fromEntries(
  Object.entries(ranges).map(([subset, range]) => [subset, range.split(',').map(parseInterval)]),
) as Record<Subset, [number, number][]>;

/** Everything that a file of these fonts is needed for: what the renderer registers and what a page may load. */
export function fontFaces(): FontFace[] {
  return allFonts.flatMap((one) =>
    one.subsets.flatMap((subset) =>
      one.weights.flatMap((weight) => styles(one).map((style) => face(one, subset, weight, style))),
    ),
  );
}

/**
 * The CSS family list of a family, private names only: its own font, then Arial's for letters that it lacks, then
 * Arabic and emoji. A family that is not known gets Arial's list.
 * @param family name as users know it, any case, such as "Times New Roman".
 */
export function fontStack(family: string): string {
  return stackOf(family)
    .flatMap((one) => one.subsets.map((subset) => `"${familyName(one, subset)}"`))
    .join(', ');
}

/** What of a text layer decides on its fonts. */
export type Lettering = Pick<TextLayer, 'text' | 'fontFamily' | 'fontWeight' | 'fontStyle'>;

/** Weight and style that a text is painted in: what is asked for, as far as the family has files for it. */
export function fontShape({
  fontFamily,
  fontWeight,
  fontStyle,
}: Omit<Lettering, 'text'>): Pick<FontFace, 'weight' | 'style'> {
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
  return stackOf(layer.fontFamily).flatMap((one) =>
    one.subsets
      .filter((subset) => one === dejavuSans || codes.some((code) => isIn(subset, code)))
      .map((subset) => face(one, subset, one.weights.includes(weight) ? weight : 400, one.italic ? style : 'normal')),
  );
}

/**
 * The @font-face rules of all files, for a page. Nothing is loaded until a text needs it.
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

function font(
  name: string,
  folder: string,
  subsets: readonly Subset[],
  weights: readonly FontWeight[],
  italic: boolean,
  ascent: number,
  descent: number,
): Font {
  return { name, package: `@fontsource/${folder}`, subsets, weights, italic, ascent, descent };
}

function parseInterval(range: string): [number, number] {
  const [from, to] = range
    .slice(2)
    .split('-')
    .map((digits) => Number.parseInt(digits, 16)) as [number, number?];
  return [from, to ?? from];
}

function fontOf(family: string): Font {
  return fontsByFamily.get(family.trim().toLowerCase()) ?? arimo;
}

function stackOf(family: string): Font[] {
  return [...new Set([fontOf(family), arimo, arabic, emoji])];
}

/** Whether a subset is needed for a letter. Emoji is not for digits and marks that every font has. */
function isIn(subset: Subset, code: number): boolean {
  if (subset === 'emoji' && (code < 0x203c || code === 0x2122)) return false;
  return intervals[subset].some(([from, to]) => code >= from && code <= to);
}

function styles(one: Font): FontFace['style'][] {
  return one.italic ? ['normal', 'italic'] : ['normal'];
}

function familyName(one: Font, subset: Subset): string {
  const words =
    subset === 'latin' || one.subsets.length === 1
      ? []
      : subset.split('-').map((word) => word[0]?.toUpperCase() + word.slice(1));
  return ['Cutroom', one.name, ...words].join(' ');
}

function face(one: Font, subset: Subset, weight: FontWeight, style: FontFace['style']): FontFace {
  const file = `${one.package.split('/')[1]}-${subset}-${weight}-${style}.woff2`;
  const found: FontFace = { family: familyName(one, subset), weight, style, package: one.package, file };
  // DejaVu's one file has every letter; a range would hide most of them.
  return one === dejavuSans ? found : { ...found, unicodeRange: ranges[subset] };
}
