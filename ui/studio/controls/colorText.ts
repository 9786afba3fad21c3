import { isTransparent, parseRgba } from '../../../engine/layout/color.ts';

/** Converts a CSS color to # and six hex digits, for pickers that need this form. Drops alpha. */
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

/** Whether two colors look the same. All transparent colors are equal. */
export function isSameColor(one: string, other: string): boolean {
  if (isTransparent(one) || isTransparent(other)) return isTransparent(one) && isTransparent(other);
  return hexOf(one) === hexOf(other) && parseRgba(one).a === parseRgba(other).a;
}

/** A color for display: uppercase with #, or "None". */
export function printColor(color: string): string {
  return isTransparent(color) ? 'None' : hexOf(color).toUpperCase();
}

/** Adds an opacity of 0 to 1 to a six-digit color. */
export function withAlpha(hex: string, alpha: number): string {
  const digits = Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0');
  return alpha >= 1 ? hex : `${hex}${digits}`;
}
