import { UsageError } from './output.ts';

/**
 * Parses a whole number of a flag.
 * @param name of the flag, with its dashes. @param most maximum; the minimum is 1.
 * @throws UsageError
 */
export function wholeNumber(text: string, name: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new UsageError(`${name} is a whole number from 1 to ${most}, not "${text}".`);
}
