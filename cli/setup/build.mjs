// Builds the command line, the server and the pages into dist/: node cli/setup/build.mjs

import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { addArticles } from './articles.mjs';
import { editSources } from './editSources.mjs';
import { keepFormerAssets } from './formerAssets.mjs';
import { hashOf } from './hash.mjs';
import { inlineData } from './inlineData.mjs';
import { joinChunks } from './joinChunks.mjs';
import { leaveOut } from './leaveOut.mjs';
import { writeNotices } from './notices.mjs';
import { writeManifest, writeServiceWorker } from './offline.mjs';
import { distFolder, root } from './paths.mjs';
import { addPictures } from './pictures.mjs';
import { run } from './run.mjs';
import { importTs } from './runTs.mjs';
import { leaveSheets, waitForSheets, writeSheets } from './sheets.mjs';
import { singleIcons } from './singleIcons.mjs';
import { runMain, say } from './tell.mjs';

/** @import { BuildOptions, Metafile } from 'esbuild' */

/** Everything that the build depends on. */
const sources = [
  ...['engine', 'ui', 'cli', 'api', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['fixtures/pictures', 'fixtures/makePictures.ts', 'fixtures/projects'],
  ...['fixtures/collections', 'fixtures/makeTemplates.ts'],
];

/** What makes other frames, or may: of it the builds that render together have the same, see api/system/maker.ts. */
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
 * Builds what has changed since the last build; nothing when nothing has. Of several processes one builds and the
 * others wait for it, so that nobody reads from a build that is being replaced.
 * @returns {Promise<boolean>} whether it built
 */
export async function ensureBuild() {
  const hash = hashOf(sources);
  const stamp = join(distFolder, '.built-from');
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (isBuilt()) return false;
  return alone(async () => {
    if (isBuilt()) return false;
    say('Building.');
    // Built aside and swapped in whole, so that a failed or interrupted build leaves the last good one.
    const draft = `${distFolder}.${process.pid}`;
    const former = `${draft}.former`;
    try {
      mkdirSync(draft, { recursive: true });
      const command = await buildCommand(draft);
      const pages = await buildPages(join(draft, 'web'));
      writeNotices(join(draft, 'web/third-party-notices.txt'), [command, pages]);
      keepFormerAssets(distFolder, draft);
      writeFileSync(join(draft, '.built-from'), hash);
      // Removing takes a while, in which a command that is started would find nothing.
      if (existsSync(distFolder)) renameSync(distFolder, former);
      renameSync(draft, distFolder);
    } finally {
      for (const folder of [draft, former]) rmSync(folder, { recursive: true, force: true });
    }
    return true;
  });
}

/** A build takes seconds; whoever held the lock for longer than this, milliseconds, is gone. */
const STALE_MS = 60_000;

/**
 * Runs a work while no other process runs one.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function alone(work) {
  const lock = join(root, 'node_modules/.cache/cutroom-build.lock');
  mkdirSync(dirname(lock), { recursive: true });
  while (!take(lock)) await setTimeout(100);
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** @param {string} lock */
function take(lock) {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (since > 0 && Date.now() - since > STALE_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/**
 * Packages that stay imports: those with native parts or files of their own, and the service's. The small ones are
 * bundled, which more than halves the command line's time to start.
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
 * The command line with the server in it: cutroom.mjs and, beside it, what only some commands load; and once more as one
 * script, which is compiled ahead.
 * @param {string} folder
 * @returns what it is made of
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
    // Half of what a short call takes is reading the program; names stay for those who read a stack.
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
    // Bundled CommonJS asks for Node's own modules by require.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  });
  await build({
    ...options,
    entryPoints: { cutroom: 'cli/main.ts' },
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    splitting: false,
    // A script that comes from what was compiled ahead cannot import while it runs; it can require.
    supported: { 'dynamic-import': false },
    define: { ...options.define, 'import.meta.url': 'scriptUrl' },
    // A function of the program that had a parameter's name would take its place.
    banner: {
      js: "(function (require, module, pathOfThisScript) { const scriptUrl = require('node:url').pathToFileURL(pathOfThisScript).href;",
    },
    footer: { js: '})' },
  });
  // Where it fails, the parts are loaded as they are.
  await run(process.execPath, [join(root, 'cli/setup/compile.mjs'), folder]);
  return metafile;
}

/** The first script of the pages. */
const ENTRY = 'ui/main.tsx';

/** What the Studio loads at the same time, in order: itself, the first scene, and what the first layer needs (ui/studio/preload.ts). */
const STUDIO = [
  ['ui/studio/Studio.tsx'],
  ['ui/studio/stage/Stage.tsx', 'ui/studio/scenes/SceneColumn.tsx', 'ui/studio/shortcuts/bindShortcuts.ts'],
  [
    ...['ui/studio/panels/panels.ts', 'ui/studio/footer/footers.ts', 'ui/studio/Over.tsx', 'ui/preview/paintScene.ts'],
    ...['ui/media/addAll.ts', 'ui/media/measureFile.ts', 'ui/studio/state/fitTexts.ts'],
  ],
];

/**
 * The pages: index.html, assets/ with the hash of their contents in their names, fonts.css and fonts/.
 * @param {string} folder
 * @returns what they are made of
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
    // The maps lie beside the scripts: a note of it in each of some sixty files would be 2 kB of a first load.
    sourcemap: 'external',
    metafile: true,
    // A group of modules names some that have no effect but what they export.
    logOverride: { 'ignored-bare-import': 'silent' },
    loader: { '.woff2': 'file', '.woff': 'file', '.svg': 'file', '.png': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
  };
  const { pictures, edit: namePictures } = await addPictures(assets);
  const { articles, edit: nameArticles } = await addArticles(assets, pictures);
  const edits = [await inlineData(), namePictures, nameArticles, singleIcons()];
  // Which part needs which sheets, and which modules always come together, is known once all parts are.
  const { metafile: draft } = await build({
    ...options,
    plugins: [leaveOut(), editSources(edits)],
    write: false,
  });
  const sheets = await writeSheets(draft, ENTRY, assets);
  const { metafile } = await build({
    ...options,
    plugins: [
      joinChunks(draft, ENTRY, STUDIO),
      leaveOut(),
      leaveSheets(sheets),
      editSources([...edits, waitForSheets(sheets)]),
    ],
  });
  writeFileSync(join(folder, 'index.html'), pageOf(readFileSync(join(root, 'ui/index.html'), 'utf8'), metafile));
  await writeManifest(folder);
  await writeServiceWorker(folder, metafile, [...sheets.needed.values()].flat(), ENTRY);
  const heads = articles.map(({ path, title, summary }) => [path, { title, description: summary }]);
  writeFileSync(join(folder, 'articles.json'), JSON.stringify(Object.fromEntries(heads)));
  await copyFonts(folder);
  return metafile;
}

/**
 * The page that loads the built script and styles.
 * @param {string} html ui/index.html
 * @param {Metafile} metafile what esbuild wrote
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
 * Copies the fonts of text layers out of their packages, and writes the style sheet that names them.
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

if (process.argv[1] === join(root, 'cli/setup/build.mjs')) {
  await runMain(async () => {
    if (!(await ensureBuild())) say('The build is up to date.');
  });
}
