import * as z from 'zod';
import type { RecognizedWord } from '../../engine/edit/gatherCues.ts';
import { sharedOut } from '../../engine/kinds/cueWords.ts';

/** Most words, and most segments: fifty per second of the longest audio. */
const MOST_WORDS = 6000;
/** Longest word, and longest total text, in characters. */
const [LONGEST_WORD, LONGEST_TEXT] = [200, 20_000];
/**
 * How far after the previous word the next one is searched in the text, and the most punctuation before a word, in
 * characters.
 */
const [WINDOW, MOST_MARKS] = [500, 8];

const recognizedWord = z.object({ word: z.string().max(LONGEST_WORD), start: z.number(), end: z.number() });
const words = z.array(recognizedWord).max(MOST_WORDS).nullish();
const text = z.string().max(LONGEST_TEXT);
const segment = z.object({ text, start: z.number(), end: z.number(), words });
/** The used fields of a "verbose_json" answer; services omit some of them. */
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
 * Extracts the words of an answer, with times in seconds from its start: timed words if there are any; otherwise
 * segments, whose time is distributed by characters; otherwise the text over the whole time.
 * @param seconds length of the audio.
 */
export function wordsOfAnswer({ text, words, segments }: RemoteAnswer, seconds: number): RecognizedWord[] {
  if (words && words.length > 0) return inText(words, text);
  const found = (segments ?? []).flatMap((one) =>
    one.words && one.words.length > 0 ? inText(one.words, one.text) : wordsOfText(one),
  );
  return found.length > 0 ? found : wordsOfText({ text, start: 0, end: seconds });
}

/** Adds surrounding punctuation from the text, which timed words lack. */
function inText(words: readonly z.infer<typeof recognizedWord>[], text: string): RecognizedWord[] {
  let at = 0;
  return words.map(({ word, start, end }): RecognizedWord => {
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

/** Smallest unit of a line: a word with punctuation, or a character of a script without spaces. */
const unit =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][^\s\p{L}\p{N}]*|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu;

function wordsOfText({ text, start, end }: Pick<z.infer<typeof segment>, 'text' | 'start' | 'end'>): RecognizedWord[] {
  return sharedOut(text, start, end, unit).map(({ from, to, ...times }, i) => ({
    ...{ text: text.slice(from, to), ...times },
    ...(i > 0 ? { isJoined: !/\s/.test(text[from - 1] ?? '') } : {}),
  }));
}
