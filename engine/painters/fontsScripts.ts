import type { EastAsianRegion } from '../project/eastAsianRegion.ts';
import type { Font } from './font.ts';
import { eastAsianFonts, isEastAsian } from './fontsEastAsian.ts';
import { isInAnySubset } from './fontsRanges.ts';

/**
 * Fonts of the world's scripts besides those in every font list: Noto fonts under the Open Font License, fetched when a
 * text has letters of the script. Other texts do not list them.
 */

/** Unicode names of scripts whose font has a bold weight, and of those without one. */
const withBold = `Adlam Armenian Balinese Bamum Bengali Canadian_Aboriginal Cham Cherokee Devanagari Ethiopic Georgian
  Gujarati Gurmukhi Hanifi_Rohingya Javanese Kannada Kayah_Li Khmer Lao Lisu Malayalam Meetei_Mayek Myanmar New_Tai_Lue
  Ol_Chiki Oriya Sinhala Sundanese Syriac Tai_Tham Tamil Telugu Thaana Thai Tibetan`;
const withoutBold = `Batak Buginese Chakma Coptic Cuneiform Egyptian_Hieroglyphs Glagolitic Gothic Lepcha Limbu Mongolian
  Newa Nko Osage Rejang Runic Saurashtra Syloti_Nagri Tagalog Tai_Le Tai_Viet Tifinagh Vai Yi`;

interface Script {
  font: Font;
  /** Letters that only this script has. */
  own: RegExp;
  /** Letters that it shares, such as the danda of Indic scripts. */
  shared: RegExp;
}

let all: readonly Script[] | undefined;

function scripts(): readonly Script[] {
  all ??= [...listed(withBold, [400, 700]), ...listed(withoutBold, [400]), mathematical()];
  return all;
}

function listed(names: string, weights: Font['weights']): Script[] {
  return names.split(/\s+/).map((script) => ({
    font: scriptFont(script === 'Tibetan' ? 'Noto Serif' : 'Noto Sans', script, weights),
    own: new RegExp(`\\p{Script=${script}}`, 'u'),
    shared: new RegExp(`\\p{Script_Extensions=${script}}`, 'u'),
  }));
}

/** Mathematical letters, 𝒜 to 𝟿, which people use in names. */
function mathematical(): Script {
  const letters = /[\u{1d400}-\u{1d7ff}]/u;
  // Its one file is named after the latin subset.
  const font = { ...scriptFont('Noto Sans', 'Math', [400]), subsets: ['latin'] };
  return { font, own: letters, shared: letters };
}

function scriptFont(kind: string, script: string, weights: Font['weights']): Font {
  const part = script.toLowerCase().replaceAll('_', '-');
  return {
    name: `${kind} ${script.replaceAll('_', ' ')}`,
    id: `${kind.toLowerCase().replace(' ', '-')}-${part}`,
    source: 'further',
    subsets: [part],
    weights,
    italic: false,
    // Not used: lines are placed by the metrics of the text's family.
    ascent: 1,
    descent: 0.3,
    isWhole: true,
  };
}

/** Fonts that a text needs in addition to those in every list. */
export interface NeededFonts {
  /** In order of lookup. */
  fonts: readonly Font[];
  /** Whether it has symbols that no script font covers, such as arrows and stars. */
  hasSigns: boolean;
}

const nothing: NeededFonts = { fonts: [], hasSigns: false };
/** Letters that need no lookup: Latin, Greek and Cyrillic. */
const plain = /^[\0-\u052f]*$/;
/** Rare punctuation that the general fonts lack within their ranges. */
const rarePunctuation = /[\u2012\u2015-\u2017\u201b\u201f\u2021\u2023-\u2025\u2027\u2030-\u2038\u203b-\u205e\u20bf]/;
const isSeen = /[^\p{Default_Ignorable_Code_Point}\p{C}\p{Z}]/u;

/** Facts about a letter, independent of its text. */
interface Letter {
  isEastern: boolean;
  own: Script | undefined;
  shared: readonly Script[];
  /** Whether the fonts in every list have it. */
  isCovered: boolean;
}

const eastern: Letter = { isEastern: true, own: undefined, shared: [], isCovered: false };
const known = new Map<string, Letter>();
/** Most letters to cache, out of all in Unicode. */
const MOST_KNOWN = 20_000;

/** Cached, because a lookup runs over a hundred regular expressions and texts repeat letters. */
function lookAt(letter: string): Letter {
  const found = known.get(letter) ?? findLetter(letter);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(letter, found);
  return found;
}

function findLetter(letter: string): Letter {
  if (isEastAsian(letter)) return eastern;
  return {
    isEastern: false,
    own: scripts().find(({ own }) => own.test(letter)),
    shared: scripts().filter(({ shared }) => shared.test(letter)),
    isCovered: isInAnySubset(letter),
  };
}

/** Returns the additional fonts that a text needs. @param region whose glyph shapes to use for East Asian letters. */
export function neededFonts(text: string, region?: EastAsianRegion): NeededFonts {
  if (plain.test(text)) return nothing;
  const written = [...new Set(text)].filter((letter) => letter > '\u052f' && isSeen.test(letter));
  const letters = written.map(lookAt);
  const owners = new Set(letters.map(({ own }) => own));
  const needed = new Set(scripts().filter((script) => owners.has(script)));
  let hasSigns = rarePunctuation.test(text);
  for (const { isEastern, shared, isCovered } of letters) {
    if (isEastern || isCovered || shared.some((script) => needed.has(script))) continue;
    const [script] = shared;
    if (script) needed.add(script);
    else hasSigns = true;
  }
  const far = written.filter((_, i) => letters[i]?.isEastern);
  return { fonts: [...[...needed].map(({ font }) => font), ...eastAsianFonts(far, region)], hasSigns };
}

/** Finds the font of a script by its package name without the scope. */
export function findScriptFont(id: string): Font | undefined {
  return scripts().find(({ font }) => font.id === id)?.font;
}

/** Returns whether a script's font has a letter. */
export function isOfScript(id: string, letter: string): boolean {
  return (
    scripts()
      .find(({ font }) => font.id === id)
      ?.shared.test(letter) ?? false
  );
}
