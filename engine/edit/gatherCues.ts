import type { MakeId } from '../project/id.ts';
import { MAX_CUE_LENGTH, MAX_CUE_WORDS } from '../project/limits.ts';
import type { Cue, CueWord } from '../project/subtitles.ts';

/** A word as it was heard, seconds. */
export interface HeardWord extends CueWord {
  /** It follows the word before without a space; absent: nobody knows, so it does where both are of a script without them. */
  isJoined?: boolean;
}

/** Most characters of a line, and lines of a subtitle. */
const LINE = 42;
/** Longest that a subtitle is shown, seconds. */
const LONGEST = 7;
/** A pause of so long parts subtitles, seconds. */
const PAUSE = 0.7;
/** Most characters a second that people read with ease; what is said faster stays longer where nothing follows. */
const MOST_PER_SECOND = 17;
/** What is shorter stays so long, if nothing follows, seconds. */
const SHORTEST = 1;
/** A shorter pause between two subtitles only flickers, seconds. */
const FLICKER = 0.2;

/** So many last characters of a word tell how it ends. */
const MOST_MARKS = 8;
/** Signs of scripts that put no spaces between words, at the end with the marks behind one. */
const bareEnd = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}][^\s\p{L}\p{N}]*$/u;
const bareStart = /^[^\s\p{L}\p{N}]{0,8}[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** An end that no number or name has in its middle. */
const wideEnd = /[\u3002\uff01\uff1f]["'\u201d\u2019\u300d\u300f)\]]*$/u;
const sentenceEnd = /[.!?\u2026\u3002\uff01\uff1f\u061f\u0964]["'\u201d\u2019)\]]*$/u;
const clauseEnd = /[,;:\u2013\u2014\u3001\uff0c\u060c\u3002\uff01\uff1f]["'\u201d\u2019)\]]*$/u;

/**
 * Makes subtitles of words: they part at pauses and ends of sentences, and have two lines of 42 characters at most. Each is
 * there while its words are spoken, and longer where that is too short to be read and nothing follows. Times are hundredths
 * of a second.
 * @param heard in the order of time. @param until end of the whole, seconds: nothing is shown after it.
 */
export function gatherCues(heard: readonly HeardWord[], until: number, makeId: MakeId): Cue[] {
  const groups = spansOf(inOrder(heard, until)).flatMap(parted);
  const cues = groups.map((words): Cue => {
    const [startTime, endTime] = [startOf(words), endOf(words)];
    const times = words.map(({ text, startTime, endTime }) => ({ text, startTime, endTime }));
    return { id: makeId(), text: linesOf(words), startTime, endTime, words: times };
  });
  return cues.map((cue, i) => lingering(cue, cues[i + 1]?.startTime ?? Math.max(until, cue.endTime)));
}

/** The words that say something, each after the one before, on hundredths of a second. */
function inOrder(heard: readonly HeardWord[], until: number): HeardWord[] {
  let last = 0;
  let before = '';
  return heard.flatMap((word) => {
    const text = word.text.trim().slice(0, MAX_CUE_LENGTH);
    const startTime = hundredths(Math.min(Math.max(word.startTime, last), Math.max(last, until)));
    // Without length none could be struck out.
    const endTime = hundredths(Math.max(startTime, Math.min(Math.max(word.endTime, startTime + 0.01), until)));
    if (text === '' || !Number.isFinite(startTime + endTime)) return [];
    const isJoined = word.isJoined ?? (bareEnd.test(before.slice(-MOST_MARKS)) && bareStart.test(text));
    [last, before] = [endTime, text];
    return [{ text, startTime, endTime, isJoined }];
  });
}

/** Parts words at pauses and ends of sentences; what is short and follows at once stays together. */
function spansOf(words: readonly HeardWord[]): HeardWord[][] {
  const spans: HeardWord[][] = [];
  for (const word of words) {
    const span = spans.at(-1);
    const before = span?.at(-1);
    if (!span || !before || word.startTime - before.endTime >= PAUSE) spans.push([word]);
    else if (span.length >= MAX_CUE_WORDS || isEnd(before.text, word.isJoined)) spans.push([word]);
    else span.push(word);
  }
  return spans.reduce<HeardWord[][]>((joined, span) => {
    const before = joined.at(-1);
    const isNear = before && startOf(span) - endOf(before) < FLICKER;
    if (isNear && textOf(before).length + textOf(span).length < LINE) before.push(...span);
    else joined.push([...span]);
    return joined;
  }, []);
}

/** A point that no space follows may be one of a number or a name. */
function isEnd(text: string, isJoined = false): boolean {
  const end = text.slice(-MOST_MARKS);
  return wideEnd.test(end) || (!isJoined && sentenceEnd.test(end));
}

/** A span, in parts that each fit: parted where the pause is long, a clause ends, and near the middle. */
function parted(words: HeardWord[]): HeardWord[][] {
  if (words.length < 2 || (breakOf(words) !== undefined && endOf(words) - startOf(words) <= LONGEST)) return [words];
  const all = textOf(words).length;
  let [best, at] = [Number.NEGATIVE_INFINITY, 1];
  let before = 0;
  for (let i = 1; i < words.length; i += 1) {
    const [last, next] = [words[i - 1] as HeardWord, words[i] as HeardWord];
    before += last.text.length + 1;
    const pause = Math.min(next.startTime - last.endTime, PAUSE) / PAUSE;
    const clause = clauseEnd.test(last.text) ? 0.5 : 0;
    const score = pause + clause - Math.abs((2 * before) / all - 1);
    if (score > best) [best, at] = [score, i];
  }
  return [...parted(words.slice(0, at)), ...parted(words.slice(at))];
}

/** Before which word the second line begins, so that both are as long as each other; 0: there is one; undefined: they do not fit. */
function breakOf(words: readonly HeardWord[]): number | undefined {
  const all = textOf(words);
  if (all.length <= LINE) return 0;
  let [best, at] = [Number.POSITIVE_INFINITY, undefined as number | undefined];
  for (let i = 1, length = 0; i < words.length; i += 1) {
    length += (words[i - 1] as HeardWord).text.length + (i > 1 && !words[i - 1]?.isJoined ? 1 : 0);
    const rest = all.length - length - (words[i]?.isJoined ? 0 : 1);
    if (length > LINE) break;
    const uneven = Math.abs(length - rest) - (clauseEnd.test(words[i - 1]?.text ?? '') ? LINE / 3 : 0);
    if (rest <= LINE && uneven < best) [best, at] = [uneven, i];
  }
  return at;
}

function linesOf(words: readonly HeardWord[]): string {
  const at = breakOf(words) ?? 0;
  if (at === 0) return textOf(words).slice(0, MAX_CUE_LENGTH);
  return `${textOf(words.slice(0, at))}\n${textOf(words.slice(at))}`;
}

function textOf(words: readonly HeardWord[]): string {
  return words.map(({ text, isJoined }, i) => (i === 0 || isJoined ? text : ` ${text}`)).join('');
}

/** A cue that stays until it can be read, or until the next one. */
function lingering(cue: Cue, next: number): Cue {
  const wanted = Math.max(cue.endTime, cue.startTime + Math.max(SHORTEST, cue.text.length / MOST_PER_SECOND));
  const end = Math.min(next, wanted);
  const endTime = hundredths(next - end < FLICKER ? next : end);
  // Words that were heard at the same moment leave no time for one of the two.
  return { ...cue, endTime: Math.max(endTime, hundredths(cue.startTime + 0.01)) };
}

function startOf(words: readonly HeardWord[]): number {
  return words[0]?.startTime ?? 0;
}

function endOf(words: readonly HeardWord[]): number {
  return words.at(-1)?.endTime ?? 0;
}

function hundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
