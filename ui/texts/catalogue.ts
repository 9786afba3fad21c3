/** More answers are not kept: a page shows far fewer texts, and times and counts come in endless number. */
const MOST_KEPT = 2000;

/** A text of more letters is none of the interface: looking for sentences in it, and keeping it, would cost for nothing. */
const MOST_LETTERS = 2000;

/** What a person wrote, between the marks of `own`. */
const marked = /\u2068([^\u2069]*)\u2069/gu;

/** A text without the marks of `own`. */
export const unmarked = (text: string) => text.replaceAll(marked, '$1');

const isOwn = (value: string) => value.startsWith('\u2068');

/** A sentence with holes, as what it looks like and what stands for it. */
interface Pattern {
  /** Its longest words between holes: without them it cannot be this sentence. */
  words: string;
  /** How many letters of it are its own; of two that fit, the one with more says more. */
  length: number;
  shape: RegExp;
  /** Holes between quotation marks: names, which stay as they are. */
  quoted: readonly boolean[];
  /** So little of it is its own that a name could look like it: "{0} and {1}". */
  isLoose: boolean;
  translation: string;
}

const hole = /\{(\d)\}/;
const isNumber = /^[^\p{L}]*$/u;

/**
 * Looks sentences up. A text is one of the catalogue's as it stands, or fits one with holes: so also the sentences of
 * the engine and the server are found, which come with their values filled in. What fills a hole is looked up in turn.
 * @param sentences English ones with holes {0} … {9}, each once, and the same in another language
 * @returns what looks up; a text that is in no way known comes back as it is
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
    // A bare number may be one that is typed, as an address or a version is; one of something is a measure.
    if (!/\p{L}/u.test(text)) return /[×%°]$/.test(text) ? asNumber(text) : unmarked(text);
    const known = kept.get(text);
    if (known !== undefined) return known;
    const [, before = '', core = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
    const words = named(core) ?? fitted(core, patterns) ?? joined(core);
    const found = before + unmarked(words) + after;
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(text, found);
    return found;
  };
  /** Names stand in sentences in small letters, too; a language that needs them otherwise has a sentence of its own. */
  const named = (text: string) => exact.get(text) ?? exact.get(text.charAt(0).toUpperCase() + text.slice(1));
  const fitted = (text: string, among: readonly Pattern[], isCertain = false): string | undefined => {
    for (const { words, shape, quoted, isLoose, translation } of among) {
      const values = text.includes(words) && shape.exec(text)?.slice(1);
      const isKnown = (value: string) => isNumber.test(value) || isOwn(value) || named(value) !== undefined;
      if (!values || ((isCertain || isLoose) && !values.every(isKnown))) continue;
      const inserted = values.map((value, index) => (quoted[index] ? value : part(value)));
      return translation.replace(/\{(\d)\}/g, (_, index) => inserted[Number(index)] ?? '');
    }
    return undefined;
  };
  /** What fills a hole may be what a person wrote: only what is known for certain is another text of the catalogue. */
  const part = (value: string): string =>
    isOwn(value) ? value : (named(value) ?? fitted(value, patterns, true) ?? asNumber(value));
  /**
   * Several texts in a row: "Rotate left (L)", "Video: clip.mp4", "Yellow 3". A whole sentence is no such row: one that is
   * not known in full stays as it is, rather than mix two languages.
   */
  const joined = (text: string): string => {
    const ones = text.split(/(\u2068[^\u2069]*\u2069|: | · |, | \(|\)| (?=[\d\u2068]))/);
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

/** A decimal point, and what parts thousands, as most languages of Europe have them; a sign such as × or % may follow. */
function asNumber(value: string): string {
  const [, whole, fraction, unit = ''] = /^(-?\d{1,3}(?:,\d{3})+|-?\d+)(?:\.(\d+))?(\s?[×%°])?$/.exec(value) ?? [];
  if (whole === undefined) return value;
  return whole.replaceAll(',', '.') + (fraction === undefined ? '' : `,${fraction}`) + unit;
}
