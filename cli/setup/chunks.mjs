// Keeps the scripts of the pages few.

import { relative, resolve } from 'node:path';

/** @import { Metafile, Plugin } from 'esbuild' */

/**
 * Returns an esbuild plugin. Splitting alone makes a script for every set of dynamic imports that share a module. Here
 * each target of import() also imports those targets that are always loaded before it, so that the modules they share
 * stay in the earlier script.
 * @param {Metafile} metafile of a build of the pages without this plugin
 * @param {string} entry source file of the first script
 * @returns {Plugin}
 */
export function nestChunks({ inputs }, entry) {
  const before = loadedBefore(inputs, entry);
  return {
    name: 'nest-chunks',
    setup(build) {
      const folder = build.initialOptions.absWorkingDir ?? process.cwd();
      build.onResolve({ filter: /^\.\.?\/.*\.tsx?$/ }, ({ kind, path, resolveDir }) =>
        kind === 'dynamic-import'
          ? { path: relative(folder, resolve(resolveDir, path)), namespace: 'chunk' }
          : undefined,
      );
      build.onLoad({ filter: /./, namespace: 'chunk' }, ({ path }) => {
        const source = (/** @type {string} */ file) => JSON.stringify(resolve(folder, file));
        const earlier = (before.get(path) ?? []).map((file) => `import ${source(file)};`);
        return { contents: [...earlier, `export * from ${source(path)};`].join('\n'), resolveDir: folder };
      });
    },
  };
}

/**
 * Finds what is always loaded before each target of import(): its dominators in the graph of loads.
 * @param {Metafile['inputs']} inputs
 * @param {string} entry
 * @returns {Map<string, string[]>} by target, in the order of loading
 */
export function loadedBefore(inputs, entry) {
  /** @type {Map<string, Set<string>>} */
  const before = new Map([[entry, new Set()]]);
  // A map that grows while it is walked; a load is walked again when fewer loads are known to come before it.
  const changed = new Set([entry]);
  for (const load of changed) {
    changed.delete(load);
    const known = new Set([...(before.get(load) ?? []), load]);
    for (const next of lazyImportsOf(inputs, load)) {
      const former = before.get(next);
      const common = former ? [...former].filter((one) => known.has(one)) : [...known].filter((one) => one !== next);
      if (former?.size === common.length) continue;
      before.set(next, new Set(common));
      changed.add(next);
    }
  }
  return new Map([...before].map(([load, loads]) => [load, [...loads]]));
}

/**
 * @param {Metafile['inputs']} inputs
 * @param {string} load a source file
 * @returns {Set<string>} what it and its static imports import dynamically
 */
function lazyImportsOf(inputs, load) {
  const modules = new Set([load]);
  const found = new Set();
  for (const path of modules)
    for (const next of inputs[path]?.imports ?? []) {
      if (next.external) continue;
      (next.kind === 'dynamic-import' ? found : modules).add(next.path);
    }
  return found;
}
