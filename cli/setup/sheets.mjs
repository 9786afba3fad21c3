// Splits the stylesheets of the pages: index.html links those of the first script; others are loaded with the first
// chunk that imports them.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { root } from './paths.mjs';

/** @import { Metafile, Plugin } from 'esbuild' */

/**
 * Stylesheets that are loaded later, and those that each target of import() needs, by its source file.
 * @typedef {{ later: Set<string>, needed: Map<string, Sheet[]> }} Sheets
 */

/** A stylesheet. `order` is its position in the cascade. @typedef {{ order: number, href: string }} Sheet */

/**
 * Groups the stylesheets that the first script does not import: those imported by the same entries become one file, so
 * that none is loaded twice. The order of the cascade follows the order of imports in the source, whatever is loaded
 * first.
 * @param {Metafile} metafile of a build of the pages.
 * @param {string} entry source file of the first script.
 * @param {string} folder that receives the files.
 * @returns {Promise<Sheets>}
 */
export async function writeSheets({ inputs }, entry, folder) {
  const order = sheetsFrom(inputs, [entry], true);
  const first = new Set(sheetsFrom(inputs, [entry], false));
  const parts = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external).map(({ path }) => path),
  );
  /** @type {Map<string, { parts: string[], sheets: string[] }>} */
  const groups = new Map();
  for (const sheet of order.filter((one) => !first.has(one))) {
    const users = [...new Set(parts)].filter((part) => sheetsFrom(inputs, [part], false).includes(sheet));
    const group = groups.get(users.join()) ?? { parts: users, sheets: [] };
    group.sheets.push(sheet);
    groups.set(users.join(), group);
  }
  /** @type {Map<string, Sheet[]>} */
  const needed = new Map();
  for (const group of groups.values()) {
    const [one = ''] = group.sheets;
    const sheet = { order: order.indexOf(one), href: await writeGroup(group.sheets, folder) };
    for (const part of group.parts) needed.set(part, [...(needed.get(part) ?? []), sheet]);
  }
  return { later: new Set([...groups.values()].flatMap(({ sheets }) => sheets)), needed };
}

/**
 * Makes each entry wait for its stylesheets.
 * @param {Sheets} sheets
 * @returns {import('./editSources.mjs').Edit}
 */
export function waitForSheets({ needed }) {
  const loader = join(root, 'ui/kit/style/loadSheets.ts');
  const sheetsOf = new Map([...needed].map(([part, sheets]) => [resolve(root, part), sheets]));
  return (text, path) => {
    const sheets = sheetsOf.get(path);
    if (!sheets) return text;
    return `${text}\nimport { loadSheets } from ${JSON.stringify(loader)};\nawait loadSheets(${JSON.stringify(sheets)});\n`;
  };
}

/**
 * Returns an esbuild plugin that removes stylesheets that are loaded later from the scripts.
 * @param {Sheets} sheets
 * @returns {Plugin}
 */
export function leaveSheets({ later }) {
  const left = new Set([...later].map((path) => resolve(root, path)));
  return {
    name: 'leave-sheets',
    setup(build) {
      build.onLoad({ filter: /\.css$/ }, ({ path }) => (left.has(path) ? { contents: '', loader: 'js' } : undefined));
    },
  };
}

/**
 * Returns all stylesheets that files import, directly or indirectly, in the order of the cascade.
 * @param {Metafile['inputs']} inputs
 * @param {string[]} from
 * @param {boolean} withParts whether to follow dynamic imports, after all others.
 */
function sheetsFrom(inputs, from, withParts) {
  /** @type {string[]} */
  const found = [];
  const seen = new Set();
  /** @param {string} path */
  const visit = (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    const { imports = [] } = inputs[path] ?? {};
    for (const next of imports) if (!next.external && next.kind !== 'dynamic-import') visit(next.path);
    if (withParts) for (const next of imports) if (next.kind === 'dynamic-import') visit(next.path);
    if (path.endsWith('.css')) found.push(path);
  };
  for (const path of from) visit(path);
  return found;
}

/**
 * @param {string[]} sheets source files
 * @param {string} folder
 * @returns {Promise<string>} the file's address
 */
async function writeGroup(sheets, folder) {
  const { transform } = await import('esbuild');
  const minified = await Promise.all(
    sheets.map((path) => transform(readFileSync(resolve(root, path), 'utf8'), { loader: 'css', minify: true })),
  );
  const text = minified.map(({ code }) => code).join('');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase();
  const name = `${basename(sheets[0] ?? '', '.css')}-${hash}.css`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  return `/assets/${name}`;
}
