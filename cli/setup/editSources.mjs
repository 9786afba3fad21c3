// Edits sources of the pages during the build.

import { readFileSync } from 'node:fs';

/** @import { Plugin } from 'esbuild' */

/** Takes the text of a source file and its absolute path. @typedef {(text: string, path: string) => string} Edit */

/**
 * Returns an esbuild plugin that passes every source file of the pages through some edits, in order.
 * @param {readonly Edit[]} edits
 * @returns {Plugin}
 */
export function editSources(edits) {
  return {
    name: 'edit-sources',
    setup(build) {
      build.onLoad({ filter: /[\\/]ui[\\/].*\.tsx?$/ }, ({ path }) => ({
        contents: edits.reduce((text, edit) => edit(text, path), readFileSync(path, 'utf8')),
        loader: path.endsWith('x') ? 'tsx' : 'ts',
      }));
    },
  };
}
