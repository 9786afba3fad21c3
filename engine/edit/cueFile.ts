// Why no package: media-captions 1.0.4 silently drops what it cannot parse, including SRT text after an empty line,
// rejects hours over 99, keeps the byte order mark, and reports no line numbers; subsrt-ts 2.1.2 parses ASS and LRC
// with as little validation, and no TTML. A wrapper would use little of either.

import { MAX_CUE_LENGTH } from '../project/limits.ts';
import type { Cue } from '../project/subtitles.ts';
import { readAss } from './cueFormats/ass.ts';
import { CUE_TOO_LONG, collectCues, type Entry, entryOf, type ReadCues, rejectFile } from './cueFormats/checkCues.ts';
import { isLyric, readLrc } from './cueFormats/lrc.ts';
import { isMicroDvd, readMicroDvd } from './cueFormats/microDvd.ts';
import type { RawCues } from './cueFormats/rawCue.ts';
import { readSbv, sbvTimes } from './cueFormats/sbv.ts';
import { readTimed } from './cueFormats/timed.ts';
import { isTtml, readTtml } from './cueFormats/ttml.ts';
import { printTime, writeCueText } from './cueText.ts';

/** Subtitle formats that can be written. */
export type CueFormat = 'srt' | 'vtt' | 'txt';
/** Subtitle formats that can be read. */
type ReadFormat = CueFormat | 'ass' | 'sbv' | 'lrc' | 'sub' | 'ttml';

/** Extensions of readable subtitle files, without a dot. */
const readEndings: Readonly<Record<string, ReadFormat>> = {
  ...{ srt: 'srt', vtt: 'vtt', ass: 'ass', ssa: 'ass', sbv: 'sbv', lrc: 'lrc', sub: 'sub' },
  ...{ ttml: 'ttml', dfxp: 'ttml', itt: 'ttml', txt: 'txt' },
};

/** Subtitle files for the `accept` of a file input. */
export const CUE_ENDINGS: readonly string[] = Object.keys(readEndings).map((ending) => `.${ending}`);
/** Display names of the readable formats. */
export const CUE_FORMATS = 'SRT, WebVTT, ASS, SSA, SBV, LRC, SUB, TTML or plain text';

