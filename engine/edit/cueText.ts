import { toMilliseconds } from '../project/roundTime.ts';
import type { Cue, CueWord } from '../project/subtitles.ts';

type Timed = Pick<Cue, 'startTime' | 'endTime'>;

/**
 * Returns the text of a cue without formatting; for WebVTT with decoded entities and word times.
 * @param at the cue's times, in seconds.
 */
export function readCueText(source: string, format: 'srt' | 'vtt', at: Timed): Pick<Cue, 'text' | 'words'> {
  if (format === 'srt') return { text: source.replace(srtFormatting, '').replace(special, withoutGuard) };
  const parts = source.split(/<((?:\d+:)?\d{1,2}:\d{2}\.\d{3})>/);
  // Texts alternate with timestamps.
  const texts = parts.filter((_, i) => i % 2 === 0).map(plainText);
  const starts = [at.startTime, ...parts.filter((_, i) => i % 2 === 1).map(readTime)];
  // A line of spaces stands for an empty line, which would end the cue; a part can be the space between two words.
  const text = texts
    .join('')
    .replace(/^[ \t]+$/gm, '')
    .trim();
  if (texts.length === 1) return { text };
  const words = texts.flatMap((part, i): CueWord[] => {
    const word = part.trim();
    const times = { startTime: starts[i] as number, endTime: starts[i + 1] ?? at.endTime };
    return word === '' ? [] : [{ text: word, ...times }];
  });
  return { text, words };
}

/** Returns whether lines of a cue have formatting, which is dropped. Word times do not count. */
export function hasTags(lines: readonly string[], format: 'srt' | 'vtt'): boolean {
  const tag = format === 'srt' ? new RegExp(srtFormatting, 'i') : /<\/?[a-z][^<>]*>/i;
  return lines.some((line) => tag.test(line));
}

/**
 * Tags that SRT players know, and SubStation Alpha codes. No match spans another tag's start, so unclosed tags stay
 * cheap.
 */
const srtFormatting = /<\/?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi;

/**
 * Text that would be read as formatting or as an arrow. SRT has no escape, so an invisible character (word joiner) is
 * written after the first character and removed when reading. An existing one gets another, so every text survives.
 */
const special = /([<{-])(\u2060*)(?=\/?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\\[^{}]*\}|>)/gi;

function withoutGuard(_: string, sign: string, guards: string): string {
  return sign + guards.slice(1);
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' };

/** Removes the tags of a WebVTT text. */
function plainText(source: string): string {
  return source.replace(/<[^<>]*>/g, '').replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => named[name] ?? '');
}

function readTime(written: string): number {
  return toMilliseconds(written.split(':').reduce((sum, part) => 60 * sum + Number(part), 0));
}

/** Writes the text of a cue; for WebVTT with its word times. */
export function writeCueText({ text, words = [] }: Cue, format: 'srt' | 'vtt'): string {
  if (format === 'srt') return text.replace(special, '$1$2\u2060');
  let at = 0;
  let written = '';
  words.forEach(({ text: word, startTime, endTime }, i) => {
    const from = text.indexOf(word, at);
    if (from < 0) return;
    const isFollowed = words[i + 1]?.startTime === endTime;
    const ends = isFollowed ? '' : `<${printTime(endTime, '.')}>`;
    written += `${escaped(text.slice(at, from))}<${printTime(startTime, '.')}>${escaped(word)}${ends}`;
    at = from + word.length;
  });
  return (written + escaped(text.slice(at))).replace(/^$/gm, ' ');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Formats a time for a subtitle file. @param seconds from 0. @param point before the thousandths. */
export function printTime(seconds: number, point: '.' | ','): string {
  const all = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes, rest] = [all / 3_600_000, (all / 60_000) % 60, (all / 1000) % 60];
  return `${two(hours)}:${two(minutes)}:${two(rest)}${point}${String(all % 1000).padStart(3, '0')}`;
}
