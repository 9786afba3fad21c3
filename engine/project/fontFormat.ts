import { isFontFile } from './fontFile.ts';

/** Largest font file that is taken, bytes: those of Chinese have some twenty millions. */
export const MAX_FONT_BYTES = 30_000_000;

/** Types that fonts are uploaded and served with, by the endings of their names. */
export const fontTypes: Readonly<Record<string, string>> = {
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff2: 'font/woff2',
};

/** The first four bytes of each: TrueType, as Apple writes it too; OpenType with outlines of its own; WOFF2. */
const signatures = new Set(['\u0000\u0001\u0000\u0000', 'true', 'OTTO', 'wOF2']);

/** Said of a file that is no font, or a damaged one. */
export const FONT_UNREADABLE = 'This file cannot be read as a font. Please choose a .ttf, .otf or .woff2 file.';
/** Said of a collection, in which several fonts stand. */
export const FONT_COLLECTION =
  'This file is a collection of several fonts. Please choose a .ttf, .otf or .woff2 file with one font in it.';
/** Said of one that is too large. */
export const FONT_TOO_LARGE = `A font file can be at most ${MAX_FONT_BYTES / 1e6} MB.`;

/** Whether bytes begin as those of a font that is taken. @param head four bytes or more. */
export function isFontHead(head: Uint8Array): boolean {
  return signatures.has(String.fromCharCode(...head.subarray(0, 4)));
}

/** Whether bytes begin as those of a collection of fonts, packed or not. @param head eight bytes or more. */
export function isFontCollection(head: Uint8Array): boolean {
  return /^(wOF2)?ttcf/.test(String.fromCharCode(...head.subarray(0, 8)));
}

/** What people call a family: of a file its name without its ending. */
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
