// Keeps what no page uses out of the pages.

import { readFileSync } from 'node:fs';

/** @import { Plugin } from 'esbuild' */

/**
 * Of zod its writer of JSON Schema, to which a method of every schema leads but which only the command line calls, its own
 * sentences about what is wrong, in whose place the engine's stand (`problemsOf`), and what lets values hold themselves,
 * which none does that was read from JSON; of culori what mixes and compares colors. What stands in the place of each is
 * what its functions give.
 */
const unused = [
  {
    file: /[\\/]zod[\\/]v4[\\/](core[\\/](to-json-schema|json-schema-processors)|locales[\\/]en)\.js$/,
    gives: '() => undefined',
  },
  { file: /[\\/]zod[\\/]v4[\\/]core[\\/]memoizer\.js$/, gives: 'undefined' },
  {
    file: /[\\/]culori[\\/]src[\\/](interpolate[\\/]\w+|difference|average|fixup[\\/]\w+)\.js$/,
    gives: '() => undefined',
  },
];

/**
 * A part of esbuild that puts functions that do nothing in the place of the unused files' exports.
 * @returns {Plugin}
 */
export function leaveOut() {
  return {
    name: 'leave-out',
    setup(build) {
      for (const { file, gives } of unused) {
        build.onLoad({ filter: file }, ({ path }) => {
          const exported = readFileSync(path, 'utf8').matchAll(/^export (?:const|function|class|\{)\s*([\w,\s]+)/gm);
          const names = new Set([...exported].flatMap(([, list = '']) => list.match(/\w+/g) ?? []));
          const stubs = [...names].map((name) => `nothing as ${name}`).join(', ');
          const nothing = `const nothing = () => ${gives};\nexport default nothing;`;
          return { contents: `${nothing}\nexport { ${stubs} };`, loader: 'js' };
        });
      }
    },
  };
}
