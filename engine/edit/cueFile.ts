// Why no package: the best that was tried, media-captions 1.0.4, drops without a word what it cannot read, an SRT's text behind an
// empty line too, refuses hours over 99, keeps the byte order mark, and names no line: little of it would be left in a wrapping.

import { MAX_CUE_LENGTH, MAX_CUE_SECONDS, MAX_CUE_WORDS, MAX_CUES } from '../project/limits.ts';
import { messages } from '../project/messages.ts';
import type { Cue } from '../project/subtitles.ts';
import { hasTags, printTime, readCueText, writeCueText } from './cueText.ts';

/** The formats that subtitles are read from and written as. */
export type CueFormat = 'srt' | 'vtt' | 'txt';

/** What is wrong in a file of subtitles. */
export interface CueFileProblem {
  /** From 1. */
  line: number;
  /** One sentence. */
  reason: string;
}

/** What a file of subtitles holds: its cues in the order of the file, or everything that is wrong in it. */
export type ReadCues =
  | {
      ok: true;
      cues: Cue[];
      /** Whether it says how or where its texts are shown, which is left out. */
      hasLooks: boolean;
    }
  | { ok: false; problems: CueFileProblem[] };

/** Longest file of subtitles, characters: 5,000 cues of the greatest length that people read. */
export const MAX_CUE_FILE_LENGTH = 4_000_000;
/** Said of a longer one. */
export const TOO_LONG_A_FILE = 'The file is longer than 4 MB.';
/** Said where some of a file is left out. */
export const LOOKS_LEFT_OUT = 'Its formatting, such as italics, is left out.';
/** So many problems are named; whoever mends a file goes from the top. */
const MOST_PROBLEMS = 20;
/** Said of a subtitle that is longer than one can be. */
export const TOO_LONG_A_CUE = `A subtitle can have ${MAX_CUE_LENGTH} characters at most.`;
const noText = 'This is no text: it has characters that only other files have.';
const tooMany = `A file can have ${MAX_CUES} subtitles at most.`;
/** How long each line of a plain text is shown, seconds, where nothing says when. */
const PLAIN_SECONDS = 3;

/** The format of a file by its name's ending; undefined for none of ours. */
export function cueFormatOf(name: string): CueFormat | undefined {
  const ending = /\.(srt|vtt|txt)$/i.exec(name)?.[1]?.toLowerCase();
  return ending as CueFormat | undefined;
}

/**
 * Reads SRT, WebVTT or plain text. Legal oddities are read as players do: a byte order mark, any line breaks, numbers that are missing
 * or wrong, hours over 99, a point for a comma, places behind the times, cues that overlap, empty lines within a text;
 * comments, styles and regions are passed by. Formatting is left out, a class or voice too; times within a text of WebVTT
 * are those of its words.
 * @param format default: WebVTT where the file says so, SRT where it has times, else plain text.
 * @param makeId gives each cue its id.
 */
export function readCues(source: string, makeId: () => string, format?: CueFormat): ReadCues {
  if (source.length > MAX_CUE_FILE_LENGTH) return refused(1, TOO_LONG_A_FILE);
  const lines = linesOf(source.replace(/^\uFEFF/, ''));
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '');
  const kind = isVtt ? 'vtt' : (format ?? (lines.some((line) => line.includes('-->')) ? 'srt' : 'txt'));
  if (kind === 'vtt' && !isVtt) return refused(1, 'A WebVTT file begins with "WEBVTT".');
  return kind === 'txt' ? readPlain(lines, makeId) : readTimed(lines, kind, makeId);
}

/** Some programs write a line break of Windows as if its second half were one by itself. */
function linesOf(source: string): string[] {
  const isDoubled = source.includes('\r\r\n') && !/(?:^|[^\r])\r?\n/.test(source);
  return source.split(isDoubled ? '\r\r\n' : /\r\n|\n|\r/);
}

function refused(line: number, reason: string): ReadCues {
  return { ok: false, problems: [{ line, reason }] };
}

/** Each line a cue, one after the other. */
function readPlain(lines: readonly string[], makeId: () => string): ReadCues {
  const texts = lines.map((line, i) => ({ text: line.trim(), line: i + 1 })).filter(({ text }) => text !== '');
  const next = texts[MAX_CUES];
  const long = texts.filter(({ text }) => text.length > MAX_CUE_LENGTH);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell pictures and the like from texts.
  const odd = texts.filter(({ text }) => /[\0-\x08\x0e-\x1f]/.test(text)).slice(0, 1);
  const cues = texts.slice(0, MAX_CUES).map(({ text }, i) => ({
    ...{ id: makeId(), text },
    ...{ startTime: i * PLAIN_SECONDS, endTime: (i + 1) * PLAIN_SECONDS },
  }));
  return result(cues, false, [
    ...odd.map(({ line }) => ({ line, reason: noText })),
    ...long.map(({ line }) => ({ line, reason: TOO_LONG_A_CUE })),
    ...(next ? [{ line: next.line, reason: tooMany }] : []),
  ]);
}

/** The cues, or the first of the problems where there are any. */
function result(cues: Cue[], hasLooks: boolean, problems: readonly CueFileProblem[]): ReadCues {
  if (problems.length === 0) return { ok: true, cues, hasLooks };
  return { ok: false, problems: problems.toSorted((a, b) => a.line - b.line).slice(0, MOST_PROBLEMS) };
}

