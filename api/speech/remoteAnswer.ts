import * as z from 'zod';
import type { HeardWord } from '../../engine/edit/gatherCues.ts';
import { sharedOut } from '../../engine/kinds/cueWords.ts';

/** Most words, and most segments: of the longest piece, fifty a second. */
const MOST_WORDS = 6000;
/** Longest word, and longest text of all, characters. */
const [LONGEST_WORD, LONGEST_TEXT] = [200, 20_000];
/** How far behind the word before one is looked for in the text, and how many marks may open one, characters. */
const [WINDOW, MOST_MARKS] = [500, 8];

const heard = z.object({ word: z.string().max(LONGEST_WORD), start: z.number(), end: z.number() });
const words = z.array(heard).max(MOST_WORDS).nullish();
const text = z.string().max(LONGEST_TEXT);
const segment = z.object({ text, start: z.number(), end: z.number(), words });
/** An answer in the form "verbose_json", as far as it is read; services leave out one or the other. */
export const remoteAnswer = z
  .object({ text: text.default(''), words, segments: z.array(segment).max(MOST_WORDS).nullish() })
  .refine(({ segments }) => {
    const letters = (segments ?? []).reduce((sum, one) => sum + one.text.length, 0);
    const count = (segments ?? []).reduce((sum, one) => sum + (one.words ?? []).length, 0);
    return letters <= LONGEST_TEXT && count <= MOST_WORDS;
  });

/** See remoteAnswer. */
export type RemoteAnswer = z.infer<typeof remoteAnswer>;

/**
 * The words of an answer, seconds from its start: those that have times, else those of its segments, whose time is shared out
 * by letters, else those of its text, to which the whole time belongs.
 * @param seconds length of what was heard.
 */
export function wordsOfAnswer({ text, words, segments }: RemoteAnswer, seconds: number): HeardWord[] {
  if (words && words.length > 0) return inText(words, text);
  const found = (segments ?? []).flatMap((one) =>
    one.words && one.words.length > 0 ? inText(one.words, one.text) : wordsOfText(one),
  );
  return found.length > 0 ? found : wordsOfText({ text, start: 0, end: seconds });
}

/** Words as they stand in the text, with the marks around them: the words alone have none. */
function inText(words: readonly z.infer<typeof heard>[], text: string): HeardWord[] {
  let at = 0;
  return words.map(({ word, start, end }): HeardWord => {
    const bare = word.trim();
    const found = text.slice(at, at + WINDOW).indexOf(bare);
    const times = { startTime: start, endTime: end };
    if (bare === '' || found < 0) return { text: bare, ...times };
    const before = text.slice(at, at + found);
    const behind = at + found + bare.length;
    const joins = at > 0 ? { isJoined: !/\s/.test(before) } : {};
    const rest = /^[^\s\p{L}\p{N}]*/u.exec(text.slice(behind))?.[0] ?? '';
    const opening = /[^\s\p{L}\p{N}]*$/u.exec(before.slice(-MOST_MARKS))?.[0] ?? '';
    at = behind + rest.length;
    return { text: opening + bare + rest, ...times, ...joins };
  });
}

/** What may stand alone on a line: a word with its marks, or a sign of a script without spaces. */
const unit =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][^\s\p{L}\p{N}]*|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu;

function wordsOfText({ text, start, end }: Pick<z.infer<typeof segment>, 'text' | 'start' | 'end'>): HeardWord[] {
  return sharedOut(text, start, end, unit).map(({ from, to, ...times }, i) => ({
    ...{ text: text.slice(from, to), ...times },
    ...(i > 0 ? { isJoined: !/\s/.test(text[from - 1] ?? '') } : {}),
  }));
}
