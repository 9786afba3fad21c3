// Bundles modules of the pages that are always loaded together into one chunk.

import { relative, resolve } from 'node:path';
import { mergeGroups } from './mergeGroups.mjs';

/** @import { Metafile, Plugin } from 'esbuild' */

/** @typedef {Metafile['inputs']} Inputs */
/**
 * Modules of each entry (the first script, and all targets of import()), by its source file. @typedef {Map<string,
 * Set<string>>} ByPart
 */

/**
 * Weight of a byte or file that loads on demand, relative to one of the page itself, for which users wait. Measured:
 * with 1 a Studio with a scene and its panels loads some 170 scripts, with this value some 100, and 6 % fewer bytes.
 */
const LATER_WEIGHT = 0.1;

/**
 * Returns an esbuild plugin. Splitting alone makes a chunk for every set of entries that share a module, although most
 * entries are loaded only after others that already loaded it: a hundred small files, which compress badly. Here the
 * modules that are first loaded by the same entries form one group, and each entry imports whole groups. Small groups
 * are merged (mergeGroups.mjs); apart from that, loading order does not change.
 * @param {Metafile} metafile of a build of the pages without this plugin.
 * @param {string} entry source file of the first script.
 * @param {readonly (readonly string[])[]} [together] source files of entries that load at the same time, one set after
 * the other, although no
 *   import tells so. If one is loaded alone, it loads the modules of its whole set.
 * @returns {Plugin}
 */
export function joinChunks({ inputs, outputs }, entry, together = []) {
  const parts = partsOf(inputs, entry);
  const bytes = bytesOf(outputs);
  const askers = new Map([...parts.keys()].map((part) => [part, askersOf(inputs, parts, part)]));
  const [sets, before] = joinParts(parts, loadedBefore(inputs, parts, askers), together);
  const missing = missingBytes(inputs, sets, before, bytes);
  const pages = [...parts.keys()].filter((part) => askers.get(part)?.includes(entry));
  const first = new Set([entry, ...pages, ...together.flat()]);
  const weight = (/** @type {string} */ part) => (first.has(part) ? 1 : LATER_WEIGHT);
  const groups = mergeGroups(groupsOf(sets, before, bytes), missing, weight).map(({ modules }) => modules);
  const exported = new Map(Object.values(outputs).map((output) => [output.entryPoint, output.exports ?? []]));
  return {
    name: 'join-chunks',
    setup(build) {
      const folder = build.initialOptions.absWorkingDir ?? process.cwd();
      const source = (/** @type {string} */ path) => JSON.stringify(resolve(folder, path));
      // Group imports precede the entry itself, which modules of the groups may import too.
      build.onResolve({ filter: /^[^:]*\.tsx?$/ }, ({ kind, path, resolveDir }) =>
        kind === 'entry-point' || kind === 'dynamic-import'
          ? { path: relative(folder, resolve(resolveDir, path)), namespace: 'part' }
          : undefined,
      );
      build.onResolve({ filter: /^group:\d+$/ }, ({ path }) => ({ path, namespace: 'group' }));
      build.onLoad({ filter: /./, namespace: 'part' }, ({ path }) => {
        const needed = groupsFor(inputs, groups, parts.get(path)).map((index) => `import 'group:${index}';`);
        const names = exported.get(path) ?? [];
        const own = `export { ${names.join(', ')} } from ${source(path)};`;
        return { contents: [...needed, own].join('\n'), resolveDir: folder };
      });
      build.onLoad({ filter: /./, namespace: 'group' }, ({ path }) => {
        const modules = groups[Number(path.split(':')[1])] ?? [];
        return { contents: modules.map((module) => `import ${source(module)};`).join('\n'), resolveDir: folder };
      });
    },
  };
}

/**
 * @param {Inputs} inputs
 * @param {string} entry
 * @returns {ByPart} all modules that an entry needs, including itself
 */
function partsOf(inputs, entry) {
  const later = Object.values(inputs).flatMap(({ imports }) => imports.filter(isLater).map(({ path }) => path));
  return new Map([entry, ...later].map((part) => [part, neededBy(inputs, [part])]));
}

/** @param {Inputs[string]['imports'][number]} imported */
function isLater({ kind, external }) {
  return kind === 'dynamic-import' && !external;
}

/**
 * @param {Inputs} inputs
 * @param {Iterable<string>} modules
 * @returns {Set<string>} the modules and all their imports, in execution order
 */
function neededBy(inputs, modules) {
  const found = new Set();
  const seen = new Set();
  /** @param {string} path */
  const visit = (path) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const next of inputs[path]?.imports ?? []) if (!next.external && !isLater(next)) visit(next.path);
    found.add(path);
  };
  for (const module of modules) visit(module);
  return found;
}

