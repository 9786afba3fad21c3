// Builds the command line, the server and the pages into dist/: node cli/build/build.mjs

import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { cachesModules } from '../compiled.mjs';
import { addArticles } from './articles.mjs';
import { groupChunks, lazyImportsOf } from './chunks.mjs';
import { keepFormerAssets } from './formerAssets.mjs';
import { hashOf } from './hash.mjs';
import { writeNotices } from './notices.mjs';
import { writeManifest, writeServiceWorker } from './offline.mjs';
import { distFolder, root } from './paths.mjs';
import { addPictures } from './pictures.mjs';
import { run } from './run.mjs';
import { importTs } from './runTs.mjs';
import { leaveSheets, waitForSheets, writeSheets } from './sheets.mjs';
import { editSources, inlineData, leaveOut, singleIcons } from './sources.mjs';
import { printStep, runMain } from './tell.mjs';

/** @import { BuildOptions, Metafile } from 'esbuild' */

/** Everything that the build depends on. */
const sources = [
  ...['engine', 'ui', 'cli', 'api', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['fixtures/pictures', 'fixtures/makePictures.ts', 'fixtures/projects'],
  ...['fixtures/collections', 'fixtures/makeTemplates.ts'],
];

/**
 * Sources that may change rendered frames. Builds that render together must have the same hash of them, see
 * api/system/buildIdentity.ts.
 */
const rendering = ['engine', 'api', 'package.json', 'package-lock.json'];

/** @type {BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  splitting: true,
  logLevel: 'warning',
};

/**
 * Builds if a source changed since the last build. Of concurrent processes one builds and the others wait, so that none
 * reads a build that is being replaced.
 * @returns {Promise<boolean>} whether it built
 */
export async function ensureBuild() {
  const hash = hashOf(sources);
  const stamp = join(distFolder, '.built-from');
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isBuilt()) return false;
  return alone(async () => {
    if (isBuilt()) return false;
    printStep('Building.');
    // Built in a separate folder and swapped in, so that a failed or interrupted build leaves the last good one.
    const draft = `${distFolder}.${process.pid}`;
    const former = `${draft}.former`;
    try {
      mkdirSync(draft, { recursive: true });
      const command = await buildCommand(draft);
      const pages = await buildPages(join(draft, 'web'));
      writeNotices(join(draft, 'web/third-party-notices.txt'), [command, pages]);
      keepFormerAssets(distFolder, draft);
      writeFileSync(join(draft, '.built-from'), hash);
      // Rename instead of delete, because deleting takes a while, during which the command would be missing.
      if (existsSync(distFolder)) renameSync(distFolder, former);
      renameSync(draft, distFolder);
      // Node identifies cached modules by their paths. If this fails, nothing is cached.
      await run(process.execPath, [join(root, 'cli/build/compile.mjs'), distFolder]);
    } finally {
      for (const folder of [draft, former]) rmSync(folder, { recursive: true, force: true });
    }
    return true;
  });
}

/** A lock older than this is stale, in milliseconds; a build takes seconds. */
const STALE_MS = 60_000;

