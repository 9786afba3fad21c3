import { formatHex, parse } from 'culori/fn';
import { toRgb } from '../project/colorModes.ts';

/** Red, green, blue and alpha, each 0 to 1. */
export interface Rgba {
  r: number;
  g: number;
  b: number;
  a: number;
}

/** Parses a CSS colour; "none" and what is no colour are fully transparent. */
export function parseRgba(text: string): Rgba {
  const found = text === 'none' ? undefined : toRgb(parse(text));
  return found ? { r: found.r, g: found.g, b: found.b, a: found.alpha ?? 1 } : { r: 0, g: 0, b: 0, a: 0 };
}

/** Whether a colour paints nothing. */
export function isTransparent(text: string): boolean {
  return parseRgba(text).a === 0;
}

/**
 * Turns a colour around the hue circle by the matrix of the CSS filter hue-rotate
 * (Filter Effects Level 1, §9.6), alpha kept.
 * @param degrees any number. @returns a CSS colour.
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
  const hex = formatHex(shifted);
  return a < 1
    ? `${hex}${Math.round(a * 255)
        .toString(16)
        .padStart(2, '0')}`
    : hex;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
