import { isTransparent, parseRgba } from '../../../engine/layout/color.ts';

/** A CSS color as # and six hex digits, for pickers that know no other form; its alpha is left out. */
export function hexOf(color: string): string {
  const { r, g, b } = parseRgba(color);
  return `#${[r, g, b]
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Whether two colors look the same; all that paint nothing do. */
export function isSameColor(one: string, other: string): boolean {
  if (isTransparent(one) || isTransparent(other)) return isTransparent(one) && isTransparent(other);
  return hexOf(one) === hexOf(other) && parseRgba(one).a === parseRgba(other).a;
}

/** A color as a person reads it: in capitals with #, or "None". */
export function printColor(color: string): string {
  return isTransparent(color) ? 'None' : hexOf(color).toUpperCase();
}

/** A color of six digits with an opacity, 0 to 1. */
export function withAlpha(hex: string, alpha: number): string {
  const digits = Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0');
  return alpha >= 1 ? hex : `${hex}${digits}`;
}
