import type { EastAsianRegion } from '../project/eastAsianRegion.ts';
import type { Font } from './font.ts';
import { eastAsianFonts, isEastAsian } from './fontsEastAsian.ts';
import { isInAnySubset } from './fontsRanges.ts';

/**
 * The fonts of the world's scripts beside those that every list of fonts has: Noto fonts under the Open Font License, each
 * fetched when a text has letters of its script. A text without such letters has none of them in its list.
 */

/** Unicode names of scripts whose font has a bold weight, and of those whose font has none. */
const withBold = `Adlam Armenian Balinese Bamum Bengali Canadian_Aboriginal Cham Cherokee Devanagari Ethiopic Georgian
  Gujarati Gurmukhi Hanifi_Rohingya Javanese Kannada Kayah_Li Khmer Lao Lisu Malayalam Meetei_Mayek Myanmar New_Tai_Lue
  Ol_Chiki Oriya Sinhala Sundanese Syriac Tai_Tham Tamil Telugu Thaana Thai Tibetan`;
const withoutBold = `Batak Buginese Chakma Coptic Cuneiform Egyptian_Hieroglyphs Glagolitic Gothic Lepcha Limbu Mongolian
  Newa Nko Osage Rejang Runic Saurashtra Syloti_Nagri Tagalog Tai_Le Tai_Viet Tifinagh Vai Yi`;

interface Script {
  font: Font;
  /** Letters that only this script has. */
  own: RegExp;
  /** Letters that it has too, such as the danda of the Indic scripts. */
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

/** Letters of formulas, 𝒜 to 𝟿, which people write names with. */
function mathematical(): Script {
  const letters = /[\u{1d400}-\u{1d7ff}]/u;
  // Its one file is named after the part that every font has.
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
    // Lines are placed by the font of the text's family; these are not asked.
    ascent: 1,
    descent: 0.3,
    isWhole: true,
  };
}

/** What a text needs beside the fonts that every list has. */
export interface NeededFonts {
  /** In the order in which they are asked for a letter. */
  fonts: readonly Font[];
  /** Whether it has signs that no script's font is for, such as arrows and stars. */
  hasSigns: boolean;
}

const nothing: NeededFonts = { fonts: [], hasSigns: false };
/** Letters that need no look: Latin, Greek and Cyrillic. */
const plain = /^[\0-\u052f]*$/;
/** What the font for everything lacks of its ranges: rare punctuation. */
const rarePunctuation = /[\u2012\u2015-\u2017\u201b\u201f\u2021\u2023-\u2025\u2027\u2030-\u2038\u203b-\u205e\u20bf]/;
const isSeen = /[^\p{Default_Ignorable_Code_Point}\p{C}\p{Z}]/u;

/** What there is to know of a letter, whatever text it stands in. */
interface Letter {
  isEastern: boolean;
  own: Script | undefined;
  shared: readonly Script[];
  /** Whether the fonts that every list has are for it. */
  isCovered: boolean;
}

const eastern: Letter = { isEastern: true, own: undefined, shared: [], isCovered: false };
const known = new Map<string, Letter>();
/** So many letters are remembered, of all that Unicode has. */
const MOST_KNOWN = 20_000;

/** A look takes more than a hundred expressions, and the same letters come again with every text. */
function lookAt(letter: string): Letter {
  const found = known.get(letter) ?? look(letter);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(letter, found);
  return found;
}

function look(letter: string): Letter {
  if (isEastAsian(letter)) return eastern;
  return {
    isEastern: false,
    own: scripts().find(({ own }) => own.test(letter)),
    shared: scripts().filter(({ shared }) => shared.test(letter)),
    isCovered: isInAnySubset(letter),
  };
}

/** The fonts that the letters of a text need beside those that every list has. @param region in whose shapes East Asian ones are drawn. */
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

/** The font of a script by the name of its package without the scope. */
export function findScriptFont(id: string): Font | undefined {
  return scripts().find(({ font }) => font.id === id)?.font;
}

/** Whether a script's font has a letter. */
export function isOfScript(id: string, letter: string): boolean {
  return (
    scripts()
      .find(({ font }) => font.id === id)
      ?.shared.test(letter) ?? false
  );
}
