import { color as colorSchema } from '../project/fields.ts';
import { isTransparent, parseRgba, printHex } from './color.ts';

/** Relative luminance from which a color is light: its contrast on white is below 2.4 to 1. */
const lightFrom = 0.4;

/** Returns whether a text is # and 3 or 6 hex digits. */
export function isHexColor(text: string): boolean {
  return /^#([\dA-F]{3}|[\dA-F]{6})$/i.test(text);
}

/**
 * Parses the text of the color field: hex digits with or without #, or any other CSS color. Other words map to a color
 * by their hash.
 * @returns # and 3, 6 or 8 hex digits in capitals, or "transparent"; undefined for a mistyped color, such as "#12345"
 * or "rgb(1 2".
 */
export function parseHexColor(text: string): string | undefined {
  const written = `#${text.trim().toUpperCase().replace(/^#+/, '')}`;
  if (isHexColor(written)) return written;
  for (const css of [text.trim().toLowerCase(), written]) {
    if (css !== 'none' && colorSchema.safeParse(css).success)
      return isTransparent(css) ? 'transparent' : printHex(css).toUpperCase();
  }
  return /^#[\dA-F]*$|[()]/.test(written) ? undefined : colorFrom(written);
}

/**
 * Returns the color of a text in the editor: black if text and background are both light, so that it stays readable
 * while typing; else its own. A transparent background counts as white.
 */
export function editorTextColor(color: string, background: string): string {
  return isLight(color) && isLight(background) ? '#000000' : color;
}

/** Hashes a text (FNV-1a, 32 bits, folded to 24 bits). */
function colorFrom(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  const folded = ((hash >>> 24) ^ hash) & 0xffffff;
  return `#${folded.toString(16).padStart(6, '0').toUpperCase()}`;
}

function isLight(text: string): boolean {
  const { r, g, b, a } = parseRgba(text);
  const over = (channel: number): number => linear(channel * a + 1 - a);
  return 0.2126 * over(r) + 0.7152 * over(g) + 0.0722 * over(b) >= lightFrom;
}

/** Linearizes an sRGB channel (WCAG 2, relative luminance). */
function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
