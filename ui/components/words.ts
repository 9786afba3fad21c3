import { locale } from '../texts/t.ts';

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
