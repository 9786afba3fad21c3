// Why no package: media-captions 1.0.4 drops without a word what it cannot read, an SRT's text behind an empty line too,
// refuses hours over 99, keeps the byte order mark, and names no line; subsrt-ts 2.1.2 reads ASS and LRC line by line with
// as little checking, and no TTML. Little of either would be left in a wrapping.

import { MAX_CUE_LENGTH } from '../project/limits.ts';
import type { Cue } from '../project/subtitles.ts';
import { readAss } from './cueFormats/ass.ts';
import { collect, type Entry, entryOf, type ReadCues, refused, TOO_LONG_A_CUE } from './cueFormats/checkCues.ts';
import { isLyric, readLrc } from './cueFormats/lrc.ts';
import { isMicroDvd, readMicroDvd } from './cueFormats/microDvd.ts';
import type { RawCues } from './cueFormats/rawCue.ts';
import { readSbv, sbvTimes } from './cueFormats/sbv.ts';
import { readTimed } from './cueFormats/timed.ts';
import { isTtml, readTtml } from './cueFormats/ttml.ts';
import { printTime, writeCueText } from './cueText.ts';

/** The formats that subtitles are written as. */
export type CueFormat = 'srt' | 'vtt' | 'txt';
/** The formats that subtitles are read from. */
type ReadFormat = CueFormat | 'ass' | 'sbv' | 'lrc' | 'sub' | 'ttml';

/** The endings of files of subtitles that are read, without a dot. */
const readEndings: Readonly<Record<string, ReadFormat>> = {
  ...{ srt: 'srt', vtt: 'vtt', ass: 'ass', ssa: 'ass', sbv: 'sbv', lrc: 'lrc', sub: 'sub' },
  ...{ ttml: 'ttml', dfxp: 'ttml', itt: 'ttml', txt: 'txt' },
};

/** Files of subtitles as in an input's accept. */
export const CUE_ENDINGS: readonly string[] = Object.keys(readEndings).map((ending) => `.${ending}`);
/** The formats that are read, for people. */
export const CUE_FORMATS = 'SRT, WebVTT, ASS, SSA, SBV, LRC, SUB, TTML or plain text';

/** Formats of subtitles that are not read, by their ending or how they begin. */
const unread: readonly { name: string; ending: RegExp; start: RegExp }[] = [
  { name: 'SAMI', ending: /\.(?:smi|sami)$/i, start: /^\s*<sami\b/i },
  { name: 'Scenarist (SCC)', ending: /\.scc$/i, start: /^\s*Scenarist_SCC/ },
  { name: 'STL', ending: /\.stl$/i, start: /^[\s\S]{3}STL\d\d\.01/ },
  { name: 'VobSub', ending: /\.idx$/i, start: /^# VobSub/ },
  { name: 'PGS', ending: /\.sup$/i, start: /^PG\0/ },
];

/** Longest file of subtitles, characters: 5,000 cues of the greatest length that people read. */
export const MAX_CUE_FILE_LENGTH = 4_000_000;
/** Said of a longer one. */
export const TOO_LONG_A_FILE = 'The file is longer than 4 MB.';
/** Said where some of a file is left out. */
export const LOOKS_LEFT_OUT = 'Formatting such as italics is removed.';
/** Said where the times of a file depend on a frame rate that nothing states. */
export function rateAssumed(rate: number): string {
  return `The file counts frames but does not name a frame rate: ${rate} frames per second are assumed.`;
}
const noText = 'Not a text file: it contains binary data.';
/** How long each line of a plain text is shown, seconds, where nothing says when. */
const PLAIN_SECONDS = 3;

/** The format that a file is written as, by its name's ending; undefined for none of ours. */
export function cueFormatOf(name: string): CueFormat | undefined {
  const ending = /\.(srt|vtt|txt)$/i.exec(name)?.[1]?.toLowerCase();
  return ending as CueFormat | undefined;
}

/** Whether a file is meant as subtitles, by its name. */
export function isCueFileName(name: string): boolean {
  return formatByName(name) !== undefined || unread.some(({ ending }) => ending.test(name));
}

function formatByName(name: string): ReadFormat | undefined {
  return readEndings[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
}

/** How a file of subtitles is read. */
interface ReadOptions {
  /** Name of the file: its ending counts where the content does not say what it is. */
  name?: string;
  /** Frames a second of the video, for files that count frames. */
  videoRate?: number | undefined;
}

/**
 * Reads SRT, WebVTT, ASS, SSA, SBV, SubViewer, LRC, MicroDVD, TTML or plain text. Legal oddities are read as players do: a
 * byte order mark, any line breaks, numbers that are missing or wrong, hours over 99, a point for a comma, places behind the
 * times, cues that overlap, empty lines within a text or behind each line; comments, styles and regions are passed by.
 * Formatting is left out, a class or voice too; times within a text of WebVTT are those of its words. A subtitle that cannot
 * be read is skipped.
 * @param makeId gives each cue its id.
 */
export function readCues(source: string, makeId: () => string, { name = '', videoRate }: ReadOptions = {}): ReadCues {
  if (source.length > MAX_CUE_FILE_LENGTH) return refused(1, TOO_LONG_A_FILE);
  const text = source.replace(/^\uFEFF/, '');
  const lines = linesOf(text);
  const other = unread.find(({ ending, start }) => ending.test(name) || start.test(text.slice(0, 200)));
  if (other) return refused(1, `${other.name} subtitles are not supported. Save them as ${CUE_FORMATS}.`);
  const format = formatIn(text, lines) ?? formatByName(name) ?? (text.includes('-->') ? 'srt' : 'txt');
  if (formatByName(name) === 'vtt' && !isVtt(lines)) return refused(1, 'A WebVTT file begins with "WEBVTT".');
  if (format === 'txt') return readPlain(lines, makeId);
  if (format === 'srt' || format === 'vtt') {
    const { entries, hasLooks } = readTimed(lines, format);
    return collect(entries, hasLooks, makeId);
  }
  const { cues, hasLooks, assumedRate } = rawReaders[format](lines, text, videoRate);
  if (cues.length === 0 && text.trim() !== '') return refused(1, 'No subtitles with times were found in this file.');
  const found = collect(cues.map(entryOf), hasLooks, makeId);
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

/** What a file is by its content, whatever its name; undefined where that does not say it. */
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

/** Some programs write a line break of Windows as if its second half were one by itself. */
function linesOf(source: string): string[] {
  const isDoubled = source.includes('\r\r\n') && !/(?:^|[^\r])\r?\n/.test(source);
  return source.split(isDoubled ? '\r\r\n' : /\r\n|\n|\r/);
}

/** Each line a cue, one after the other. */
function readPlain(lines: readonly string[], makeId: () => string): ReadCues {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell pictures and the like from texts.
  const odd = lines.findIndex((line) => /[\0-\x08\x0e-\x1f]/.test(line));
  if (odd >= 0) return refused(odd + 1, noText);
  const texts = lines.map((line, i) => ({ text: line.trim(), line: i + 1 })).filter(({ text }) => text !== '');
  const entries = texts.map(({ text, line }, i): Entry => {
    if (text.length > MAX_CUE_LENGTH) return { line, reason: TOO_LONG_A_CUE };
    return { line, cue: { text, startTime: i * PLAIN_SECONDS, endTime: (i + 1) * PLAIN_SECONDS } };
  });
  return collect(entries, false, makeId);
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
