import { color as colorSchema } from '../project/fields.ts';
import { isTransparent, parseRgba, printHex } from './color.ts';

/** From this relative luminance on a color is light: on white it has a contrast below 2.4 to 1. */
const lightFrom = 0.4;

/** Whether a text is a color as the color field wants it: # and 3 or 6 hex digits. */
export function isHexColor(text: string): boolean {
  return /^#([\dA-F]{3}|[\dA-F]{6})$/i.test(text);
}

/**
 * Reads the color that a person wrote in the color field: hex digits with or without #, or any other CSS color. Another
 * word makes a color of its own, always the same for the same text.
 * @returns # and 3, 6 or 8 hex digits in capitals, or "transparent"; undefined where the text is a color with a mistake,
 * such as "#12345" or "rgb(1 2".
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
 * The color in which the editor shows a text: black when both the text and what is behind it are light, so that it can
 * be read while it is written; else its own. A see-through background counts as white.
 */
export function editorTextColor(color: string, background: string): string {
  return isLight(color) && isLight(background) ? '#000000' : color;
}

/** Hash of a text (FNV-1a, 32 bits) folded to 24 bits. */
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

/** A channel of sRGB as light (WCAG 2, relative luminance). */
function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
