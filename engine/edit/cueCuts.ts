import { type SpokenWord, wordsOf } from '../kinds/cueWords.ts';
import { MAX_CUE_WORDS, MIN_CUSTOM_SECONDS } from '../project/limits.ts';
import { toMilliseconds } from '../project/roundTime.ts';
import type { Cue } from '../project/subtitles.ts';
import { retimeCue } from '../timeline/retimeCue.ts';
import { type SilenceRule, silenceDefaults } from '../timeline/silences.ts';
import { overlapWith, spansWithout, type TimeSpan, timeAfterCuts, unitedSpans } from '../timeline/timeSpans.ts';

/**
 * Cuts a video by its words: text struck out of the subtitles is cut out of the video. Only the removed spans are
 * stored, in seconds of the source; `cutCues` maps the subtitles to what remains.
 */

/** Tolerance for rounded silences, in seconds. */
const ROUNDING = 0.002;
/** Shortest remaining subtitle, in seconds; shorter ones are dropped. */
const LEAST = 0.001;

/**
 * Returns the spans of struck subtitles, including the pause between two adjacent ones.
 * @param ids of the struck subtitles.
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
 * Returns the span of the words that a text selection in a subtitle touches; undefined if none. Unknown word times are
 * interpolated by letters.
 * @param from, to character offsets.
 */
export function struckWords(cue: Cue, from: number, to: number): TimeSpan | undefined {
  const words = wordsOf(cue).filter((word) => word.from < to && word.to > from);
  const [first, last] = [words[0], words.at(-1)];
  return first && last ? { startTime: first.startTime, endTime: last.endTime } : undefined;
}

/** Adds word times to a subtitle, interpolated by letters if unknown; needed before striking single words. */
export function withWordTimes(cue: Cue): Cue {
  if (cue.words && cue.words.length > 0) return cue;
  const words = wordsOf(cue)
    .slice(0, MAX_CUE_WORDS)
    .map(({ from, to, startTime, endTime }) => ({
      text: cue.text.slice(from, to),
      startTime: toMilliseconds(startTime),
      endTime: toMilliseconds(endTime),
    }));
  return words.length > 0 ? { ...cue, words } : cue;
}

/**
 * Removes spoken words from silences, by their known times, so a threshold cannot cut a word. Next to a word, the same
 * padding of silence stays as next to any audio, and at least 0.1 s.
 */
export function silencesWithoutSpeech(
  silences: readonly TimeSpan[],
  cues: readonly Cue[],
  { padding, shortest }: Required<Pick<SilenceRule, 'padding' | 'shortest'>> = silenceDefaults,
): TimeSpan[] {
  const margin = Math.max(MIN_CUSTOM_SECONDS, padding);
  const words = cues.flatMap((cue) => cue.words ?? []);
  const spared = words.map(({ startTime, endTime }) => ({
    startTime: Math.max(0, startTime - margin),
    endTime: endTime + margin,
  }));
  // Silences had the requested length before their padding was removed.
  const least = shortest - 2 * margin - ROUNDING;
  return spansWithout(silences, spared).filter(({ startTime, endTime }) => endTime - startTime >= least);
}

/**
 * Returns subtitles without cut words, at their original times. Drops those without remaining time or words.
 * @param kept what remains of the video, in order, in seconds of the source.
 */
export function cuesLeft(cues: readonly Cue[], kept: readonly TimeSpan[]): Cue[] {
  return cues.flatMap((cue) => {
    const rest = overlapWith(cue, kept);
    if (rest < LEAST) return [];
    // Most cues of a long video are whole; their words need no look, unless one is outside of them.
    if (rest >= cue.endTime - cue.startTime - 1e-9 && isAroundWords(cue)) return [cue];
    const left = withoutCutWords(cue, kept);
    return cue.text.trim() !== '' && left.text === '' ? [] : [left];
  });
}

function isAroundWords({ words = [], startTime, endTime }: Cue): boolean {
  return words.every((word) => word.startTime >= startTime && word.startTime < endTime && word.endTime <= endTime);
}

/** Returns subtitles and word times in the video that remains after cuts. */
export function cutCues(cues: readonly Cue[], kept: readonly TimeSpan[]): Cue[] {
  const at = (time: number) => timeAfterCuts(time, kept);
  return cuesLeft(cues, kept)
    .map((cue) => retimeCue(cue, at))
    .filter(({ startTime, endTime }) => endTime > startTime);
}

/** Returns the cut words of a subtitle; empty if word times are unknown. */
export function cutWordsOf(cue: Cue, kept: readonly TimeSpan[]): SpokenWord[] {
  return cue.words ? wordsOf(cue).filter((word) => isCutWord(cue, word, kept)) : [];
}

/** A word is cut if more than half of it is cut; one without length if its moment is. */
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

/** Removes words and their separating spaces from a text. */
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
