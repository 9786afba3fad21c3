import { MAX_CUE_LENGTH, MAX_CUE_SECONDS, MAX_CUE_WORDS, MAX_CUES } from '../project/limits.ts';
import { toMilliseconds } from '../project/roundTime.ts';
import type { Cue, CueWord } from '../project/subtitles.ts';
import { retimeCue } from '../timeline/retimeCue.ts';
import { withWordTimes } from './cueCuts.ts';

/**
 * Edits of a list of subtitles. They return the same list if nothing changes or the list would be too long. Times set
 * by a person are rounded to hundredths of a second.
 */

/** Duration of a new subtitle, in seconds. */
const NEW_SECONDS = 2;
/** Shortest duration of a subtitle, in seconds. */
export const SHORTEST_CUE = 0.01;

/**
 * Appends subtitles, up to the limit of a list. Replaces a single empty subtitle, which was only a place to write in.
 */
export function addCues(cues: readonly Cue[], added: readonly Cue[]): readonly Cue[] {
  const isBare = cues.length === 1 && cues[0]?.text.trim() === '';
  if (added.length === 0 || (!isBare && cues.length >= MAX_CUES)) return cues;
  return (isBare ? added : [...cues, ...added]).slice(0, MAX_CUES);
}

/** Returns a new, empty subtitle that begins at the end of the last one. */
export function nextCue(cues: readonly Cue[], id: string): Cue {
  const startTime = cues.reduce((last, { endTime }) => Math.max(last, endTime), 0);
  return { id, text: '', startTime, endTime: hundredths(startTime + NEW_SECONDS) };
}

/** Removes a subtitle. */
export function removeCue(cues: readonly Cue[], id: string): readonly Cue[] {
  return cues.some((cue) => cue.id === id) ? cues.filter((cue) => cue.id !== id) : cues;
}

/** Puts a copy right after the original. */
export function duplicateCue(cues: readonly Cue[], id: string, copyId: string): readonly Cue[] {
  return replaceCue(cues, id, (cue) => [cue, { ...cue, id: copyId }]);
}

/** Sets the text; words that it no longer contains lose their times. */
export function setCueText(cues: readonly Cue[], id: string, text: string): readonly Cue[] {
  return replaceCue(cues, id, (cue) => [withText(cue, text)]);
}

/** Sets start and end of a subtitle in seconds; an end that is not after the start is moved just behind it. */
export function setCueTimes(
  cues: readonly Cue[],
  id: string,
  { startTime, endTime }: Partial<Pick<Cue, 'startTime' | 'endTime'>>,
): readonly Cue[] {
  return replaceCue(cues, id, (cue) => {
    // Unset values stay exact, to the thousandth.
    const start =
      startTime === undefined
        ? cue.startTime
        : hundredths(Math.min(Math.max(0, startTime), MAX_CUE_SECONDS - SHORTEST_CUE));
    const closes = endTime === undefined ? cue.endTime : hundredths(Math.min(endTime, MAX_CUE_SECONDS));
    const end = closes > start ? closes : hundredths(start + SHORTEST_CUE);
    return start === cue.startTime && end === cue.endTime ? [cue] : [{ ...cue, startTime: start, endTime: end }];
  });
}

/**
 * Splits a subtitle at an offset of its text; divides the time by word times if known, else by letters.
 * @param at characters. @returns the same list if one part would be empty or too short.
 */
export function splitCueAt(cues: readonly Cue[], id: string, at: number, secondId: string): readonly Cue[] {
  return replaceCue(cues, id, (cue) => {
    const [before, after] = [cue.text.slice(0, at).trim(), cue.text.slice(at).trim()];
    if (before === '' || after === '') return [cue];
    const first = wordsIn(cue.words ?? [], before);
    const next = cue.words?.[first.length];
    const share = before.length / (before.length + after.length);
    const time = next ? next.startTime : hundredths(cue.startTime + share * (cue.endTime - cue.startTime));
    return halves(cue, [before, after], time, secondId);
  });
}

/**
 * Merges a subtitle with the next one in the list: both texts, from the first start to the last end. If one has word
 * times, the other gets interpolated ones.
 * @returns the same list if the text would be too long.
 */
