import { withExtensions } from '../../engine/project/formats.ts';

/**
 * File extensions to add to each MIME type pattern of a file picker, each after a comma, see withEndings. The build
 * replaces this code by its values: the table of formats stays out of the first page.
 */
export const pickedEndings: Record<string, string> = Object.fromEntries(
  ['image/*', 'video/*', 'audio/*'].map((types) => [types, withExtensions(types).slice(types.length)]),
);
