/** Most words of a query that count. */
const MOST_WORDS = 8;
/** Most indexed words that one prefix matches. */
const MOST_ENDINGS = 400;

/** Relevance of a word for an item. */
export type Weight = 1 | 2 | 3;

/** Items that match a query. */
export interface Fitting {
  items: number[];
  /** Whether they match all of its words. */
  isWhole: boolean;
}

/** Finds items by words. */
export interface WordIndex {
  /**
   * Adds words of an item. @param item an integer from 0. @param weight 3: its name; 2: a keyword; 1: a word of another
   * language.
   */
  add(item: number, text: string, weight: Weight): void;
  /** Returns matching items, best first: those that match all words, otherwise those that match any. */
  search(text: string): Fitting;
}

/** Creates an empty index that also matches prefixes. */
export function createWordIndex(): WordIndex {
  const byWord = new Map<string, Map<number, Weight>>();
  /** Number of words in an item's name: among equal matches, the shortest name wins. */
  const lengths = new Map<number, number>();
  let sorted: string[] | undefined;
  const scoresOf = (word: string): Map<number, number> => {
    sorted ??= [...byWord.keys()].sort();
    const scores = new Map<number, number>();
    const note = (known: string, factor: number) => {
      for (const [item, weight] of byWord.get(known) ?? [])
        scores.set(item, Math.max(scores.get(item) ?? 0, weight * factor));
    };
    for (const known of wordsFrom(sorted, word)) note(known, known === word ? 4 : 1);
    for (const single of singularsOf(word)) note(single, 3);
    return scores;
  };
  return {
    add(item, text, weight) {
      sorted = undefined;
      const words = wordsOf(text);
      if (weight === 3) lengths.set(item, words.length);
      for (const word of words) {
        const items = byWord.get(word) ?? new Map<number, Weight>();
        items.set(item, Math.max(items.get(item) ?? 1, weight) as Weight);
        byWord.set(word, items);
      }
    },
    search: (text) => best([...new Set(wordsOf(text))].slice(0, MOST_WORDS).map(scoresOf), lengths),
  };
}

function best(ofWords: readonly Map<number, number>[], lengths: ReadonlyMap<number, number>): Fitting {
  const sums = new Map<number, { score: number; words: number }>();
  for (const scores of ofWords) {
    for (const [item, score] of scores) {
      const sum = sums.get(item) ?? { score: 0, words: 0 };
      sums.set(item, { score: sum.score + score, words: sum.words + 1 });
    }
  }
  const found = [...sums].map(([item, sum]) => ({ item, ...sum }));
  const whole = found.filter(({ words }) => words === ofWords.length);
  const fitting = whole.length > 0 ? whole : found;
  const worth = ({ item, score }: { item: number; score: number }) => score * (1 + 1 / (lengths.get(item) ?? 9));
  const sorted = fitting.sort((a, b) => worth(b) - worth(a) || a.item - b.item);
  return { items: sorted.map(({ item }) => item), isWhole: whole.length > 0 };
}

/** Returns the words of a sorted list with a prefix; a single Latin letter or digit only matches itself. */
function wordsFrom(sorted: readonly string[], word: string): readonly string[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  if (/^[a-z0-9]$/.test(word)) return sorted[low] === word ? [word] : [];
  let end = low;
  while (end - low < MOST_ENDINGS && sorted[end]?.startsWith(word)) end += 1;
  return sorted.slice(low, end);
}

/** Returns possible singulars of an English plural. */
function singularsOf(word: string): string[] {
  if (!/^[a-z]{3,}s$/.test(word)) return [];
  return [
    word.slice(0, -1),
    ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
    ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
  ];
}

/** Splits a text into lowercase words without combining accents. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
}
