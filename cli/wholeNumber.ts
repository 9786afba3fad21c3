import { UsageError } from './output.ts';

/**
 * The whole number that a flag was given.
 * @param name of the flag, with its dashes. @param most it may be; 1 is the least.
 * @throws UsageError
 */
export function wholeNumber(text: string, name: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new UsageError(`${name} is a whole number from 1 to ${most}, not "${text}".`);
}
