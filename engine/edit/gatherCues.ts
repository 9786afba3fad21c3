import type { MakeId } from '../project/id.ts';
import { MAX_CUE_LENGTH, MAX_CUE_WORDS } from '../project/limits.ts';
import type { Cue, CueWord } from '../project/subtitles.ts';

/** A recognized word, in seconds. */
export interface RecognizedWord extends CueWord {
  /**
   * Whether no space separates it from the previous word. Absent: unknown; then both must be in a script without
   * spaces.
   */
  isJoined?: boolean;
}

/** Most characters per line; a subtitle has two lines. */
const LINE = 42;
/** Longest duration of a subtitle, in seconds. */
const LONGEST = 7;
/** A pause of this length separates subtitles, in seconds. */
const PAUSE = 0.7;
/** Most characters a second for easy reading; faster speech is shown longer if nothing follows. */
const MOST_PER_SECOND = 17;
/** Minimum duration if nothing follows, in seconds. */
const SHORTEST = 1;
/** A shorter pause between two subtitles would flicker, in seconds. */
const FLICKER = 0.2;

/** Number of last characters of a word that are checked for punctuation. */
const MOST_MARKS = 8;
/** End and start of words in scripts without spaces, including adjacent punctuation. */
const bareEnd = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][^\s\p{L}\p{N}]*$/u;
const bareStart = /^[^\s\p{L}\p{N}]{0,8}[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** Sentence ends that never occur inside a number or a name. */
const wideEnd = /[\u3002\uff01\uff1f]["'\u201d\u2019\u300d\u300f)\]]*$/u;
const sentenceEnd = /[.!?\u2026\u3002\uff01\uff1f\u061f\u0964]["'\u201d\u2019)\]]*$/u;
const clauseEnd = /[,;:\u2013\u2014\u3001\uff0c\u060c\u3002\uff01\uff1f]["'\u201d\u2019)\]]*$/u;

/**
 * Groups words to subtitles: split at pauses and sentence ends, at most two lines of 42 characters. Each is shown while
 * its words are spoken, and longer if that is too short to read and nothing follows. Times are in hundredths of a
 * second.
 * @param recognized in order of time. @param until end of the video in seconds: nothing is shown after it.
 */
export function groupWords(recognized: readonly RecognizedWord[], until: number, makeId: MakeId): Cue[] {
  const groups = spansOf(inOrder(recognized, until)).flatMap(parted);
  const cues = groups.map((words): Cue => {
    const [startTime, endTime] = [startOf(words), endOf(words)];
    const times = words.map(({ text, startTime, endTime }) => ({ text, startTime, endTime }));
    return { id: makeId(), text: linesOf(words), startTime, endTime, words: times };
  });
  return cues.map((cue, i) => lingering(cue, cues[i + 1]?.startTime ?? Math.max(until, cue.endTime)));
}

/** Cleans words: drops empty ones, puts them in sequence, rounds to hundredths of a second. */
function inOrder(recognized: readonly RecognizedWord[], until: number): RecognizedWord[] {
  let last = 0;
  let before = '';
  return recognized.flatMap((word) => {
    const text = word.text.trim().slice(0, MAX_CUE_LENGTH);
    const startTime = hundredths(Math.min(Math.max(word.startTime, last), Math.max(last, until)));
    // A word without length could not be struck out.
    const endTime = hundredths(Math.max(startTime, Math.min(Math.max(word.endTime, startTime + 0.01), until)));
    if (text === '' || !Number.isFinite(startTime + endTime)) return [];
    const isJoined = word.isJoined ?? (bareEnd.test(before.slice(-MOST_MARKS)) && bareStart.test(text));
    [last, before] = [endTime, text];
    return [{ text, startTime, endTime, isJoined }];
  });
}

/** Splits words at pauses and sentence ends; short adjacent groups stay together. */
function spansOf(words: readonly RecognizedWord[]): RecognizedWord[][] {
  const spans: RecognizedWord[][] = [];
  for (const word of words) {
    const span = spans.at(-1);
    const before = span?.at(-1);
    if (!span || !before || word.startTime - before.endTime >= PAUSE) spans.push([word]);
    else if (span.length >= MAX_CUE_WORDS || isEnd(before.text, word.isJoined)) spans.push([word]);
    else span.push(word);
  }
  return spans.reduce<RecognizedWord[][]>((joined, span) => {
    const before = joined.at(-1);
    const isNear = before && startOf(span) - endOf(before) < FLICKER;
    if (isNear && textOf(before).length + textOf(span).length < LINE) before.push(...span);
    else joined.push([...span]);
    return joined;
  }, []);
}

/** A point without a space after it may belong to a number or a name. */
function isEnd(text: string, isJoined = false): boolean {
  const end = text.slice(-MOST_MARKS);
  return wideEnd.test(end) || (!isJoined && sentenceEnd.test(end));
}

/** Splits a group into parts that fit: at long pauses, clause ends, and near the middle. */
function parted(words: RecognizedWord[]): RecognizedWord[][] {
  if (words.length < 2 || (breakOf(words) !== undefined && endOf(words) - startOf(words) <= LONGEST)) return [words];
  const all = textOf(words).length;
  let [best, at] = [Number.NEGATIVE_INFINITY, 1];
  let before = 0;
  for (let i = 1; i < words.length; i += 1) {
    const [last, next] = [words[i - 1] as RecognizedWord, words[i] as RecognizedWord];
    before += last.text.length + 1;
    const pause = Math.min(next.startTime - last.endTime, PAUSE) / PAUSE;
    const clause = clauseEnd.test(last.text) ? 0.5 : 0;
    const score = pause + clause - Math.abs((2 * before) / all - 1);
    if (score > best) [best, at] = [score, i];
  }
  return [...parted(words.slice(0, at)), ...parted(words.slice(at))];
}

/**
 * Returns the word that starts the second line, for lines of similar length; 0: one line; undefined: they do not fit.
 */
function breakOf(words: readonly RecognizedWord[]): number | undefined {
  const all = textOf(words);
  if (all.length <= LINE) return 0;
  let [best, at] = [Number.POSITIVE_INFINITY, undefined as number | undefined];
  for (let i = 1, length = 0; i < words.length; i += 1) {
    length += (words[i - 1] as RecognizedWord).text.length + (i > 1 && !words[i - 1]?.isJoined ? 1 : 0);
    const rest = all.length - length - (words[i]?.isJoined ? 0 : 1);
    if (length > LINE) break;
    const uneven = Math.abs(length - rest) - (clauseEnd.test(words[i - 1]?.text ?? '') ? LINE / 3 : 0);
    if (rest <= LINE && uneven < best) [best, at] = [uneven, i];
  }
  return at;
}

function linesOf(words: readonly RecognizedWord[]): string {
  const at = breakOf(words) ?? 0;
  if (at === 0) return textOf(words).slice(0, MAX_CUE_LENGTH);
  return `${textOf(words.slice(0, at))}\n${textOf(words.slice(at))}`;
}

function textOf(words: readonly RecognizedWord[]): string {
  return words.map(({ text, isJoined }, i) => (i === 0 || isJoined ? text : ` ${text}`)).join('');
}

/** Extends a cue until it can be read, or until the next one. */
function lingering(cue: Cue, next: number): Cue {
  const readableEnd = Math.max(cue.endTime, cue.startTime + Math.max(SHORTEST, cue.text.length / MOST_PER_SECOND));
  const end = Math.min(next, readableEnd);
  const endTime = hundredths(next - end < FLICKER ? next : end);
  // Words recognized at the same moment leave no time for one of the cues.
  return { ...cue, endTime: Math.max(endTime, hundredths(cue.startTime + 0.01)) };
}

function startOf(words: readonly RecognizedWord[]): number {
  return words[0]?.startTime ?? 0;
}

function endOf(words: readonly RecognizedWord[]): number {
  return words.at(-1)?.endTime ?? 0;
}

function hundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
