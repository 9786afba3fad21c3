import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { groupChunks, lazyImportsOf } from '../cli/build/chunks.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cutroom-chunks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Source of a module that imports others when it runs and loads some lazily. */
function needing(name: string, others: string[] = [], later: string[] = []): string {
  const file = (other: string) => JSON.stringify(`./${other}.ts`);
  const imports = others.map((other) => `import ${other} from ${file(other)};`);
  const loads = later.map((other) => `${other}: () => import(${file(other)})`);
  const made = others.length > 0 ? `'${name}(' + [${others}] + ')'` : `'${name}'`;
  // Large enough not to join another file.
  const weight = `globalThis.weighs = '${name.repeat(2000)}';`;
  return [...imports, weight, `export default ${made};`, `export const open = { ${loads} };`].join('\n');
}

const options = {
  ...{ entryPoints: ['main.ts'], outdir: 'built', bundle: true, format: 'esm', splitting: true },
  ...{ metafile: true, outExtension: { '.js': '.mjs' } },
} satisfies BuildOptions;

/** Writes the modules and builds them in groups. Returns the file of each module, and the built page. */
async function built(name: string, files: Record<string, string>, chains: string[][][]) {
  const source = join(folder, name);
  mkdirSync(source);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(source, `${file}.ts`), text);
  const { metafile: draft } = await build({ ...options, absWorkingDir: source, write: false });
  const plugins = [groupChunks(draft, ['main.ts'], chains)];
  const { metafile } = await build({ ...options, absWorkingDir: source, plugins });
  const fileOf = (module: string) =>
    Object.entries(metafile.outputs).find(([, { inputs }]) => `${module}.ts` in inputs)?.[0] as string;
  const importsOf = (module: string) => metafile.outputs[fileOf(module)]?.imports.map(({ path }) => path) ?? [];
  const page = () => import(pathToFileURL(join(source, 'built/main.mjs')).href);
  return { draft, fileOf, importsOf, page };
}

it('bundles modules that load together into one file, loads nothing else, and keeps their order', async () => {
  const files = {
    main: needing('main', ['base'], ['studio', 'home']),
    base: needing('base'),
    home: needing('home', ['base', 'media']),
    studio: needing('studio', ['stage', 'scenes'], ['panel', 'trim', 'color']),
    color: needing('color', ['colors', 'times']),
    panel: needing('panel', ['base', 'scenes', 'colors', 'times']),
    trim: needing('trim', ['stage', 'scenes', 'panel', 'colors']),
    stage: needing('stage', ['media']),
    scenes: needing('scenes', ['stage']),
    ...{ media: needing('media'), colors: needing('colors'), times: needing('times') },
  };
  const chains = [[['home.ts']], [['studio.ts'], ['panel.ts', 'trim.ts']]];
  const { draft, fileOf, importsOf, page } = await built('pages', files, chains);
  expect(lazyImportsOf(draft.inputs, 'studio.ts')).toEqual(['panel.ts', 'trim.ts', 'color.ts']);
  expect(fileOf('scenes')).toBe(fileOf('stage'));
  expect(fileOf('colors')).toBe(fileOf('times'));
  expect(new Set(['base', 'media', 'stage', 'colors'].map(fileOf)).size).toBe(4);
  expect(importsOf('home')).not.toContain(fileOf('stage'));
  const { open } = await page();
  const studio = await open.studio();
  expect(studio.default).toBe('studio(stage(media),scenes(stage(media)))');
  expect((await studio.open.panel()).default).toBe('panel(base,scenes(stage(media)),colors,times)');
  expect((await studio.open.trim()).default).toMatch(/^trim\(stage/);
  expect((await open.home()).default).toBe('home(base,media)');
});

it('adds a small file to one that is always loaded with it, unless it would load more', async () => {
  const files = {
    main: needing('main', [], ['home', 'studio', 'tool']),
    home: needing('home', ['shared', 'tiny', 'needy']),
    studio: needing('studio', ['shared', 'tiny', 'needy', 'late']),
    tool: needing('tool', ['shared']),
    ...{ shared: needing('shared'), late: needing('late') },
    tiny: `export default 'tiny';`,
    needy: `import tiny from './tiny.ts'; export default 'needy ' + tiny;`,
  };
  const { fileOf, page } = await built('small', files, [[['home.ts']], [['studio.ts']], [['tool.ts']]]);
  expect(fileOf('tiny')).toBe(fileOf('shared'));
  expect(fileOf('needy')).toBe(fileOf('shared'));
  expect(fileOf('late')).not.toBe(fileOf('shared'));
  const { open } = await page();
  expect((await open.home()).default).toBe('home(shared,tiny,needy tiny)');
});

it('rejects a load that the pages do not have', async () => {
  const files = { main: needing('main') };
  await expect(built('unknown', files, [[['nobody.ts']]])).rejects.toThrow('The pages do not load nobody.ts.');
});
