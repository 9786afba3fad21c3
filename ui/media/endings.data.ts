import { withEndings } from '../../engine/project/formats.ts';

/**
 * Endings that a file picker of each kind adds, each after a comma, see withEndings. The build puts these values in the place of this
 * code: the table of formats stays out of the first page.
 */
export const pickedEndings: Record<string, string> = Object.fromEntries(
  ['image/*', 'video/*', 'audio/*'].map((types) => [types, withEndings(types).slice(types.length)]),
);
