import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, absolute. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Where the build is written. */
export const distFolder = join(root, 'dist');

/** Where setup keeps what it may throw away; goes with node_modules. */
export const cacheFolder = join(root, 'node_modules/.cache/cutroom');
