import type { Cue } from '../project/subtitles.ts';

/** A word of a cue: its characters and its time, in the cue's seconds. */
export interface SpokenWord {
  from: number;
  /** Exclusive. */
  to: number;
  startTime: number;
  endTime: number;
}

/** A word, or one character of a script without spaces. */
const word = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu;

/**
 * Returns the words of a cue in order. Uses known word times for words that the text still contains; otherwise
 * interpolates the cue's time by letters.
 */
export function wordsOf({ text, words, startTime, endTime }: Cue): SpokenWord[] {
  if (!words || words.length === 0) return sharedOut(text, startTime, endTime);
  let at = 0;
  return words.flatMap((one) => {
    const from = text.indexOf(one.text, at);
    if (from < 0) return [];
    at = from + one.text.length;
    return [{ from, to: at, startTime: one.startTime, endTime: one.endTime }];
  });
}

/** Interpolates a span by letters among the words of a text. @param pattern of a word, global. */
export function sharedOut(text: string, startTime: number, endTime: number, pattern = word): SpokenWord[] {
  const found = [...text.matchAll(pattern)].map(({ 0: letters, index }) => ({
    from: index,
    to: index + letters.length,
  }));
  const all = found.reduce((sum, { from, to }) => sum + to - from, 0);
  let before = 0;
  const timeAt = (letters: number) => startTime + ((endTime - startTime) * letters) / all;
  return found.map(({ from, to }) => {
    const begins = before;
    before += to - from;
    return { from, to, startTime: timeAt(begins), endTime: timeAt(before) };
  });
}
