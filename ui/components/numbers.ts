import type { Parsed } from '../../engine/project/parse.ts';
import { parseDuration } from '../../engine/timeline/timecode.ts';
import { locale } from '../texts/t.ts';

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