const time = String.raw`(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?`;
/** The times of a cue, and behind them where it stands on the picture. */
const timesLine = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s+.*)?$`);

/** A cue's times with the lines of its text. */
interface Block {
  /** Its first line, from 0: that of its number or name, if it has one. */
  from: number;
  /** Line of the times. */
  at: number;
  /** The line after its text. */
  end: number;
}

function readTimed(lines: readonly string[], format: 'srt' | 'vtt', makeId: () => string): ReadCues {
  const problems: CueFileProblem[] = [];
  const passed = format === 'vtt' ? passedBy(lines) : new Set<number>();
  const blocks = blocksOf(lines, passed, format);
  const cues = blocks.slice(0, MAX_CUES).flatMap(({ at, end }): Cue[] => {
    const text = lines.slice(at + 1, end).join('\n');
    const read = readCue(lines[at] as string, text.trimEnd(), format);
    if (typeof read !== 'string') return [{ id: makeId(), ...read }];
    problems.push({ line: at + 1, reason: read });
    return [];
  });
  const next = blocks[MAX_CUES];
  if (next) problems.push({ line: next.at + 1, reason: tooMany });
  const stray = strayLine(lines, passed, blocks);
  if (stray >= 0) problems.push({ line: stray + 1, reason: 'This text has no times.' });
  const hasLooks = blocks.some(
    ({ at, end }) => isPlaced(lines[at] as string) || hasTags(lines.slice(at + 1, end), format),
  );
  return result(cues, hasLooks || [...passed].some((i) => /^(?:STYLE|REGION)\b/.test(lines[i] as string)), problems);
}

/** Whether behind the times of a cue stands where it is shown. */
function isPlaced(line: string): boolean {
  return /-->\s*[\d:.,]+\s+\S/.test(line);
}

/** A cue, or what is wrong with it. */
function readCue(line: string, source: string, format: 'srt' | 'vtt'): Omit<Cue, 'id'> | string {
  const read = timesLine.exec(line);
  if (!read) return 'The times are not written like "00:00:01,000 --> 00:00:02,500".';
  const [startTime, endTime] = [secondsOf(read.slice(1, 5)), secondsOf(read.slice(5, 9))];
  if (startTime === undefined || endTime === undefined) return 'Minutes and seconds go from 0 to 59.';
  if (endTime <= startTime) return messages.cueOrder;
  if (endTime > MAX_CUE_SECONDS) return 'Times go up to 1000 hours.';
  const written = readCueText(source, format, { startTime, endTime });
  if (written.text.length > MAX_CUE_LENGTH) return TOO_LONG_A_CUE;
  if ((written.words ?? []).length > MAX_CUE_WORDS)
    return `A subtitle can have times for ${MAX_CUE_WORDS} words at most.`;
  return { startTime, endTime, ...written };
}

/** The cues of a file. A text goes on, over empty lines too, up to the number or name before the next times. */
function blocksOf(lines: readonly string[], passed: ReadonlySet<number>, format: 'srt' | 'vtt'): Block[] {
  const times = lines.flatMap((line, i) => (isTimes(line) && !passed.has(i) ? [i] : []));
  const starts = times.map((at) => at - (hasName(lines, at, format) ? 1 : 0));
  return times.map((at, i) => {
    const next = starts[i + 1] ?? lines.length;
    return { from: starts[i] as number, at, end: format === 'vtt' ? firstEmpty(lines, at + 1, next) : next };
  });
}

/** Whether a line is meant as the times of a cue, be they right or wrong. */
function isTimes(line: string): boolean {
  return line.includes('-->') || /^\s*\d+:\d+[:.,][\d:.,\w]*\s*-+>\s*\d/.test(line);
}

/** Whether the line before times is the number of an SRT's cue, or the name of a WebVTT's. */
function hasName(lines: readonly string[], at: number, format: 'srt' | 'vtt'): boolean {
  const before = lines[at - 1] ?? '';
  if (format === 'srt') return /^\s*\d+\s*$/.test(before);
  return before !== '' && (lines[at - 2] ?? '') === '';
}

function firstEmpty(lines: readonly string[], from: number, to: number): number {
  for (let i = from; i < to; i += 1) if (lines[i] === '') return i;
  return to;
}

/** The lines of the header, comments, styles and regions, which end at an empty line or at times. */
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

/** The first line of text that belongs to nothing; -1: there is none. */
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

/** Writes cues as a file, in the order of their times. Of empty ones nothing is written. */
export function writeCues(cues: readonly Cue[], format: CueFormat): string {
  const written = cues.filter(({ text }) => text.trim() !== '').sort((a, b) => a.startTime - b.startTime);
  if (format === 'txt') return written.map(({ text }) => `${text}\n`).join('');
  const blocks = written.map((cue, i) => {
    const [from, to] = [cue.startTime, cue.endTime].map((at) => printTime(at, format === 'srt' ? ',' : '.'));
    return `${i + 1}\n${from} --> ${to}\n${writeCueText(cue, format)}\n`;
  });
  return (format === 'vtt' ? ['WEBVTT\n', ...blocks] : blocks).join('\n');
}