/** Unsupported subtitle formats, by extension or first bytes. */
const unread: readonly { name: string; ending: RegExp; start: RegExp }[] = [
  { name: 'SAMI', ending: /\.(?:smi|sami)$/i, start: /^\s*<sami\b/i },
  { name: 'Scenarist (SCC)', ending: /\.scc$/i, start: /^\s*Scenarist_SCC/ },
  { name: 'STL', ending: /\.stl$/i, start: /^[\s\S]{3}STL\d\d\.01/ },
  { name: 'VobSub', ending: /\.idx$/i, start: /^# VobSub/ },
  { name: 'PGS', ending: /\.sup$/i, start: /^PG\0/ },
  { name: 'RTF', ending: /\.rtf$/i, start: /^\{\\rtf/ },
  { name: 'HTML', ending: /\.html?$/i, start: /^\s*(?:<!doctype html|<html)\b/i },
];

/** Longest subtitle file, in characters: about 5,000 cues of the greatest readable length. */
export const MAX_CUE_FILE_LENGTH = 4_000_000;
/** Error for a longer file. */
export const CUE_FILE_TOO_LONG = 'The file is longer than 4 MB.';
/** Note that formatting was dropped. */
export const FORMATTING_DROPPED = 'Formatting such as italics is removed.';
/** Note on a file whose times are in frames without a frame rate. */
export function frameRateAssumed(rate: number): string {
  return `The file counts frames but does not name a frame rate: ${rate} frames per second are assumed.`;
}
const noText = 'Not a text file: it contains binary data.';
/** Duration of each line of a plain text without times, in seconds. */
const PLAIN_SECONDS = 3;

/** Returns the format for writing a file, by its extension; undefined for others. */
export function cueFormatOf(name: string): CueFormat | undefined {
  const ending = /\.(srt|vtt|txt)$/i.exec(name)?.[1]?.toLowerCase();
  return ending as CueFormat | undefined;
}

/** Returns whether a file name is that of a subtitle file. */
export function isCueFileName(name: string): boolean {
  return formatByName(name) !== undefined || unread.some(({ ending }) => ending.test(name));
}

function formatByName(name: string): ReadFormat | undefined {
  return readEndings[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
}

/** Options of reading a subtitle file. */
interface ReadOptions {
  /** File name; its extension counts if the content does not identify the format. */
  name?: string;
  /** Frame rate of the video, for files that count frames. */
  videoRate?: number | undefined;
}

/**
 * Reads SRT, WebVTT, ASS, SSA, SBV, SubViewer, LRC, MicroDVD, TTML or plain text. Accepts what players accept: a byte
 * order mark, any line breaks, missing or wrong numbers, hours over 99, a point for a comma, cue settings, overlapping
 * cues, empty lines within a text or after each line. Skips comments, styles and regions. Drops formatting, classes and
 * voices; timestamps within a WebVTT text become word times. Skips and reports subtitles that cannot be read.
 * @param makeId creates the id of each cue.
 */
export function readCues(source: string, makeId: () => string, { name = '', videoRate }: ReadOptions = {}): ReadCues {
  if (source.length > MAX_CUE_FILE_LENGTH) return rejectFile(1, CUE_FILE_TOO_LONG);
  const text = source.replace(/^\uFEFF/, '');
  const lines = linesOf(text);
  const other = unread.find(({ ending, start }) => ending.test(name) || start.test(text.slice(0, 200)));
  if (other) return rejectFile(1, `${other.name} subtitles are not supported. Save them as ${CUE_FORMATS}.`);
  const format = formatIn(text, lines) ?? formatByName(name) ?? (text.includes('-->') ? 'srt' : 'txt');
  if (formatByName(name) === 'vtt' && !isVtt(lines)) return rejectFile(1, 'A WebVTT file begins with "WEBVTT".');
  if (format === 'txt') return readPlain(lines, makeId);
  if (format === 'srt' || format === 'vtt') {
    const { entries, hasLooks } = readTimed(lines, format);
    return collectCues(entries, hasLooks, makeId);
  }
  const { cues, hasLooks, assumedRate } = rawReaders[format](lines, text, videoRate);
  if (cues.length === 0 && text.trim() !== '') return rejectFile(1, 'No subtitles with times were found in this file.');
  const found = collectCues(cues.map(entryOf), hasLooks, makeId);
  return found.ok && assumedRate !== undefined ? { ...found, assumedRate } : found;
}

const rawReaders: Record<
  Exclude<ReadFormat, CueFormat>,
  (lines: readonly string[], source: string, videoRate: number | undefined) => RawCues
> = {
  ass: readAss,
  sbv: readSbv,
  lrc: readLrc,
  sub: (lines, _, videoRate) => (lines.some(isMicroDvd) ? readMicroDvd(lines, videoRate) : readSbv(lines)),
  ttml: (_, source) => readTtml(source),
};

/** Detects the format from the content; undefined if unclear. */
function formatIn(source: string, lines: readonly string[]): ReadFormat | undefined {
  if (isVtt(lines)) return 'vtt';
  if (isTtml(source)) return 'ttml';
  if (lines.slice(0, 20).some((line) => /^\s*\[Script Info\]\s*$/i.test(line))) return 'ass';
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (isMicroDvd(first)) return 'sub';
  if (sbvTimes.test(first)) return 'sbv';
  if (isLyric(first)) return 'lrc';
  return lines.some((line) => /^\s*(?:\d+:)?\d{1,2}:\d{1,2}[.,]\d+\s*-->/.test(line)) ? 'srt' : undefined;
}

function isVtt([first = '']: readonly string[]): boolean {
  return /^WEBVTT(?:[ \t]|$)/.test(first);
}

/** Some programs write a Windows line break with a doubled carriage return. */
function linesOf(source: string): string[] {
  const isDoubled = source.includes('\r\r\n') && !/(?:^|[^\r])\r?\n/.test(source);
  return source.split(isDoubled ? '\r\r\n' : /\r\n|\n|\r/);
}

/** Reads each line as a cue, one after the other. */
function readPlain(lines: readonly string[], makeId: () => string): ReadCues {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell pictures and the like from texts.
  const odd = lines.findIndex((line) => /[\0-\x08\x0e-\x1f]/.test(line));
  if (odd >= 0) return rejectFile(odd + 1, noText);
  const texts = lines.map((line, i) => ({ text: line.trim(), line: i + 1 })).filter(({ text }) => text !== '');
  const entries = texts.map(({ text, line }, i): Entry => {
    if (text.length > MAX_CUE_LENGTH) return { line, reason: CUE_TOO_LONG };
    return { line, cue: { text, startTime: i * PLAIN_SECONDS, endTime: (i + 1) * PLAIN_SECONDS } };
  });
  return collectCues(entries, false, makeId);
}

/** Writes cues as a file, in order of time. Skips empty ones. */
export function writeCues(cues: readonly Cue[], format: CueFormat): string {
  const written = cues.filter(({ text }) => text.trim() !== '').sort((a, b) => a.startTime - b.startTime);
  if (format === 'txt') return written.map(({ text }) => `${text}\n`).join('');
  const blocks = written.map((cue, i) => {
    const [from, to] = [cue.startTime, cue.endTime].map((at) => printTime(at, format === 'srt' ? ',' : '.'));
    return `${i + 1}\n${from} --> ${to}\n${writeCueText(cue, format)}\n`;
  });
  return (format === 'vtt' ? ['WEBVTT\n', ...blocks] : blocks).join('\n');
}
