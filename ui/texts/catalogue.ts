/** Maximum number of cached lookups: a page shows far fewer texts, but times and counts vary without end. */
const MOST_KEPT = 2000;

/** Longer texts are never part of the interface; looking them up and caching them would be wasted. */
const MOST_LETTERS = 2000;

/** Text written by a user, between the marks of `own`. */
const marked = /\u2068([^\u2069]*)\u2069/gu;

/** Removes the marks of `own` from a text. */
export const unmarked = (text: string) => text.replaceAll(marked, '$1');

const isOwn = (value: string) => value.startsWith('\u2068');

/** A sentence with placeholders, as a pattern and its translation. */
interface Pattern {
  /** Its longest literal part: texts without it cannot match. */
  words: string;
  /** Number of literal characters; of two matching patterns, the one with more is preferred. */
  length: number;
  shape: RegExp;
  /** Whether each placeholder is in quotation marks: those values are names and stay untranslated. */
  quoted: readonly boolean[];
  /** Whether it has so few literal characters that a name could match it, as in "{0} and {1}". */
  isLoose: boolean;
  translation: string;
}

const hole = /\{(\d)\}/;
const isNumber = /^[^\p{L}]*$/u;

/**
 * Creates a function that looks up sentences. A text matches an entry exactly, or one with placeholders. This also
 * finds sentences of the engine and the server, which arrive with their values filled in. Values are looked up in turn.
 * @param sentences English with placeholders {0} … {9}, each once, mapped to another language
 * @returns the lookup function; unknown texts are returned unchanged
 */
export function catalogue(sentences: Readonly<Record<string, string>>): (text: string) => string {
  const exact = new Map(Object.entries(sentences).filter(([key]) => !hole.test(key)));
  const patterns = Object.entries(sentences)
    .filter(([key]) => hole.test(key))
    .map(([key, translation]) => patternOf(key, translation))
    .toSorted((one, other) => other.length - one.length);
  const kept = new Map<string, string>();
  const sentence = (text: string): string => {
    if (text.length > MOST_LETTERS) return unmarked(text);
    // A bare number may be typed, part of an address or a version; a number with a unit is a measure.
    if (!/\p{L}/u.test(text)) return /[×%°]$/.test(text) ? asNumber(text) : unmarked(text);
    const known = kept.get(text);
    if (known !== undefined) return known;
    const [, before = '', core = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
    // Of several facts in a row, a placeholder must not take more than one.
    const words = named(core) ?? fitted(core, patterns, core.includes(' · ')) ?? joined(core);
    const found = before + unmarked(words) + after;
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, found);
    return found;
  };
  /** Names also occur in lower case within sentences; languages that need another form have a separate entry. */
  const named = (text: string) => exact.get(text) ?? exact.get(text.charAt(0).toUpperCase() + text.slice(1));
  const fitted = (text: string, among: readonly Pattern[], isCertain = false): string | undefined => {
    for (const { words, shape, quoted, isLoose, translation } of among) {
      const values = text.includes(words) && shape.exec(text)?.slice(1);
      const isKnown = (value: string) =>
        isOwn(value) ||
        (!value.includes(' · ') &&
          (isNumber.test(value) || (named(value) ?? fitted(value, patterns, true)) !== undefined));
      if (!values || ((isCertain || isLoose) && !values.every(isKnown))) continue;
      const inserted = values.map((value, index) => (quoted[index] ? value : part(value)));
      return translation.replace(/\{(\d)\}/g, (_, index) => inserted[Number(index)] ?? '');
    }
    return undefined;
  };
  /** A placeholder value may be written by a user, so only certain matches are translated. */
  const part = (value: string): string => {
    if (isOwn(value)) return value;
    return (
      named(value) ?? fitted(value, patterns, true) ?? (value.includes('\u2068') ? joined(value) : asNumber(value))
    );
  };
  /** One of several texts in a row. */
  const inList = (text: string): string => named(text) ?? fitted(text, patterns, true) ?? joined(text);
  /**
   * Translates several texts in a row: "Rotate left (L)", "Video: clip.mp4", "Yellow 3". A whole sentence with unknown
   * parts stays unchanged rather than mix two languages.
   */
  const joined = (text: string): string => {
    // Not within the marks of `own`.
    const facts = text.split(/ · (?![^\u2068]*\u2069)/u);
    if (facts.length > 1) return facts.map(inList).join(' · ');
    const ones = text.split(/(\u2068[^\u2069]*\u2069|: |, | \(|\)| (?=[\d\u2068]))/);
    const found = ones.map((one, index) => (index % 2 === 0 ? part(one) : one));
    const isUnknown = (one: string, index: number) => index % 2 === 0 && /\p{L}/u.test(one) && found[index] === one;
    return /\p{L}{2}[.!?]$/u.test(text) && ones.some(isUnknown) ? text : found.join('');
  };
  return sentence;
}

function patternOf(key: string, translation: string): Pattern {
  const parts = key.split(/\{\d\}/);
  const shape = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.*?)');
  return {
    words: parts.toSorted((one, other) => other.length - one.length)[0] ?? '',
    length: parts.join('').length,
    shape: new RegExp(`^${shape}$`, 'su'),
    quoted: parts
      .slice(1)
      .map((after, index) => /["\u201c\u2018]$/.test(parts[index] ?? '') && /^["\u201d\u2019]/.test(after)),
    isLoose: /^\P{Lu}*$/u.test(parts.join('')) && parts.join('').replace(/\P{L}/gu, '').length < 6,
    translation,
  };
}

/** Converts decimal and thousands separators to those of most European languages; a unit such as × or % may follow. */
function asNumber(value: string): string {
  const [, whole, fraction, unit = ''] = /^(-?\d{1,3}(?:,\d{3})+|-?\d+)(?:\.(\d+))?(\s?[×%°])?$/.exec(value) ?? [];
  if (whole === undefined) return value;
  return whole.replaceAll(',', '.') + (fraction === undefined ? '' : `,${fraction}`) + unit;
}
