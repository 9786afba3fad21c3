// Keeps what no page uses out of the pages.

import { readFileSync } from 'node:fs';

/** @import { Plugin } from 'esbuild' */

/** zod's writer of JSON Schema: every schema carries a method that leads to it, but only the command line calls it. */
const unused = /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;

/**
 * A part of esbuild that puts functions that do nothing in the place of the unused files' exports.
 * @returns {Plugin}
 */
export function leaveOut() {
  return {
    name: 'leave-out',
    setup(build) {
      build.onLoad({ filter: unused }, ({ path }) => {
        const exported = readFileSync(path, 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm);
        const stubs = [...exported].map(([, name]) => `nothing as ${name}`).join(', ');
        return { contents: `const nothing = () => () => undefined;\nexport { ${stubs} };`, loader: 'js' };
      });
    },
  };
}
