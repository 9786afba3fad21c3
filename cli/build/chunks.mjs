// Groups the modules of the pages into a few scripts.

import { relative, resolve } from 'node:path';

/** @import { Metafile, Plugin } from 'esbuild' */

/** @typedef {{ modules: string[], loads: Set<Set<string>> }} Group modules that the same loads need */

/** A group with less code than this, in bytes, joins a larger one: a request costs more. */
const SMALL = 2000;

/**
 * Returns an esbuild plugin. Splitting alone makes a script for every set of dynamic imports that share a module:
 * several hundred, most of them tiny. Here the modules that the same loads need become one script.
 * @param {Metafile} metafile of a build of the pages without this plugin
 * @param {readonly string[]} first source files that every page loads
 * @param {readonly (readonly (readonly string[])[])[]} chains each lists loads that follow one another, and each load
 * the source files that are loaded at the same time. Modules that no load needs are split by esbuild.
 * @returns {Plugin}
 */
export function groupChunks({ inputs, outputs }, first, chains) {
  const bytes = new Map(
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).map(([path, { bytesInOutput }]) => [path, bytesInOutput]),
    ),
  );
  const groups = groupsOf(inputs, bytes, first, chains).map(({ modules }) =>
    modules.filter((path) => bytes.has(path) && /\.(m?js|tsx?)$/.test(path)),
  );
  const groupOf = new Map(groups.flatMap((modules, index) => modules.map((path) => [path, index])));
  /** Groups that modules need. A group brings all its modules, which may need more groups. */
  const groupsFor = (/** @type {readonly string[]} */ modules) => {
    const found = new Set([...neededBy(inputs, modules)].flatMap((path) => groupOf.get(path) ?? []));
    for (const index of found)
      for (const path of neededBy(inputs, groups[index] ?? [])) found.add(groupOf.get(path) ?? index);
    return [...found].sort((a, b) => a - b);
  };
  const exported = new Map(Object.values(outputs).map((output) => [output.entryPoint, output.exports ?? []]));
  return {
    name: 'group-chunks',
    setup(build) {
      const folder = build.initialOptions.absWorkingDir ?? process.cwd();
      const source = (/** @type {string} */ path) => JSON.stringify(resolve(folder, path));
      // An entry imports whole groups before itself; modules of the groups may import it too.
      build.onResolve({ filter: /^[^:]*\.tsx?$/ }, ({ kind, path, resolveDir }) =>
        kind === 'entry-point' || kind === 'dynamic-import'
          ? { path: relative(folder, resolve(resolveDir, path)), namespace: 'part' }
          : undefined,
      );
      build.onResolve({ filter: /^group:\d+$/ }, ({ path }) => ({ path, namespace: 'group' }));
      build.onLoad({ filter: /./, namespace: 'part' }, ({ path }) => {
        const own = `export { ${(exported.get(path) ?? []).join(', ')} } from ${source(path)};`;
        const contents = [...groupsFor([path]).map((index) => `import 'group:${index}';`), own].join('\n');
        return { contents, resolveDir: folder };
      });
      build.onLoad({ filter: /./, namespace: 'group' }, ({ path }) => {
        const modules = groups[Number(path.split(':')[1])] ?? [];
        return { contents: modules.map((module) => `import ${source(module)};`).join('\n'), resolveDir: folder };
      });
    },
  };
}

/**
 * @param {Metafile['inputs']} inputs
 * @param {string} path of a module
 * @returns {string[]} the modules that it imports dynamically
 */
export function lazyImportsOf(inputs, path) {
  const { imports = [] } = inputs[path] ?? {};
  return imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external).map((one) => one.path);
}

/**
 * @param {Metafile['inputs']} inputs
 * @param {readonly string[]} modules
 * @returns {Set<string>} the modules and all their static imports
 */
function neededBy(inputs, modules) {
  const found = new Set(modules);
  for (const path of found)
    for (const next of inputs[path]?.imports ?? [])
      if (!next.external && next.kind !== 'dynamic-import') found.add(next.path);
  return found;
}

/**
 * @param {Metafile['inputs']} inputs
 * @param {readonly string[]} first
 * @returns {Set<string>} modules that several entries need; the others are part of their entry's own script
 */
function sharedModules(inputs, first) {
  const seen = new Set();
  const shared = new Set();
  for (const entry of new Set([...first, ...Object.keys(inputs).flatMap((path) => lazyImportsOf(inputs, path))]))
    for (const path of neededBy(inputs, [entry])) (seen.has(path) ? shared : seen).add(path);
  return shared;
}

/**
 * @param {Metafile['inputs']} inputs
 * @param {ReadonlyMap<string, number>} bytes of the modules that are in the scripts
 * @param {readonly string[]} first
 * @param {readonly (readonly (readonly string[])[])[]} chains
 * @returns {Group[]} the first group is loaded by every page
 */
function groupsOf(inputs, bytes, first, chains) {
  const base = neededBy(inputs, first);
  const shared = sharedModules(inputs, first);
  const common = [...base].filter((path) => shared.has(path));
  /** @type {Map<string, Set<string>>} */
  const known = new Map();
  for (const chain of chains) {
    const earlier = new Set(base);
    for (const paths of chain) {
      const unknown = paths.find((path) => !(path in inputs));
      if (unknown !== undefined) throw new Error(`The pages do not load ${unknown}.`);
      const own = [...neededBy(inputs, paths)].filter((path) => !earlier.has(path));
      for (const path of own) earlier.add(path);
      // A load of a single entry becomes one script.
      if (paths.length === 1) for (const path of own) shared.add(path);
      // Several chains may begin with the same load.
      if (!known.has(paths.join())) known.set(paths.join(), new Set(own));
    }
  }
  const loads = [...known.values()];
  /** @type {Map<string, Group>} */
  const groups = new Map([['', { modules: common, loads: new Set(loads) }]]);
  for (const path of new Set(loads.flatMap((load) => [...load]))) {
    if (!shared.has(path)) continue;
    const needing = loads.filter((load) => load.has(path));
    const key = needing.map((load) => loads.indexOf(load)).join();
    const group = groups.get(key) ?? { modules: [], loads: new Set(needing) };
    group.modules.push(path);
    groups.set(key, group);
  }
  return joinSmall(inputs, bytes, [...groups.values()]);
}

/**
 * Joins each small group with the one that is loaded with it, and least often without it.
 * @param {Metafile['inputs']} inputs
 * @param {ReadonlyMap<string, number>} bytes
 * @param {Group[]} groups
 */
function joinSmall(inputs, bytes, [base, ...others]) {
  let groups = base ? [...others, base] : [];
  const isSmall = (/** @type {Group} */ { modules }) =>
    modules.reduce((sum, path) => sum + (bytes.get(path) ?? 0), 0) < SMALL;
  for (const small of others.filter(isSmall)) {
    const needed = [...neededBy(inputs, small.modules)].filter((path) => bytes.has(path));
    const target = groups
      .filter((group) => group !== small && [...small.loads].every((load) => group.loads.has(load)))
      .sort((a, b) => a.loads.size - b.loads.size)
      .find(({ modules }) => {
        const there = neededBy(inputs, [...(base?.modules ?? []), ...modules]);
        return needed.every((path) => there.has(path) || small.modules.includes(path));
      });
    if (!target) continue;
    target.modules.push(...small.modules);
    groups = groups.filter((group) => group !== small);
  }
  return groups;
}
