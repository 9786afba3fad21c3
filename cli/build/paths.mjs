import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the project's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Folder of the build. */
export const distFolder = join(root, 'dist');

/** Disposable cache of the setup; deleted with node_modules. */
export const cacheFolder = join(root, 'node_modules/.cache/cutroom');
