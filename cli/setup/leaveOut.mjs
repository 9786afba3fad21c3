// Removes code that no page uses.

import { readFileSync } from 'node:fs';

/** @import { Plugin } from 'esbuild' */

/**
 * Unused code of zod: its JSON Schema writer, which every schema references but only the command line calls; its
 * messages, which the engine replaces (`problemsOf`); and support for cyclic values, which JSON cannot contain. Of
 * culori: mixing and comparing colors. `gives` is the result of each stub.
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
 * Returns an esbuild plugin that replaces the exports of unused files by stubs.
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
