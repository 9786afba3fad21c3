// Loads the command line with a code cache. Node caches modules itself from 22.1 on; for Node 20, the build writes one
// script and its cache.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/**
 * The command line as one script with code cache: loading takes a tenth of a second less than loading its modules, a
 * third of a short call.
 * @typedef {object} Compiled
 * @property {Script} script
 * @property {(args: readonly string[]) => Promise<number>} main see cli/main.ts
 */

/** Whether this Node caches compiled modules. */
export const cachesModules = 'enableCompileCache' in nodeModule;

/**
 * Loads the command line.
 * @param {string} folder of the build
 * @param {{ isCached?: boolean }} [options] `isCached`: whether to use a code cache; default true
 * @returns {Promise<Pick<Compiled, 'main'>>}
 */
export async function loadCommand(folder, { isCached = true } = {}) {
  if (isCached && cachesModules) {
    // Node reads a cache that it cannot write.
    /** @type {{ enableCompileCache?: (folder: string) => unknown }} */ (nodeModule).enableCompileCache?.(
      join(folder, 'compiled'),
    );
  }
  const compiled = isCached && !cachesModules ? loadCompiled(folder) : undefined;
  return compiled ?? import(pathToFileURL(join(folder, 'cutroom.mjs')).href);
}

/**
 * Returns the path of the code cache. Other versions of Node cannot read it.
 * @param {string} folder of the build
 */
export function compiledFile(folder) {
  return join(folder, `cutroom-${process.version}-${process.arch}.compiled`);
}

/** @param {Uint8Array} code */
function digestOf(code) {
  return createHash('sha256').update(code).digest();
}

/**
 * Writes the code cache, preceded by its digest.
 * @param {string} folder of the build
 * @param {Uint8Array} code
 */
export function writeCompiled(folder, code) {
  writeFileSync(compiledFile(folder), Buffer.concat([digestOf(code), code]));
}

/**
 * Runs the script.
 * @param {string} folder of the build
 * @param {Buffer} [compiled] code cache; without it, the script is compiled now
 * @returns {Compiled}
 */
export function runScript(folder, compiled) {
  const filename = join(folder, 'cutroom.cjs');
  const script = new Script(readFileSync(filename, 'utf8'), {
    filename,
    ...(compiled ? { cachedData: compiled } : {}),
  });
  const module = { exports: {} };
  script.runInThisContext()(createRequire(filename), module, filename);
  return { script, .../** @type {Pick<Compiled, 'main'>} */ (module.exports) };
}

/**
 * Loads the command line from its code cache.
 * @param {string} folder of the build
 * @returns {Compiled | undefined} undefined if there is no cache for this Node, or it is damaged, which would crash
 * Node
 */
export function loadCompiled(folder) {
  try {
    const kept = readFileSync(compiledFile(folder));
    const code = kept.subarray(32);
    return digestOf(code).equals(kept.subarray(0, 32)) ? runScript(folder, code) : undefined;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
    return undefined;
  }
}
