import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package, found from this file upwards: the build puts code at different depths. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('The folder of the package was not found.');
    folder = above;
  }
  return folder;
}

/** A path if there is something, else undefined: parts that an unbuilt tree lacks. */
export function ifThere(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}
