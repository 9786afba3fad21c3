// Runs a TypeScript file of the project: node cli/build/runTs.mjs FILE.ts [arguments]

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder, root } from './paths.mjs';
import { runMain, SetupError } from './tell.mjs';

/**
 * Options of esbuild for code that runs from its sources.
 * @type {import('esbuild').BuildOptions}
 */
export const sourceOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  // Node loads its CommonJS build, which has no named exports.
  alias: { gifenc: join(root, 'node_modules/gifenc/dist/gifenc.esm.js') },
  logLevel: 'warning',
};

/**
 * Bundles a TypeScript entry with its imports from the project; packages stay external. The name of the bundle contains
 * a hash of its content, so concurrent runs do not interfere.
 * @param {string} file path of the entry, absolute or relative to the working directory
 * @returns {Promise<string>} absolute path of the bundle
 */
export async function bundleTs(file) {
  const entry = resolve(file);
  if (!existsSync(entry)) throw new SetupError(`There is no file ${file}.`);
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...sourceOptions,
    entryPoints: [entry],
    jsx: 'automatic',
    sourcemap: 'inline',
    write: false,
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const bundle = join(cacheFolder, `${basename(file).replace(/\.tsx?$/, '')}-${hash}.mjs`);
  if (!existsSync(bundle)) {
    mkdirSync(cacheFolder, { recursive: true });
    const draft = `${bundle}.${process.pid}`;
    writeFileSync(draft, code);
    renameSync(draft, bundle);
  }
  return bundle;
}

/**
 * Imports a TypeScript file of the project.
 * @param {string} file
 * @returns {Promise<Record<string, unknown>>} its exports
 */
export async function importTs(file) {
  return import(pathToFileURL(await bundleTs(file)).href);
}

if (process.argv[1] === join(root, 'cli/build/runTs.mjs')) {
  await runMain(async () => {
    const [file, ...args] = process.argv.slice(2);
    if (file === undefined) throw new SetupError('Usage: node cli/build/runTs.mjs FILE.ts [arguments]');
    process.setSourceMapsEnabled(true);
    process.argv = [process.argv[0] ?? 'node', resolve(file), ...args];
    await importTs(file);
  });
}
