import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './paths.mjs';
import { importTs } from './runTs.mjs';

/** @import { Metafile } from 'esbuild' */

/** Sizes of the icons, in pixels. Maskable icons fill the square, because systems cut their own shape. */
const SIDES = [192, 512];

/**
 * Writes the manifest that makes the pages installable, and its icons, drawn from ui/brand.svg.
 * @param {string} folder of the pages
 */
export async function writeManifest(folder) {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const svg = readFileSync(join(root, 'ui/brand.svg'), 'utf8');
  const icons = [];
  for (const side of SIDES) {
    for (const purpose of ['any', 'maskable']) {
      const canvas = createCanvas(side, side);
      const drawn = purpose === 'any' ? svg : svg.replace(/rx="\d+"/, '');
      const sized = drawn.replace('<svg ', `<svg width="${side}" height="${side}" `);
      canvas.getContext('2d').drawImage(await loadImage(Buffer.from(sized)), 0, 0, side, side);
      const png = canvas.toBuffer('image/png');
      const hash = createHash('sha256').update(png).digest('hex').slice(0, 8).toUpperCase();
      const file = `icon-${purpose}-${side}-${hash}.png`;
      writeFileSync(join(folder, 'assets', file), png);
      icons.push({ src: `/assets/${file}`, sizes: `${side}x${side}`, type: 'image/png', purpose });
    }
  }
  const manifest = {
    ...{
      id: '/',
      name: 'Cutroom',
      short_name: 'Cutroom',
      start_url: '/studio/editor',
      scope: '/',
      display: 'standalone',
    },
    ...{ background_color: '#111216', theme_color: '#111216', icons },
  };
  writeFileSync(join(folder, 'manifest.webmanifest'), JSON.stringify(manifest));
}

/**
 * Writes the service worker with the list of a build's scripts and stylesheets.
 * @param {string} folder of the pages
 * @param {Metafile} metafile esbuild's output
 * @param {readonly { href: string }[]} sheets stylesheets that were written separately
 * @param {string} source of the first script
 */
export async function writeServiceWorker(folder, metafile, sheets, source) {
  const { build } = await import('esbuild');
  const outputs = Object.entries(metafile.outputs);
  const addressOf = (/** @type {string} */ path) => `/assets/${basename(path)}`;
  const built = outputs.map(([path]) => addressOf(path));
  const [entry = ''] = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith(source)) ?? [];
  const files = [...new Set([...built, ...sheets.map(({ href }) => href)])]
    .filter((path) => /\.(js|css|svg|woff2)$/.test(path))
    .sort();
  /** @type {any} */
  const { facesOfFamily } = await importTs(join(root, 'engine/painters/fonts.ts'));
  /** @type {{ part: string, file: string }[]} */
  const faces = facesOfFamily('Arial');
  const letters = faces.filter(({ part }) => part.startsWith('latin')).map(({ file }) => `/fonts/${file}`);
  await build({
    absWorkingDir: root,
    entryPoints: ['ui/offline/serviceWorker.ts'],
    outfile: join(folder, 'service-worker.js'),
    bundle: true,
    minify: true,
    target: 'es2022',
    logLevel: 'warning',
    define: { BUILD: JSON.stringify({ files, fonts: ['/fonts.css', ...letters], entry: addressOf(entry) }) },
  });
}
