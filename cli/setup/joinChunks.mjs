// Has the modules that the pages always load together come in one file.

import { relative, resolve } from 'node:path';
import { mergeGroups } from './mergeGroups.mjs';

/** @import { Metafile, Plugin } from 'esbuild' */

/** @typedef {Metafile['inputs']} Inputs */
/** Modules of each part (the first script, and all that import() loads), by the part's source file. @typedef {Map<string, Set<string>>} ByPart */

/**
 * How much a byte or a file counts in a part that a page asks for later, against one of the page itself, for which people
 * wait. Measured: with 1 a Studio with a scene and its panels loads some 170 scripts, with this some 100, and 6 % fewer bytes.
 */
const LATER_WEIGHT = 0.1;

/**
 * A part of esbuild. Splitting alone makes a file for every set of parts that share a module, though most parts of the
 * pages come only after others that have brought it: a hundred small files, which pack badly. Here the modules that the
 * same parts bring first are one file: each part imports the whole of every such group that it needs something of. Small
 * groups go with others (mergeGroups.mjs); but for these, what is loaded when stays as it is.
 * @param {Metafile} metafile of a build of the pages without this.
 * @param {string} entry source file of the first script.
 * @param {readonly (readonly string[])[]} [together] source files of parts that come at the same time, one set after the
 *   other, though nothing in them says so. Where one comes alone, it brings what was meant for all of its set.
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
      // What imports the groups stands before the part itself, which modules of the groups may import too.
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
 * @returns {ByPart} all that a part needs, itself too
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
 * @returns {Set<string>} they and all that they import, in the order in which they run
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
 * @param {ReadonlyMap<string, readonly string[]>} askers of each part
 * @returns {ByPart} what is there already when a part is asked for, whoever asks
 */
function loadedBefore(inputs, parts, askers) {
  const [entry] = parts.keys();
  const before = new Map([...parts.keys()].map((part) => [part, new Set(part === entry ? [] : Object.keys(inputs))]));
  // From "everything" down to what is true of all ways to it.
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
 * @returns {string[]} the parts with a module that loads this one
 */
function askersOf(inputs, parts, part) {
  const asks = (/** @type {string} */ path) => inputs[path]?.imports.some((one) => isLater(one) && one.path === part);
  return [...parts].flatMap(([asker, modules]) => ([...modules].some(asks) ? [asker] : []));
}

/**
 * @param {ByPart} parts
 * @param {ByPart} before
 * @param {readonly (readonly string[])[]} together
 * @returns {[ByPart, ByPart]} the same with each set as one part, called like its first, after all of the sets before it
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
 * @param {ReadonlyMap<string, number>} bytes of the files of which something is in the scripts
 * @returns {{ modules: string[], bringers: Set<string> }[]} the modules that several parts need, grouped by the parts that
 *   bring them, in order
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
 * @param {ReadonlySet<string>} [modules] of a part
 * @returns {number[]} the groups that it needs something of, and those that these need
 */
function groupsFor(inputs, groups, modules = new Set()) {
  const found = groups.flatMap((group, index) => (group.some((module) => modules.has(module)) ? [index] : []));
  const all = neededBy(inputs, [...modules, ...found.flatMap((index) => groups[index] ?? [])]);
  return all.size > modules.size ? groupsFor(inputs, groups, all) : found;
}

/**
 * @param {Metafile['outputs']} outputs
 * @returns {Map<string, number>} bytes of each source file in the scripts, where something of it is in them
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
 * @returns {(modules: readonly string[], part: string) => number} bytes that a part would bring besides its own
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
