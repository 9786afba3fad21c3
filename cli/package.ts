import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the package's folder, searching upwards from this file, because the build places code at different depths.
 */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('The folder of the package was not found.');
    folder = above;
  }
  return folder;
}

/** Returns a path if it exists, else undefined: for parts that an unbuilt tree lacks. */
export function ifExists(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}
