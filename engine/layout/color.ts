import { formatHex, parse } from 'culori/fn';
import { toRgb } from '../project/colorModes.ts';

/** Red, green, blue and alpha, each 0 to 1. */
export interface Rgba {
  r: number;
  g: number;
  b: number;
  a: number;
}

/** Parses a CSS color; "none" and invalid texts are fully transparent. */
export function parseRgba(text: string): Rgba {
  const found = text === 'none' ? undefined : toRgb(parse(text));
  return found ? { r: found.r, g: found.g, b: found.b, a: found.alpha ?? 1 } : { r: 0, g: 0, b: 0, a: 0 };
}

/** Returns whether a color is fully transparent. */
export function isTransparent(text: string): boolean {
  return parseRgba(text).a === 0;
}

/** Returns whether black letters are easier to read on a color than white ones, by its luma (ITU-R BT.601). */
export function isLight(text: string): boolean {
  const { r, g, b } = parseRgba(text);
  return 0.299 * r + 0.587 * g + 0.114 * b >= 0.5;
}

/**
 * Rotates a color around the hue circle with the matrix of the CSS filter hue-rotate (Filter Effects Level 1, §9.6);
 * keeps alpha.
 * @param degrees any number. @returns a CSS color.
 */
export function rotateHue(text: string, degrees: number): string {
  const { r, g, b, a } = parseRgba(text);
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const shifted = {
    mode: 'rgb' as const,
    r: clamp(
      r * (0.213 + cos * 0.787 - sin * 0.213) +
        g * (0.715 - cos * 0.715 - sin * 0.715) +
        b * (0.072 - cos * 0.072 + sin * 0.928),
    ),
    g: clamp(
      r * (0.213 - cos * 0.213 + sin * 0.143) +
        g * (0.715 + cos * 0.285 + sin * 0.14) +
        b * (0.072 - cos * 0.072 - sin * 0.283),
    ),
    b: clamp(
      r * (0.213 - cos * 0.213 - sin * 0.787) +
        g * (0.715 - cos * 0.715 + sin * 0.715) +
        b * (0.072 + cos * 0.928 + sin * 0.072),
    ),
  };
  return withAlphaDigits(formatHex(shifted), a);
}

/** Formats a CSS color as # and six hex digits, or eight if it is translucent. */
export function printHex(text: string): string {
  const { r, g, b, a } = parseRgba(text);
  return withAlphaDigits(formatHex({ mode: 'rgb', r, g, b }), a);
}

/** Appends an alpha of 0 to 1 to # and six hex digits, unless it is opaque. */
function withAlphaDigits(hex: string, alpha: number): string {
  if (alpha >= 1) return hex;
  return `${hex}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
