import { UNNAMED } from '../../api/contract/unnamed.ts';
import type { VideoRecord } from '../../api/contract/video.ts';
import { messages } from '../../engine/project/messages.ts';
import type { Parsed } from '../../engine/project/parse.ts';
import { parseDuration } from '../../engine/timeline/timecode.ts';
import { locale, own } from '../client/page/t.ts';

/** Formats a size in bytes, such as "3.4 MB" (powers of 1000). */
export function sizeInWords(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < 3) {
    value /= 1000;
    unit += 1;
  }
  const number = Number(value.toFixed(unit === 0 || value >= 99.5 ? 0 : 1));
  if (unit === 0) return bytes === 1 ? `${number} byte` : `${number} bytes`;
  if (unit === 1) return `${number} kB`;
  return unit === 2 ? `${number} MB` : `${number} GB`;
}

/** Formats a length in seconds: "4.2 s" under a minute, "1:05" and "1:02:03" above. */
export function lengthInWords(seconds: number): string {
  if (seconds < 59.95) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** Formats a time as m:ss, without fractions. @param seconds 0 or more. */
export function clockTime(seconds: number): string {
  // A sum of lengths such as 2.9999999 means 3.
  const whole = Math.floor(seconds + 1e-6);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Formats how long ago something was, such as "2 minutes ago". @param then ISO 8601. @param now Unix time in ms. */
export function agoInWords(then: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(then)) / 1000);
  if (seconds < 60) return 'just now';
  const words = new Intl.RelativeTimeFormat(locale('en'), { numeric: 'auto' });
  if (seconds < 3600) return words.format(-Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return words.format(-Math.floor(seconds / 3600), 'hour');
  return words.format(-Math.floor(seconds / 86_400), 'day');
}

/** Formats whose name differs from the end of their MIME type. */
const formatNames: Readonly<Record<string, string>> = {
  'audio/mpeg': 'MP3',
  'audio/mp4': 'M4A',
  'audio/ogg': 'Opus',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
  'image/webp': 'WebP',
};

/** Returns the format name of a MIME type: "MP4", "GIF", "PNG" … */
export function formatInWords(mime: string | null): string {
  return formatNames[mime ?? ''] ?? mime?.split('/')[1]?.toUpperCase() ?? '';
}

/** "1 scene", "2 scenes". */
export function countInWords(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const hasDecimalComma = () => new Intl.NumberFormat(locale('en')).format(0.5).includes(',');

/**
 * Parses a typed number. A comma counts as a decimal point in every language, because many numeric keypads have no
 * point. @returns NaN for anything else.
 */
export function parseNumber(text: string): number {
  const plain = text.trim().replace(',', '.').replace('\u2212', '-');
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i.test(plain) ? Number(plain) : Number.NaN;
}

/** Formats a number for a field, with the decimal mark of the page's language and without trailing zeros. */
export function numberForField(value: number): string {
  const text = String(value);
  return hasDecimalComma() ? text.replace('.', ',') : text;
}

/** Parses a custom length. A comma counts only where the language uses it: the specification rejects it in English. */
export function parseLength(text: string): Parsed<number> {
  return parseDuration(hasDecimalComma() ? text.replace(',', '.') : text);
}

/** Returns the title of a render where nothing is translated, as in a file name. */
export function titleOf(video: Pick<VideoRecord, 'name'>): string {
  return video.name?.trim() || UNNAMED;
}

/** Returns the title of a render or project for the texts of the page. */
export function shownTitleOf({ name }: Pick<VideoRecord, 'name'>): string {
  const title = name?.trim() || UNNAMED;
  return title === UNNAMED ? UNNAMED : own(title);
}

const extensions: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'image/gif': 'gif',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/apng': 'apng',
  'application/zip': 'zip',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/flac': 'flac',
  'audio/ogg': 'opus',
};

/** Returns the file name of a result: its title in characters that every file system allows, and its extension. */
export function downloadName(video: Pick<VideoRecord, 'name' | 'mime'>): string {
  const title = titleOf(video)
    .replaceAll(/[^\p{L}\p{M}\p{N}._ -]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  // Slices by code points, so that no character is split.
  return `${[...title].slice(0, 80).join('') || UNNAMED}.${extensions[video.mime ?? ''] ?? 'bin'}`;
}

/**
 * Formats a duration to the hundredth: "2.5 s" under a minute, "10:00.02" and "1:00:05" above. Hundredths are rounded
 * down, as in a timecode, so that both show the same digits.
 */
export function secondsWords(seconds: number): string {
  const hundredths = Math.max(0, Math.floor(seconds * 100 + 1e-4));
  if (hundredths < 6000) return `${hundredths / 100} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(hundredths / 6000);
  const fraction = hundredths % 100 === 0 ? '' : `.${two(hundredths % 100)}`;
  const rest = `${two(Math.floor(hundredths / 100) % 60)}${fraction}`;
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

/** Error for text that is not a time. */
export const UNREADABLE_TIME = 'Enter a time such as 00:05.00.';

/** Describes the upload progress of a project's media. @param share 0 to 1; undefined before the upload starts. */
export function sendingWords(share: number | undefined): string {
  if (share === undefined) return messages.uploadBegins;
  return messages.uploadPercent.replace('{n}', String(Math.floor(share * 100)));
}
