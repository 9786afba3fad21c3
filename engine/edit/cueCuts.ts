import { type SpokenWord, wordsOf } from '../kinds/cueWords.ts';
import { MAX_CUE_WORDS, MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import type { Cue } from '../project/subtitles.ts';
import { retimeCue } from '../timeline/retimeCue.ts';
import { type SilenceRule, silenceDefaults } from '../timeline/silences.ts';
import {
  overlapWith,
  spansWithout,
  type TimeSpan,
  thousandths,
  timeAfterCuts,
  unitedSpans,
} from '../timeline/timeSpans.ts';

/**
 * Cutting by words: what is struck out of the subtitles goes out of the video. The list of removed spans, in seconds of the
 * source, is all that is stored; subtitles stay as they are until `cutCues` brings them to what is left.
 */

/** What rounding may take off a silence, seconds. */
const ROUNDING = 0.002;
/** A subtitle is shown this long at least, seconds; what is left of less is lost with its time. */
const LEAST = 0.001;

/**
 * The spans of subtitles that are struck out, whole: the pause between two that follow each other goes with them.
 * @param ids of the struck ones.
 */
export function struckSpans(cues: readonly Cue[], ids: ReadonlySet<string>): TimeSpan[] {
  const ordered = cues.toSorted((a, b) => a.startTime - b.startTime);
  const spans = ordered.flatMap((cue, i) => {
    if (!ids.has(cue.id)) return [];
    const next = ordered[i + 1];
    const pause = next && ids.has(next.id) ? [{ startTime: cue.endTime, endTime: next.startTime }] : [];
    return [{ startTime: cue.startTime, endTime: cue.endTime }, ...pause];
  });
  return unitedSpans(spans);
}

/**
 * The span of the words that a stretch of a subtitle's text touches, to strike them out; undefined: it touches none. Where
 * times of words are not known, they are shared out by letters.
 * @param from, to characters of the text.
 */
export function struckWords(cue: Cue, from: number, to: number): TimeSpan | undefined {
  const words = wordsOf(cue).filter((word) => word.from < to && word.to > from);
  const [first, last] = [words[0], words.at(-1)];
  return first && last ? { startTime: first.startTime, endTime: last.endTime } : undefined;
}

/** A subtitle whose words have times, shared out by letters where they were not known: needed before some are struck out. */
export function withWordTimes(cue: Cue): Cue {
  if (cue.words && cue.words.length > 0) return cue;
  const words = wordsOf(cue)
    .slice(0, MAX_CUE_WORDS)
    .map(({ from, to, startTime, endTime }) => ({
      text: cue.text.slice(from, to),
      startTime: thousandths(startTime),
      endTime: thousandths(endTime),
    }));
  return words.length > 0 ? { ...cue, words } : cue;
}

/**
 * Silences without what is spoken in them, by the words whose times are known: so no word is lost to a threshold. Beside a word
 * as much of a silence stays as beside any sound, and 0.1 s at least: so none is too short to be kept.
 */
export function spokenSpared(
  silences: readonly TimeSpan[],
  cues: readonly Cue[],
  { padding, shortest }: Required<Pick<SilenceRule, 'padding' | 'shortest'>> = silenceDefaults,
): TimeSpan[] {
  const beside = Math.max(MIN_CUSTOM_SECONDS, padding);
  const words = cues.flatMap((cue) => cue.words ?? []);
  const spared = words.map(({ startTime, endTime }) => ({
    startTime: Math.max(0, startTime - beside),
    endTime: endTime + beside,
  }));
  // Silences were as long as asked before they lost their padding.
  const least = shortest - 2 * beside - ROUNDING;
  return spansWithout(silences, spared).filter(({ startTime, endTime }) => endTime - startTime >= least);
}

/**
 * Subtitles without the words that are cut out, at the times that they had. Those of which no time or no word is left are gone.
 * @param kept what is left of the video, in order, seconds of the source.
 */
export function cuesLeft(cues: readonly Cue[], kept: readonly TimeSpan[]): Cue[] {
  return cues.flatMap((cue) => {
    if (overlapWith(cue, kept) < LEAST) return [];
    const left = withoutCutWords(cue, kept);
    return cue.text.trim() !== '' && left.text === '' ? [] : [left];
  });
}

/** Subtitles as they stand in the video once nothing but some spans of it is left, with the times of their words. */
export function cutCues(cues: readonly Cue[], kept: readonly TimeSpan[]): Cue[] {
  const at = (time: number) => timeAfterCuts(time, kept);
  return cuesLeft(cues, kept)
    .map((cue) => retimeCue(cue, at))
    .filter(({ startTime, endTime }) => endTime > startTime);
}

/** The words of a subtitle that are cut out. Without known times no word of a subtitle goes. */
export function cutWordsOf(cue: Cue, kept: readonly TimeSpan[]): SpokenWord[] {
  return cue.words ? wordsOf(cue).filter((word) => isCutWord(cue, word, kept)) : [];
}

/** A word is cut where more than half of it is, one without length where its moment is. */
function isCutWord(cue: Cue, word: TimeSpan, kept: readonly TimeSpan[]): boolean {
  if (word.endTime > word.startTime) return overlapWith(word, kept) < (word.endTime - word.startTime) / 2;
  const moment = Math.min(word.startTime, cue.endTime - LEAST);
  return !kept.some(({ startTime, endTime }) => moment >= startTime && moment < endTime);
}

function withoutCutWords(cue: Cue, kept: readonly TimeSpan[]): Cue {
  if (!cue.words) return cue;
  const isCut = (word: TimeSpan) => isCutWord(cue, word, kept);
  const cut = cutWordsOf(cue, kept);
  if (cut.length === 0) return cue;
  const words = cue.words.filter((word) => !isCut(word));
  const { words: _, ...bare } = cue;
  return { ...bare, text: withoutWords(cue.text, cut), ...(words.length > 0 ? { words } : {}) };
}

/** A text without some of its words, in their order, and without the spaces that stood between. */
function withoutWords(text: string, words: readonly SpokenWord[]): string {
  let [left, at] = ['', 0];
  for (const { from, to } of words) {
    left += text.slice(at, from);
    at = to;
  }
  return (left + text.slice(at))
    .replace(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
