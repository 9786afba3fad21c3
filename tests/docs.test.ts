import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFamilyById } from '../engine/painters/fontsCatalogue.ts';
import manifest from '../package.json' with { type: 'json' };
import { topLevel } from './support/rooms.ts';
import { filesUnder, importsOf, root, textOf } from './support/sources.ts';

const readme = textOf('README.md');
const files = filesUnder();
const pages = files.filter((path) => path.endsWith('.md'));
const folders = topLevel.filter((name) => !name.includes('.') && name !== 'LICENSE');

/** Everything between backticks. */
const quoted = [...readme.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');

describe('the README', () => {
  it('names every top folder, and only folders and files that are there', () => {
    expect(folders.filter((name) => !quoted.includes(`${name}/`))).toEqual([]);
    const paths = quoted.filter((text) => folders.some((name) => text.startsWith(`${name}/`)));
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names only npm scripts that exist, and all of them that start something', () => {
    const lines = [...quoted, ...readme.split('\n')];
    const named = lines.flatMap((line) => /^npm (?:run )?(\w+)/.exec(line)?.[1] ?? []);
    expect(named.filter((name) => !(name in manifest.scripts))).toEqual([]);
    expect(Object.keys(manifest.scripts).filter((name) => !named.includes(name))).toEqual([]);
  });

  it('names every command of the command line', () => {
    const commands = filesUnder('cli/commands').map((path) => path.replace(/^.*\/|\.ts$/g, ''));
    const named = quoted.flatMap((text) => /^cutroom (\w+)/.exec(text)?.[1] ?? []);
    expect([...new Set(named)].sort()).toEqual(commands.sort());
  });

  it('names every environment variable that the program reads, and no other', () => {
    const program = files.filter((path) => /^(api|cli)\/.*\.(ts|mjs)$/.test(path));
    const given = ['PATH', 'DEBIAN_FRONTEND', 'NODE_ENV', 'CUTROOM_TEST_REPORT'];
    const text = program.map(textOf).join('\n');
    const read = [
      ...[...text.matchAll(/\benv(?:\.|\[')([A-Z][A-Z_0-9]+)/g)].map((match) => match[1] ?? ''),
      ...[...text.matchAll(/\{([^}=]*[A-Z_]+[^}]*)\} = process\.env/g)].flatMap(
        (match) => (match[1] ?? '').match(/[A-Z][A-Z_0-9]+/g) ?? [],
      ),
      ...[...text.matchAll(/variable: '([A-Z_]+)'/g)].map((match) => match[1] ?? ''),
    ].filter((name) => !given.includes(name));
    const named = quoted.filter((text) => /^[A-Z][A-Z_0-9]+$/.test(text) && text !== 'LICENSE');
    expect([...new Set(named)].sort()).toEqual([...new Set(read)].sort());
  });

  it('names every dependency, and no other package', () => {
    const table = readme.slice(readme.indexOf('## The packages'), readme.indexOf('## Licence'));
    const named = [...table.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    // A name that ends in * stands for several packages.
    const isOf = (name: string) => named.some((one) => one.endsWith('*') && name.startsWith(one.slice(0, -1)));
    expect(declared.filter((name) => !named.includes(name) && !isOf(name))).toEqual([]);
    const none = (one: string) =>
      !declared.some((name) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
    expect(named.filter(none)).toEqual([]);
  });
});

describe('every page', () => {
  it.each(pages)('%s links to what is there', (page) => {
    const links = [...textOf(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((match) => match[1] ?? '');
    const local = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(local.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });
});

describe('the packages', () => {
  const code = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path));
  const imported = new Set(code.flatMap((path) => importsOf(path)).map(({ to }) => packageOf(to)));

  it('that are imported are declared', () => {
    const declared = { ...manifest.dependencies, ...manifest.devDependencies };
    const own = (name: string) => name.startsWith('node:') || topLevel.includes(name) || name in declared;
    expect([...imported].filter((name) => !own(name))).toEqual([]);
  });

  it('that are declared for running are used', () => {
    const byName = code.map(textOf).join('\n');
    const isFont = (name: string) =>
      name.startsWith('@fontsource/') && findFamilyById(name.slice('@fontsource/'.length))?.isReady;
    const isUsed = (name: string) =>
      imported.has(name) || isFont(name) || byName.includes(`'${name.replace('@fontsource/', '')}'`);
    expect(Object.keys(manifest.dependencies).filter((name) => !isUsed(name))).toEqual([]);
  });

  it('of every platform are in the lock file, which names no addresses', () => {
    const lock: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } = JSON.parse(
      textOf('package-lock.json'),
    );
    const optional = Object.values(lock.packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
    expect(
      optional.filter((name) => !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`))),
    ).toEqual([]);
    expect(textOf('package-lock.json')).not.toContain('"resolved"');
  });
});

function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}
