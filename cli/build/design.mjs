// The page of the design system, for developers of the pages. Built on demand, never part of the product.

import { join } from 'node:path';
import { root } from './paths.mjs';

/** How the page is built. With `write: false` its files stay in memory. */
export const designBuild = {
  absWorkingDir: root,
  entryPoints: { main: 'ui/design/main.tsx' },
  outdir: join(root, 'ui/design'),
  bundle: true,
  format: /** @type {const} */ ('esm'),
  jsx: /** @type {const} */ ('automatic'),
  target: 'es2022',
  write: false,
  logLevel: /** @type {const} */ ('warning'),
  loader: {
    '.woff2': /** @type {const} */ ('file'),
    '.svg': /** @type {const} */ ('file'),
    '.png': /** @type {const} */ ('file'),
  },
  define: { 'process.env.NODE_ENV': '"production"' },
};

/**
 * Serves the page on this machine only, rebuilt on every load.
 * @param {number} port 0 uses any free one.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveDesign(port) {
  const { context } = await import('esbuild');
  const building = await context(designBuild);
  const { port: taken } = await building.serve({ host: '127.0.0.1', port, servedir: designBuild.outdir });
  return { url: `http://localhost:${taken}/`, close: () => building.dispose() };
}