/**
 * Runs some work while no other process does.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function alone(work) {
  const lock = join(root, 'node_modules/.cache/cutroom-build.lock');
  mkdirSync(dirname(lock), { recursive: true });
  while (!acquireLock(lock)) await setTimeout(100);
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** @param {string} lock */
function acquireLock(lock) {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (since > 0 && Date.now() - since > STALE_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/**
 * Packages that are not bundled: those with native parts or files of their own, and those of the service. Bundling the
 * small ones more than halves the start time of the command line.
 */
const installed = [
  '@napi-rs/canvas',
  '@electric-sql/pglite',
  'pg',
  'pg-boss',
  'kysely',
  'fastify',
  'pino',
  '@fastify/*',
  '@opentelemetry/*',
  'esbuild',
];

/**
 * Builds the command line with the server: cutroom.mjs and the chunks that only some commands load; and its code cache.
 * @param {string} folder
 * @returns its metafile
 */
async function buildCommand(folder) {
  const { build } = await import('esbuild');
  /** @type {BuildOptions} */
  const options = {
    ...common,
    outdir: folder,
    platform: 'node',
    target: 'node20',
    external: installed,
    // Half of a short call's time is reading the program; identifiers stay readable for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: true,
    define: { CUTROOM_BUILD: JSON.stringify(hashOf(rendering).slice(0, 16)) },
  };
  const { metafile } = await build({
    ...options,
    metafile: true,
    entryPoints: {
      cutroom: 'cli/main.ts',
      paint: 'api/renderer/paint/paintMain.ts',
      thread: 'api/threadMain.ts',
    },
    outExtension: { '.js': '.mjs' },
    chunkNames: 'parts/[name]-[hash]',
    // Bundled CommonJS needs require for Node's own modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  });
  if (!cachesModules) await buildScript(build, options);
  return metafile;
}

/**
 * Builds the command line as a single script, for the code cache of Node 20.
 * @param {typeof import('esbuild').build} build
 * @param {BuildOptions} options of the command line
 */
async function buildScript(build, options) {
  await build({
    ...options,
    entryPoints: { cutroom: 'cli/main.ts' },
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    splitting: false,
    // A script from a code cache cannot use import(), but it can use require.
    supported: { 'dynamic-import': false },
    define: { ...options.define, 'import.meta.url': 'scriptUrl' },
    // The parameters must not collide with top-level names of the program.
    banner: {
      js: "(function (require, module, pathOfThisScript) { const scriptUrl = require('node:url').pathToFileURL(pathOfThisScript).href;",
    },
    footer: { js: '})' },
  });
}

/** The entry of the pages. */
const ENTRY = 'ui/main.tsx';

/**
 * What pages load together, in order: groups of scripts follow from it (chunks.mjs).
 * @param {Metafile['inputs']} inputs
 */
function loadsOf(inputs) {
  const pages = ['ui/shell/Pages.tsx'];
  const of = (/** @type {string[]} */ ...names) => names.map((name) => `ui/pages/${name}.tsx`);
  return [
    [['api/contract/client.ts']],
    [['ui/client/projects/saved.ts']],
    [['engine/browser/frames/readVideo.ts', 'ui/client/media/strips.ts']],
    [['ui/player/paintScene.ts']],
    [['engine/browser/export/exportVideo.ts']],
    [pages, of('home/Home'), lazyImportsOf(inputs, 'ui/pages/home/Home.tsx')],
    [pages, of('video/Video')],
    [pages, of('account/Entrance')],
    [pages, of('book/Book')],
    [pages, [...of('account/MyAccount', 'operator/Operator'), 'ui/client/media/uploads.ts']],
    [pages, of('products/Products')],
    [pages, of('collections/Collections')],
    [
      pages,
      ['ui/tools/ToolPage.tsx'],
      ['ui/tools/ToolWork.tsx', 'ui/tools/meme/MemeTemplates.tsx', 'ui/tools/textVideo/TextControls.tsx'],
      ['ui/tools/toolParts.tsx'],
    ],
    [
      ['ui/studio/Studio.tsx'],
      [
        ...['ui/studio/soon.ts', 'ui/studio/docked.ts'],
        ...['ui/studio/state/deferred.ts', 'engine/browser/media/measureFile.ts'],
      ],
      ['ui/studio/late.ts'],
    ],
  ];
}

/**
 * Builds the pages: index.html, assets/ with content hashes in their names, fonts.css and fonts/.
 * @param {string} folder
 * @returns their metafile
 */
async function buildPages(folder) {
  const { build } = await import('esbuild');
  const assets = join(folder, 'assets');
  /** @type {BuildOptions & { metafile: true }} */
  const options = {
    ...common,
    entryPoints: { main: ENTRY },
    outdir: assets,
    publicPath: '/assets/',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    // Maps without a reference: a comment in each of some sixty files would add 2 kB to a first load.
    sourcemap: 'external',
    metafile: true,
    // Groups import some modules only for their exports, which esbuild warns about.
    logOverride: { 'ignored-bare-import': 'silent' },
    loader: { '.woff2': 'file', '.woff': 'file', '.svg': 'file', '.png': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
  };
  const { pictures, edit: namePictures } = await addPictures(assets);
  const { articles, edit: nameArticles } = await addArticles(assets, pictures);
  const edits = [await inlineData(), namePictures, nameArticles, singleIcons()];
  // Only a first build shows which chunks need which stylesheets, and which modules are always loaded together.
  const { metafile: draft } = await build({
    ...options,
    plugins: [leaveOut(), editSources(edits)],
    write: false,
  });
  const sheets = await writeSheets(draft, ENTRY, assets);
  const { metafile } = await build({
    ...options,
    plugins: [
      groupChunks(draft, [ENTRY], loadsOf(draft.inputs)),
      leaveOut(),
      leaveSheets(sheets),
      editSources([...edits, waitForSheets(sheets)]),
    ],
  });
  writeFileSync(join(folder, 'index.html'), pageOf(readFileSync(join(root, 'ui/index.html'), 'utf8'), metafile));
  await writeManifest(folder);
  await writeServiceWorker(
    folder,
    metafile,
    [...sheets.later.values()].map((href) => ({ href })),
    ENTRY,
  );
  const heads = articles.map(({ path, title, summary }) => [path, { title, description: summary }]);
  writeFileSync(join(folder, 'articles.json'), JSON.stringify(Object.fromEntries(heads)));
  await copyFonts(folder);
  return metafile;
}

/**
 * Returns index.html with the built script and styles.
 * @param {string} html ui/index.html
 * @param {Metafile} metafile esbuild's output
 */
function pageOf(html, metafile) {
  const [path, entry] =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(ENTRY)) ?? [];
  if (path === undefined || entry === undefined) throw new Error(`The build has no entry for ${ENTRY}.`);
  const address = (/** @type {string} */ file) => `/assets/${file.split('/assets/')[1]}`;
  const styles = ['/fonts.css', ...(entry.cssBundle ? [address(entry.cssBundle)] : [])];
  const tags = [
    ...styles.map((href) => `<link rel="stylesheet" href="${href}" />`),
    `<script type="module" blocking="render" src="${address(path)}"></script>`,
  ];
  return html.replace('</head>', `${tags.map((tag) => `  ${tag}\n  `).join('')}</head>`);
}

/**
 * Copies the fonts of text layers from their packages, and writes their stylesheet.
 * @param {string} folder
 */
async function copyFonts(folder) {
  /** @type {any} */
  const { fontFaces, fontFaceCss } = await importTs(join(root, 'engine/painters/fonts.ts'));
  mkdirSync(join(folder, 'fonts'), { recursive: true });
  for (const face of fontFaces()) {
    cpSync(join(root, 'node_modules', face.package, 'files', face.file), join(folder, 'fonts', face.file));
  }
  writeFileSync(
    join(folder, 'fonts.css'),
    fontFaceCss((/** @type {string} */ file) => `/fonts/${file}`),
  );
}

if (process.argv[1] === join(root, 'cli/build/build.mjs')) {
  await runMain(async () => {
    if (!(await ensureBuild())) printStep('The build is up to date.');
  });
}
