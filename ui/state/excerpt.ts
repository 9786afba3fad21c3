import { cutName } from '../../engine/edit/cutName.ts';
import { stepsOf } from '../../engine/project/problems.ts';

/**
 * What stands in a JSON value at a pointer (RFC 6901), in short, so that a person recognizes the place.
 * @returns at most 60 characters; undefined for the whole, and when nothing stands there.
 */
export function excerptAt(root: unknown, pointer: string): string | undefined {
  if (pointer === '') return undefined;
  let value = root;
  for (const name of stepsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  const short = JSON.stringify(value);
  return short.length > 60 ? `${cutName(short, 59)}…` : short;
}
