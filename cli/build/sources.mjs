// What the build changes in sources: values of data modules, icons from their own files, unused code of packages.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';
import { importTs } from './runTs.mjs';

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

/**
 * Runs every `*.data.ts` of the pages at build time and keeps only the exported values. So lists derived from the whole
 * engine, such as that of the tools, do not pull the engine into a page.
 * @returns {Promise<Edit>}
 */
export async function inlineData() {
  const files = readdirSync(join(root, 'ui'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.data.ts'))
    .map((file) => join(root, 'ui', file));
  const texts = new Map(
    await Promise.all(files.map(async (file) => /** @type {const} */ ([file, await valuesOf(file)]))),
  );
  return (text, path) => texts.get(path) ?? text;
}

/**
 * Returns a module that exports the values of another.
 * @param {string} file
 */
async function valuesOf(file) {
  const values = Object.entries(await importTs(file));
  return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
}

const lucide = 'lucide-react';

/**
 * Imports icons from their own files. Through the package's index, a chunk with one icon would load the icons of all
 * chunks, because esbuild splits code by files.
 * @returns {Edit}
 */
export function singleIcons() {
  const door = join(dirname(createRequire(import.meta.url).resolve(lucide)), '../esm/lucide-react.mjs');
  const files = iconFiles(readFileSync(door, 'utf8'), dirname(door));
  return (text) =>
    text.replaceAll(/^import \{([^}]*)\} from 'lucide-react';/gm, (_, names) => importsOf(String(names), files));
}

/**
 * @param {string} door text of the package's index
 * @param {string} folder of the index
 * @returns {Map<string, string>} file of each icon by name
 */
function iconFiles(door, folder) {
  const lines = door.matchAll(/^export \{([^}]*)\} from '(\.\/icons\/[^']*)';/gm);
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.replace('default as', '').trim(), join(folder, file)]),
    ),
  );
}

/**
 * @param {string} names between the braces of an import; types are omitted
 * @param {ReadonlyMap<string, string>} files
 */
function importsOf(names, files) {
  const icons = names.split(',').map((name) => name.trim());
  return icons
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => {
      const [icon = '', as = icon] = name.split(/\s+as\s+/);
      const file = files.get(icon);
      if (file === undefined) throw new Error(`${lucide} has no icon ${icon}.`);
      return `import ${as} from ${JSON.stringify(file)};`;
    })
    .join(' ');
}

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
