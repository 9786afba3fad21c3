/** Breaking white space, without no-break spaces. */
const blanks = String.raw`[ \t\u1680\u2000-\u2006\u2008-\u200A\u3000]+`;
const ideograph = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー`;
/** CJK punctuation that must not end a line, and that must not begin one. */
const opening = '[（「『【《〈]*';
const closing = '[、。，．！？：；）」』】》〉々ぁぃぅぇぉっゃゅょァィゥェォッャュョー]*';
const letter = String.raw`[^ \t\u1680\u2000-\u2006\u2008-\u200B\u3000${ideograph}]`;

const blank = new RegExp(`^${blanks}$`, 'u');

// Unicode property tables are slow to load, so ASCII text avoids them.
const isAscii = /^[ -~]*$/;
const asciiUnit = / +|[^ ]+?(?:(?<=[A-Za-z]-)(?=[A-Za-z])|(?![^ ]))/g;
let [unit, graphemes]: [RegExp?, Intl.Segmenter?] = [];

/**
 * Matches white space, an ideograph with its punctuation, or letters up to one of these, a zero-width space, or a
 * hyphen inside a word.
 */
function createUnit(): RegExp {
  return new RegExp(
    String.raw`${blanks}|${opening}[${ideograph}]${closing}|${letter}+?(?:(?<=\p{L}-)(?=\p{L})|\u200B|(?!${letter}))|\u200B`,
    'gu',
  );
}

/** Splits a paragraph into unbreakable pieces, which together are the paragraph. */
export function piecesOf(paragraph: string): string[] {
  if (isAscii.test(paragraph)) return paragraph.match(asciiUnit) ?? [];
  unit ??= createUnit();
  return paragraph.match(unit) ?? [];
}

/** Returns whether a piece is white space that may hang over the end of a line. */
export function isBlank(piece: string): boolean {
  return blank.test(piece);
}

/** Splits a text into graphemes: a joined emoji or a letter with its accents is one. */
export function graphemesOf(text: string): string[] {
  if (isAscii.test(text)) return [...text];
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), (found) => found.segment);
}

/** Splits a text at explicit line breaks of any kind. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/**
 * Returns the direction of a text: that of its first strong letter (Unicode Bidirectional Algorithm, rules P2 and P3).
 * @returns 'ltr' if it has none.
 */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = /[\p{L}\u200E\u200F\u061C]/u.exec(text)?.[0];
  return first && rightToLeft.test(first) ? 'rtl' : 'ltr';
}

const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
