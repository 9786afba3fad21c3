import type { Cue } from '../../project/subtitles.ts';
import { hasTags, readCueText } from '../cueText.ts';
import { type Entry, problemOf } from './checkCues.ts';

const time = String.raw`(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?`;
/** Times of a cue, possibly followed by cue settings. */
const timesLine = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s+.*)?$`);

/** Lines of a cue. */
interface Block {
  /** First line, from 0: its number or name, if it has one. */
  from: number;
  /** Line of the times. */
  at: number;
  /** Line after its text. */
  end: number;
}

/**
 * Reads the cues of SRT or WebVTT, and reports stray text.
 * @param lines of the file. @returns also whether it has formatting.
 */
export function readTimed(source: readonly string[], format: 'srt' | 'vtt'): { entries: Entry[]; hasLooks: boolean } {
  const { lines, numbers } = withoutSpacing(source);
  const lineAt = (index: number) => numbers[index] as number;
  const passed = format === 'vtt' ? passedBy(lines) : new Set<number>();
  const blocks = blocksOf(lines, passed, format);
  const entries = blocks.map(({ at, end }): Entry => {
    const text = lines.slice(at + 1, end).join('\n');
    const read = readCue(lines[at] as string, text.trimEnd(), format);
    return typeof read === 'string' ? { line: lineAt(at), reason: read } : { line: lineAt(at), cue: read };
  });
  const stray = strayLine(lines, passed, blocks);
  if (stray >= 0) entries.push({ line: lineAt(stray), reason: 'This text has no times.' });
  const hasLooks = blocks.some(
    ({ at, end }) => isPlaced(lines[at] as string) || hasTags(lines.slice(at + 1, end), format),
  );
  return { entries, hasLooks: hasLooks || [...passed].some((i) => /^(?:STYLE|REGION)\b/.test(lines[i] as string)) };
}

/**
 * Returns the lines of a file with their numbers from 1. Removes the empty line after each line that pasting from a
 * document adds.
 */
function withoutSpacing(lines: readonly string[]): { lines: readonly string[]; numbers: number[] } {
  const isFull = (i: number) => (lines[i] ?? '').trim() !== '';
  const numbers = lines.map((_, i) => i + 1);
  const isSpaced = lines.some(isTimes) && !lines.some((_, i) => isFull(i) && isFull(i + 1));
  if (!isSpaced) return { lines, numbers };
  const kept = numbers.filter((number) => isFull(number - 1) || !isFull(number - 2));
  return { lines: kept.map((number) => lines[number - 1] as string), numbers: kept };
}

/** Returns whether cue settings follow the times. */
function isPlaced(line: string): boolean {
  return /-->\s*[\d:.,]+\s+\S/.test(line);
}

/** Returns a cue, or its problem. */
function readCue(line: string, source: string, format: 'srt' | 'vtt'): Omit<Cue, 'id'> | string {
  const read = timesLine.exec(line);
  if (!read) return 'The times are not written like "00:00:01,000 --> 00:00:02,500".';
  const [startTime, endTime] = [secondsOf(read.slice(1, 5)), secondsOf(read.slice(5, 9))];
  if (startTime === undefined || endTime === undefined) return 'Minutes and seconds go from 0 to 59.';
  const cue = { startTime, endTime, ...readCueText(source, format, { startTime, endTime }) };
  return problemOf(cue) ?? cue;
}

/** Splits a file into cues. An SRT text continues over empty lines, up to the number before the next times. */
function blocksOf(lines: readonly string[], passed: ReadonlySet<number>, format: 'srt' | 'vtt'): Block[] {
  const times = lines.flatMap((line, i) => (isTimes(line) && !passed.has(i) ? [i] : []));
  const starts = times.map((at) => at - (hasName(lines, at, format) ? 1 : 0));
  return times.map((at, i) => {
    const next = starts[i + 1] ?? lines.length;
    return { from: starts[i] as number, at, end: format === 'vtt' ? firstEmpty(lines, at + 1, next) : next };
  });
}

/** Returns whether a line is meant as the times of a cue, valid or not. */
function isTimes(line: string): boolean {
  return line.includes('-->') || /^\s*\d+:\d+[:.,][\d:.,\w]*\s*-+>\s*\d/.test(line);
}

/** Returns whether the line before the times is an SRT number or a WebVTT name. */
function hasName(lines: readonly string[], at: number, format: 'srt' | 'vtt'): boolean {
  const before = lines[at - 1] ?? '';
  if (format === 'srt') return /^\s*\d+\s*$/.test(before);
  return before !== '' && (lines[at - 2] ?? '') === '';
}

function firstEmpty(lines: readonly string[], from: number, to: number): number {
  for (let i = from; i < to; i += 1) if (lines[i] === '') return i;
  return to;
}

/** Returns the lines of header, comments, styles and regions, which end at an empty line or at times. */
function passedBy(lines: readonly string[]): Set<number> {
  const found = new Set<number>();
  let isInside = true;
  lines.forEach((line, i) => {
    const begins = (lines[i - 1] ?? '') === '' && /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(line);
    isInside = begins || (isInside && line !== '' && !line.includes('-->'));
    if (isInside) found.add(i);
  });
  return found;
}

/** Returns the first line of text outside any cue; -1 if there is none. */
function strayLine(lines: readonly string[], passed: ReadonlySet<number>, blocks: readonly Block[]): number {
  let next = 0;
  return lines.findIndex((line, i) => {
    while (i >= (blocks[next]?.end ?? lines.length)) next += 1;
    const isOwned = i >= (blocks[next]?.from ?? lines.length);
    return !isOwned && !passed.has(i) && line.trim() !== '';
  });
}

function secondsOf([hours = '0', minutes = '0', seconds = '0', fraction = '0']: (string | undefined)[]):
  | number
  | undefined {
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return (whole * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))) / 1000;
}
