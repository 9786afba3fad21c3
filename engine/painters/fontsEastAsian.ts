import type { EastAsianRegion as Region } from '../project/eastAsianRegion.ts';
import type { Font } from './font.ts';
import { parseIntervals } from './fontsRanges.ts';

/**
 * Fonts for Chinese, Japanese and Korean. Each has thousands of letters in about a hundred files; a table in its
 * package maps letters to files. It is loaded with the package (`learnParts`); until then the font is in no list. The
 * fonts draw shared letters differently, so a text gets the one that fits all of it.
 */
const fonts = {
  sc: { name: 'Noto Sans SC', charset: 'gbk', trailFrom: 0xa1 },
  tc: { name: 'Noto Sans TC', charset: 'big5', trailFrom: 0x40 },
  jp: { name: 'Noto Sans JP', charset: 'euc-jp', trailFrom: 0xa1 },
  kr: { name: 'Noto Sans KR', charset: 'euc-kr', trailFrom: 0xa1 },
} as const satisfies Record<Region, object>;
const regions = Object.keys(fonts) as Region[];

const han = /\p{Script=Han}/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;
const bopomofo = /\p{Script=Bopomofo}/u;
const others = /[\u2e80-\u33ff\ufe30-\ufe4f\uff00-\uffef]/;

/** Returns whether a letter is Chinese, Japanese or Korean, or their punctuation. */
export function isEastAsian(letter: string): boolean {
  return han.test(letter) || kana.test(letter) || hangul.test(letter) || bopomofo.test(letter) || others.test(letter);
}

/** Part of a font that has a letter, by font and code point. */
const learned = new Map<string, ReadonlyMap<number, string>>();

/**
 * Stores which letters the parts of a font have.
 * @param ranges CSS unicode-range by part name, as in the package's unicode.json: "[45]"; other keys are ignored.
 */
export function storePartTable(id: string, ranges: Readonly<Record<string, unknown>>): void {
  const parts = new Map<number, string>();
  for (const [key, range] of Object.entries(ranges)) {
    const part = /^\[(\d{1,4})\]$/.exec(key)?.[1];
    if (part === undefined || typeof range !== 'string') continue;
    for (const [from, to] of parseIntervals(range)) {
      for (let code = from; code <= Math.min(to, 0x10ffff); code += 1) parts.set(code, part);
    }
  }
  learned.set(id, parts);
}

/** Returns the part of a font that has a code point; undefined if none has, or its table is not loaded. */
export function partOf(id: string, code: number): string | undefined {
  return learned.get(id)?.get(code);
}

/**
 * Returns the fonts that some East Asian letters need, each with the necessary parts; the first has all letters if any
 * does.
 * @param region whose font comes first.
 */
export function eastAsianFonts(letters: readonly string[], region?: Region): Font[] {
  if (letters.length === 0) return [];
  const first = region ?? leading(letters);
  const chosen = [first];
  let left = letters.filter((letter) => han.test(letter) && !charsetOf(first).has(letter));
  if (first !== 'kr' && letters.some((letter) => hangul.test(letter))) chosen.push('kr');
  for (const region of regions.filter((one) => !chosen.includes(one))) {
    if (!left.some((letter) => charsetOf(region).has(letter))) continue;
    chosen.push(region);
    left = left.filter((letter) => !charsetOf(region).has(letter));
  }
  return chosen.map((region) => fontOf(region, letters));
}

/** Returns the region whose font fits all of a text; undefined without such letters. */
export function regionOfText(text: string): Region | undefined {
  if (!mayBeEastAsian.test(text)) return undefined;
  const letters = [...new Set(text)].filter(isEastAsian);
  return letters.length === 0 ? undefined : leading(letters);
}

/** A quick check for long texts, most of which have no such letters. */
const mayBeEastAsian = /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\uffef\u{20000}-\u{3ffff}]/u;

/** Returns ids of fonts whose part tables are needed and not loaded. */
export function unlearnedFonts(needed: readonly Font[]): string[] {
  return needed.filter(({ id, isVariable }) => isVariable && !learned.has(id)).map(({ id }) => id);
}

/** Finds one of these fonts by its package name without the scope, with all known parts. */
export function findEastAsianFont(id: string): Font | undefined {
  const region = regions.find((one) => idOf(one) === id);
  if (!region) return undefined;
  return { ...fontOf(region, []), subsets: [...new Set(learned.get(id)?.values())] };
}

function leading(letters: readonly string[]): Region {
  if (letters.some((letter) => kana.test(letter))) return 'jp';
  if (letters.some((letter) => hangul.test(letter))) return 'kr';
  if (letters.some((letter) => bopomofo.test(letter))) return 'tc';
  const written = letters.filter((letter) => han.test(letter));
  return regions.find((region) => written.every((letter) => charsetOf(region).has(letter))) ?? 'sc';
}

function fontOf(region: Region, letters: readonly string[]): Font {
  const id = idOf(region);
  const parts = letters.flatMap((letter) => partOf(id, letter.codePointAt(0) as number) ?? []);
  return {
    name: fonts[region].name,
    id,
    source: 'further',
    subsets: [...new Set(parts)].sort(),
    weights: [400],
    italic: false,
    // Not used: lines are placed by the metrics of the text's family.
    ascent: 1.16,
    descent: 0.288,
    isWhole: true,
    isVariable: true,
  };
}

function idOf(region: Region): string {
  return `noto-sans-${region}`;
}

// Browsers and Node provide it, but the language library does not declare it.
declare const TextDecoder: new (label: string) => { decode(bytes: Uint8Array): string };

const charsets = new Map<Region, ReadonlySet<string>>();

/** Returns the letters of a region's pre-Unicode standard, which text decoders still know. */
function charsetOf(region: Region): ReadonlySet<string> {
  const known = charsets.get(region);
  if (known) return known;
  const { charset, trailFrom } = fonts[region];
  const decoder = new TextDecoder(charset);
  const letters = new Set<string>();
  for (let lead = 0xa1; lead <= 0xf9; lead += 1) {
    for (let trail = trailFrom; trail <= 0xfe; trail += 1) {
      const letter = decoder.decode(new Uint8Array([lead, trail]));
      if (han.test(letter) && [...letter].length === 1) letters.add(letter);
    }
  }
  charsets.set(region, letters);
  return letters;
}
