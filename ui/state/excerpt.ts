import { truncateName } from '../../engine/edit/truncateName.ts';
import { stepsOf } from '../../engine/project/problems.ts';

/**
 * Returns a short excerpt of a JSON value at a pointer (RFC 6901), to help a person recognize the position.
 * @returns at most 60 characters; undefined for the root, or if there is no such value.
 */
export function excerptAt(root: unknown, pointer: string): string | undefined {
  if (pointer === '') return undefined;
  let value = root;
  for (const name of stepsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  const short = JSON.stringify(value);
  return short.length > 60 ? `${truncateName(short, 59)}…` : short;
}
