// Replaces data modules of the pages by their values.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { importTs } from './runTs.mjs';

/**
 * Runs every `*.data.ts` of the pages at build time and keeps only the exported values. So lists derived from the whole
 * engine, such as that of the tools, do not pull the engine into a page.
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
 * Returns a module that exports the values of another.
 * @param {string} file
 */
async function valuesOf(file) {
  const values = Object.entries(await importTs(file));
  return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
}
