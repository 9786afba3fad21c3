import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { joinChunks } from '../cli/setup/joinChunks.mjs';
import { mergeGroups } from '../cli/setup/mergeGroups.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cutroom-chunks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Source of a module that imports others when it runs and loads some lazily. */
function needing(name: string, others: string[] = [], later: string[] = []): string {
  const file = (other: string) => JSON.stringify(`./${other}.ts`);
  const imports = others.map((other) => `import ${other} from ${file(other)};`);
  const loads = later.map((other) => `${other}: () => import(${file(other)})`);
  const made = others.length > 0 ? `'${name}(' + [${others}] + ')'` : `'${name}'`;
  // Large enough not to be merged into another file.
  const weight = `globalThis.weighs = '${name.repeat(200)}';`;
  return [...imports, weight, `export default ${made};`, `export const open = { ${loads} };`].join('\n');
}

it('bundles modules that always load together into one file, loads nothing else, and keeps their order', async () => {
  const source = join(folder, 'pages');
  mkdirSync(source);
  const files = {
    main: needing('main', ['base'], ['studio', 'home']),
    base: needing('base'),
    home: needing('home', ['base', 'media']),
    studio: needing('studio', ['stage', 'scenes'], ['panel', 'trim']),
    panel: needing('panel', ['base', 'scenes']),
    trim: needing('trim', ['stage', 'scenes', 'panel']),
    stage: needing('stage', ['media']),
    scenes: needing('scenes', ['stage']),
    media: needing('media'),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(source, `${name}.ts`), text);
  const options = {
    ...{ absWorkingDir: source, entryPoints: ['main.ts'], outdir: join(folder, 'pages-built'), bundle: true },
    ...{ format: 'esm', splitting: true, metafile: true, outExtension: { '.js': '.mjs' } },
  } satisfies BuildOptions;
  const { metafile: draft } = await build({ ...options, write: false });
  const { metafile } = await build({ ...options, plugins: [joinChunks(draft, 'main.ts')] });
  const fileOf = (name: string) =>
    Object.entries(metafile.outputs).find(([, { inputs }]) => name in inputs)?.[0] as string;
  expect(fileOf('scenes.ts')).toBe(fileOf('stage.ts'));
  expect(fileOf('media.ts')).not.toBe(fileOf('stage.ts'));
  expect(metafile.outputs[fileOf('home.ts')]?.imports.map(({ path }) => path)).not.toContain(fileOf('stage.ts'));
  const built = await import(pathToFileURL(join(folder, 'pages-built/main.mjs')).href);
  const studio = await built.open.studio();
  expect(studio.default).toBe('studio(stage(media),scenes(stage(media)))');
  expect((await studio.open.panel()).default).toBe('panel(base,scenes(stage(media)))');
  expect((await studio.open.trim()).default).toMatch(/^trim\(stage/);
  expect((await built.open.home()).default).toBe('home(base,media)');
});

it('bundles dependencies of several parts into one file if the parts are declared to load together', async () => {
  const source = join(folder, 'together');
  mkdirSync(source);
  const large = (name: string) => `export default ${JSON.stringify(name.repeat(9000))};\n`;
  const files = {
    main: needing('main', [], ['studio']),
    studio: needing('studio', [], ['panel', 'footer', 'sheet']),
    panel: needing('panel', ['colors']),
    footer: needing('footer', ['times']),
    sheet: needing('sheet', ['colors', 'times']),
    ...{ colors: large('c'), times: large('t') },
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(source, `${name}.ts`), text);
  const options = {
    ...{ absWorkingDir: source, entryPoints: ['main.ts'], outdir: join(source, 'built'), bundle: true },
    ...{ format: 'esm', splitting: true, metafile: true, write: false },
  } satisfies BuildOptions;
  const { metafile: draft } = await build(options);
  const filesWith = async (...together: string[][]) => {
    const { metafile } = await build({ ...options, plugins: [joinChunks(draft, 'main.ts', together)] });
    return ['colors.ts', 'times.ts'].map((name) =>
      Object.values(metafile.outputs).findIndex(({ inputs }) => name in inputs),
    );
  };
  expect(new Set(await filesWith()).size).toBe(2);
  expect(new Set(await filesWith(['studio.ts'], ['panel.ts', 'footer.ts'])).size).toBe(1);
  await expect(filesWith(['studio.ts'], ['nobody.ts'])).rejects.toThrow('No part of the pages is called nobody.ts.');
});

it('merges small files into others that usually load at the same time, but no large ones', () => {
  const bytes: Record<string, number> = { small: 50, tiny: 10, large: 9000, other: 9000 };
  const group = (module: string, ...bringers: string[]) => ({ modules: [module], bringers: new Set(bringers) });
  const groups = [
    group('small', 'a', 'b'),
    group('large', 'a', 'b', 'c'),
    group('tiny', 'a', 'b', 'd'),
    group('other', 'd'),
  ];
  const missing = (modules: readonly string[]) => modules.reduce((sum, one) => sum + (bytes[one] ?? 0), 0);
  const merged = mergeGroups(groups, missing);
  expect(merged.map(({ modules }) => modules.toSorted())).toEqual([['large', 'small'], ['tiny'], ['other']]);
  expect([...(merged[0]?.bringers ?? [])].toSorted()).toEqual(['a', 'b', 'c']);
});
