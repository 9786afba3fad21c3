// Puts values into the pages in the place of the code that makes them.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { importTs } from './runTs.mjs';

/**
 * Runs every `*.data.ts` of the pages at build time and leaves only what it exports: lists that are derived from the whole
 * engine, such as that of the tools, do not bring the engine into the page that shows them.
 * @returns {Promise<import('./editSources.mjs').Edit>}
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
 * A module that exports the values of another.
 * @param {string} file
 */
async function valuesOf(file) {
  const values = Object.entries(await importTs(file));
  return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
}