/**
 * @param {Inputs} inputs
 * @param {ByPart} parts
 * @param {ReadonlyMap<string, readonly string[]>} askers of each entry
 * @returns {ByPart} modules that are always loaded before an entry, whichever module requests it
 */
function loadedBefore(inputs, parts, askers) {
  const [entry] = parts.keys();
  const before = new Map([...parts.keys()].map((part) => [part, new Set(part === entry ? [] : Object.keys(inputs))]));
  // Starts with "everything" and removes what is not true for every path to the entry.
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const [part, modules] of before) {
      for (const module of modules) {
        const isThere = askers.get(part)?.every((one) => parts.get(one)?.has(module) || before.get(one)?.has(module));
        if (isThere) continue;
        modules.delete(module);
        isChanged = true;
      }
    }
  }
  return before;
}

/**
 * @param {Inputs} inputs
 * @param {ByPart} parts
 * @param {string} part
 * @returns {string[]} entries with a module that imports this entry dynamically
 */
function askersOf(inputs, parts, part) {
  const asks = (/** @type {string} */ path) => inputs[path]?.imports.some((one) => isLater(one) && one.path === part);
  return [...parts].flatMap(([asker, modules]) => ([...modules].some(asks) ? [asker] : []));
}

/**
 * @param {ByPart} parts
 * @param {ByPart} before
 * @param {readonly (readonly string[])[]} together
 * @returns {[ByPart, ByPart]} both maps with each set merged into one entry, named after its first, and loaded after
 * all earlier sets
 */
function joinParts(parts, before, together) {
  const [joined, found] = [new Map(parts), new Map(before)];
  /** @type {Set<string>} */
  const earlier = new Set();
  for (const set of together) {
    const [name = ''] = set;
    const unknown = set.find((part) => !parts.has(part));
    if (unknown !== undefined) throw new Error(`No part of the pages is called ${unknown}.`);
    const modules = new Set(set.flatMap((part) => [...(parts.get(part) ?? [])]));
    const there = new Set([...(before.get(name) ?? []), ...earlier]);
    for (const part of set) for (const one of [joined, found]) one.delete(part);
    joined.set(name, modules);
    found.set(name, there);
    for (const module of modules) earlier.add(module);
  }
  return [joined, found];
}

/**
 * @param {ByPart} parts
 * @param {ByPart} before
 * @param {ReadonlyMap<string, number>} bytes of the files that are in the scripts
 * @returns {{ modules: string[], bringers: Set<string> }[]} modules that several entries need, grouped by the entries
 * that load them
 *   first, in order
 */
function groupsOf(parts, before, bytes) {
  /** @type {Map<string, { modules: string[], bringers: Set<string> }>} */
  const groups = new Map();
  for (const module of new Set([...parts.values()].flatMap((modules) => [...modules]))) {
    const users = [...parts].flatMap(([part, modules]) => (modules.has(module) ? [part] : []));
    if (users.length === 1 || !bytes.has(module) || !/\.(m?js|tsx?)$/.test(module)) continue;
    const bringers = new Set(users.filter((part) => !before.get(part)?.has(module)));
    const key = [...bringers].join();
    groups.set(key, { modules: [...(groups.get(key)?.modules ?? []), module], bringers });
  }
  return [...groups.values()];
}

/**
 * @param {Inputs} inputs
 * @param {readonly (readonly string[])[]} groups
 * @param {ReadonlySet<string>} [modules] of an entry
 * @returns {number[]} the groups that the modules need, including those that groups need
 */
function groupsFor(inputs, groups, modules = new Set()) {
  const found = groups.flatMap((group, index) => (group.some((module) => modules.has(module)) ? [index] : []));
  const all = neededBy(inputs, [...modules, ...found.flatMap((index) => groups[index] ?? [])]);
  return all.size > modules.size ? groupsFor(inputs, groups, all) : found;
}

/**
 * @param {Metafile['outputs']} outputs
 * @returns {Map<string, number>} bytes in the scripts by source file, for files that are in them
 */
function bytesOf(outputs) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  return new Map(inputs.map(([path, { bytesInOutput }]) => [path, bytesInOutput]));
}

/**
 * @param {Inputs} inputs
 * @param {ByPart} parts
 * @param {ByPart} before
 * @param {ReadonlyMap<string, number>} bytes
 * @returns {(modules: readonly string[], part: string) => number} additional bytes that an entry would load
 */
function missingBytes(inputs, parts, before, bytes) {
  /** @type {Map<readonly string[], Set<string>>} */
  const needed = new Map();
  return (modules, part) => {
    const all = needed.get(modules) ?? neededBy(inputs, modules);
    needed.set(modules, all);
    let sum = 0;
    for (const one of all) if (!parts.get(part)?.has(one) && !before.get(part)?.has(one)) sum += bytes.get(one) ?? 0;
    return sum;
  };
}
