// Splits the stylesheets of the pages: index.html links those of the first script; the others are loaded with the first
// part that imports them. Cascade layers decide which rule wins, so the order of loading does not matter.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { root } from './paths.mjs';

/** @import { Metafile, Plugin } from 'esbuild' */

/**
 * Addresses of the stylesheets that are loaded later, by source file; and the addresses that each target of import()
 * needs, by its source file.
 * @typedef {{ later: Map<string, string>, needed: Map<string, string[]> }} Sheets
 */

/**
 * Writes each stylesheet that the first script does not import to a file of its own.
 * @param {Metafile} metafile of a build of the pages.
 * @param {string} entry source file of the first script.
 * @param {string} folder that receives the files.
 * @returns {Promise<Sheets>}
 */
export async function writeSheets({ inputs }, entry, folder) {
  const first = new Set(sheetsFrom(inputs, entry));
  const parts = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external).map(({ path }) => path),
  );
  /** @type {Sheets} */
  const { later, needed } = { later: new Map(), needed: new Map() };
  for (const part of new Set(parts)) {
    const sheets = sheetsFrom(inputs, part).filter((sheet) => !first.has(sheet));
    for (const sheet of sheets) if (!later.has(sheet)) later.set(sheet, await writeSheet(sheet, folder));
    if (sheets.length > 0) {
      needed.set(
        part,
        sheets.map((sheet) => later.get(sheet) ?? ''),
      );
    }
  }
  return { later, needed };
}

/**
 * Makes each import() of a part wait for the part's stylesheets. The part itself must not wait with a top-level await:
 * WebKit does not wait for a module that another import() is still evaluating
 * (https://bugs.webkit.org/show_bug.cgi?id=242740).
 * @param {Sheets} sheets
 * @returns {import('./sources.mjs').Edit}
 */
export function waitForSheets({ needed }) {
  const loader = JSON.stringify(join(root, 'ui/kit/style/loadSheets.ts'));
  const sheetsOf = new Map([...needed].map(([part, sheets]) => [resolve(root, part), sheets]));
  return (text, path) => {
    const edited = text.replaceAll(/(?<!typeof )import\('([^']+)'\)/g, (whole, part) => {
      const sheets = sheetsOf.get(resolve(dirname(path), part));
      return sheets ? `withSheets(${whole}, ${JSON.stringify(sheets)})` : whole;
    });
    return edited === text ? text : `${edited}\nimport { withSheets } from ${loader};\n`;
  };
}

/**
 * Returns an esbuild plugin that removes stylesheets that are loaded later from the scripts.
 * @param {Sheets} sheets
 * @returns {Plugin}
 */
export function leaveSheets({ later }) {
  const left = new Set([...later.keys()].map((path) => resolve(root, path)));
  return {
    name: 'leave-sheets',
    setup(build) {
      build.onLoad({ filter: /\.css$/ }, ({ path }) => (left.has(path) ? { contents: '', loader: 'js' } : undefined));
    },
  };
}

/**
 * Returns the stylesheets that a file imports statically, directly or indirectly.
 * @param {Metafile['inputs']} inputs
 * @param {string} from
 */
function sheetsFrom(inputs, from) {
  const seen = new Set([from]);
  // A set that grows while it is walked.
  for (const path of seen) {
    for (const next of inputs[path]?.imports ?? []) {
      if (!next.external && next.kind !== 'dynamic-import') seen.add(next.path);
    }
  }
  return [...seen].filter((path) => path.endsWith('.css'));
}

/**
 * @param {string} sheet source file
 * @param {string} folder
 * @returns {Promise<string>} the file's address
 */
async function writeSheet(sheet, folder) {
  const { transform } = await import('esbuild');
  const { code } = await transform(readFileSync(resolve(root, sheet), 'utf8'), { loader: 'css', minify: true });
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 8).toUpperCase();
  const name = `${basename(sheet, '.css')}-${hash}.css`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), code);
  return `/assets/${name}`;
}