export function mergeCues(cues: readonly Cue[], id: string): readonly Cue[] {
  const index = cues.findIndex((cue) => cue.id === id);
  const [first, second] = [cues[index], cues[index + 1]];
  if (!first || !second) return cues;
  const text = [first.text, second.text].filter((text) => text.trim() !== '').join('\n');
  if (text.length > MAX_CUE_LENGTH) return cues;
  const isTimed = [first, second].some((cue) => (cue.words ?? []).length > 0);
  const words = isTimed ? [first, second].flatMap((cue) => withWordTimes(cue).words ?? []).slice(0, MAX_CUE_WORDS) : [];
  const merged: Cue = {
    ...first,
    text,
    startTime: Math.min(first.startTime, second.startTime),
    endTime: Math.max(first.endTime, second.endTime),
    ...(words.length > 0 ? { words } : {}),
  };
  return cues.toSpliced(index, 2, merged);
}

/**
 * Shifts all subtitles. All move equally, as far as none begins before 0 or ends after 1000 hours.
 * @param by seconds, negative for earlier.
 */
export function shiftCues(cues: readonly Cue[], by: number): readonly Cue[] {
  const first = cues.reduce((least, { startTime }) => Math.min(least, startTime), Number.POSITIVE_INFINITY);
  const last = cues.reduce((most, { endTime }) => Math.max(most, endTime), 0);
  const moved = Math.max(-first, Math.min(by, MAX_CUE_SECONDS - last));
  return cues.length === 0 || moved === 0 ? cues : cues.map((cue) => movedCue(cue, moved));
}

/** Moves a subtitle with its words; it does not begin before 0. @param by seconds, negative for earlier. */
export function moveCue(cues: readonly Cue[], id: string, by: number): readonly Cue[] {
  return replaceCue(cues, id, (cue) => {
    const latest = MAX_CUE_SECONDS - (cue.endTime - cue.startTime);
    const moved = hundredths(Math.max(0, Math.min(cue.startTime + by, latest))) - cue.startTime;
    return [moved === 0 ? cue : movedCue(cue, moved)];
  });
}

/**
 * Replaces every occurrence of a text, ignoring case by default. A subtitle that would become too long stays.
 * @returns the list and the number of replacements.
 */
export function replaceInCues(
  cues: readonly Cue[],
  { find, by, matchCase = false }: { find: string; by: string; matchCase?: boolean },
): { cues: readonly Cue[]; count: number } {
  if (find === '') return { cues, count: 0 };
  const sought = new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), matchCase ? 'gu' : 'giu');
  let count = 0;
  const replaced = cues.map((cue) => {
    let places = 0;
    const text = cue.text.replace(sought, () => {
      places += 1;
      return by;
    });
    if (places === 0 || text.length > MAX_CUE_LENGTH) return cue;
    count += places;
    return withText(cue, text);
  });
  return count === 0 ? { cues, count } : { cues: replaced, count };
}

function replaceCue(cues: readonly Cue[], id: string, change: (cue: Cue) => readonly Cue[]): readonly Cue[] {
  const index = cues.findIndex((cue) => cue.id === id);
  const cue = cues[index];
  if (!cue) return cues;
  const changed = change(cue);
  const isSame = changed.length === 1 && changed[0] === cue;
  return isSame || cues.length - 1 + changed.length > MAX_CUES ? cues : cues.toSpliced(index, 1, ...changed);
}

function withText({ words = [], ...cue }: Cue, text: string): Cue {
  const left = wordsIn(words, text);
  return { ...cue, text, ...(left.length > 0 ? { words: left } : {}) };
}

/** Returns the words that a text contains, in order. */
function wordsIn(words: readonly CueWord[], text: string): CueWord[] {
  let at = 0;
  return words.filter((word) => {
    const from = text.indexOf(word.text, at);
    if (from >= 0) at = from + word.text.length;
    return from >= 0;
  });
}

function halves(cue: Cue, [before, after]: readonly [string, string], time: number, secondId: string): Cue[] {
  if (cue.endTime - cue.startTime < 2 * SHORTEST_CUE) return [cue];
  const middle = Math.min(Math.max(time, cue.startTime + SHORTEST_CUE), cue.endTime - SHORTEST_CUE);
  const words = cue.words ?? [];
  const { length } = wordsIn(words, before);
  const part = (some: CueWord[]) => (some.length > 0 ? { words: some } : {});
  const { words: _, ...bare } = cue;
  return [
    { ...bare, text: before, endTime: middle, ...part(words.slice(0, length)) },
    { ...bare, id: secondId, text: after, startTime: middle, ...part(words.slice(length)) },
  ];
}

function hundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

/** Shifts a cue with its words; nothing begins before 0. @param by seconds, negative for earlier. */
function movedCue(cue: Cue, by: number): Cue {
  // Rounded to thousandths, so moving back and forth adds no error.
  const later = (time: number) => Math.max(0, toMilliseconds(time + by));
  return retimeCue(cue, later);
}
