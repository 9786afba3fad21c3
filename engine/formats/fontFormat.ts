import { isFontFile } from './fontFile.ts';

/** Largest font file that is accepted, in bytes. Chinese fonts have about 20 MB. */
export const MAX_FONT_BYTES = 30_000_000;

/** MIME types of font files, by extension. */
export const fontTypes: Readonly<Record<string, string>> = {
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff2: 'font/woff2',
};

/** First four bytes: TrueType (also in Apple's variant), OpenType with CFF outlines, WOFF2. */
const signatures = new Set(['\u0000\u0001\u0000\u0000', 'true', 'OTTO', 'wOF2']);

/** Error for a file that is not a font, or a damaged one. */
export const FONT_UNREADABLE = 'This file cannot be read as a font. Please choose a .ttf, .otf or .woff2 file.';
/** Error for a font collection. */
export const FONT_COLLECTION =
  'This file is a collection of several fonts. Please choose a .ttf, .otf or .woff2 file with one font in it.';
/** Error for a font file that is too large. */
export const FONT_TOO_LARGE = `A font file can be at most ${MAX_FONT_BYTES / 1e6} MB.`;

/** Returns whether a file starts like a supported font. @param head at least four bytes. */
export function isFontHead(head: Uint8Array): boolean {
  return signatures.has(String.fromCharCode(...head.subarray(0, 4)));
}

/** Returns whether a file starts like a font collection, compressed or not. @param head at least eight bytes. */
export function isFontCollection(head: Uint8Array): boolean {
  return /^(wOF2)?ttcf/.test(String.fromCharCode(...head.subarray(0, 8)));
}

/** Returns the display name of a family; for a file, its name without the extension. */
export function fontTitle(family: string): string {
  if (!isFontFile(family)) return family;
  const name = family
    .replace(/^.*[/\\]/, '')
    .replace(/\.\w+$/, '')
    .replaceAll('_', ' ');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
