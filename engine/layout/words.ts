/** White space that lines break at; no-break spaces are not among it. */
const blanks = String.raw`[ \t\u1680\u2000-\u2006\u2008-\u200A\u3000]+`;
const ideograph = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー`;
/** Chinese and Japanese marks that must not end a line, and those that must not begin one. */
const opening = '[（「『【《〈]*';
const closing = '[、。，．！？：；）」』】》〉々ぁぃぅぇぉっゃゅょァィゥェォッャュョー]*';
const letter = String.raw`[^ \t\u1680\u2000-\u2006\u2008-\u200B\u3000${ideograph}]`;

const blank = new RegExp(`^${blanks}$`, 'u');

// The tables of Unicode take longer to load than a text to paint: what only has ASCII does without them.
const isAscii = /^[ -~]*$/;
const asciiUnit = / +|[^ ]+?(?:(?<=[A-Za-z]-)(?=[A-Za-z])|(?![^ ]))/g;
let [unit, graphemes]: [RegExp?, Intl.Segmenter?] = [];

/** White space; an ideograph with its marks; or letters up to one of these, a zero-width space, or a hyphen inside a word. */
function createUnit(): RegExp {
  return new RegExp(
    String.raw`${blanks}|${opening}[${ideograph}]${closing}|${letter}+?(?:(?<=\p{L}-)(?=\p{L})|\u200B|(?!${letter}))|\u200B`,
    'gu',
  );
}

/** The pieces of a paragraph in order, none of them to be broken; together they are the paragraph. */
export function piecesOf(paragraph: string): string[] {
  if (isAscii.test(paragraph)) return paragraph.match(asciiUnit) ?? [];
  unit ??= createUnit();
  return paragraph.match(unit) ?? [];
}

/** Whether a piece is white space that may hang over the end of a line. */
export function isBlank(piece: string): boolean {
  return blank.test(piece);
}

/** The characters of a text as people see them: a joined emoji or a letter with its accents is one. */
export function graphemesOf(text: string): string[] {
  if (isAscii.test(text)) return [...text];
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), (found) => found.segment);
}

/** The lines that a writer ended, for every kind of line break. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/**
 * Direction of a text: that of its first letter with one (Unicode Bidirectional Algorithm, rules P2 and P3).
 * @returns 'ltr' when it has none.
 */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = /[\p{L}\u200E\u200F\u061C]/u.exec(text)?.[0];
  return first && rightToLeft.test(first) ? 'rtl' : 'ltr';
}

const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
