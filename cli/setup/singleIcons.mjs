// Imports icons of the pages individually.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const lucide = 'lucide-react';

/**
 * Imports icons from their own files. Through the package's index, a chunk with one icon would load the icons of all
 * chunks, because esbuild splits code by files.
 * @returns {import('./editSources.mjs').Edit}
 */
export function singleIcons() {
  const door = join(dirname(createRequire(import.meta.url).resolve(lucide)), '../esm/lucide-react.mjs');
  const files = iconFiles(readFileSync(door, 'utf8'), dirname(door));
  return (text) =>
    text.replaceAll(/^import \{([^}]*)\} from 'lucide-react';/gm, (_, names) => importsOf(String(names), files));
}

/**
 * @param {string} door text of the package's index
 * @param {string} folder of the index
 * @returns {Map<string, string>} file of each icon by name
 */
function iconFiles(door, folder) {
  const lines = door.matchAll(/^export \{([^}]*)\} from '(\.\/icons\/[^']*)';/gm);
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      names.split(',').map((name) => [name.replace('default as', '').trim(), join(folder, file)]),
    ),
  );
}

/**
 * @param {string} names between the braces of an import; types are omitted
 * @param {ReadonlyMap<string, string>} files
 */
function importsOf(names, files) {
  const icons = names.split(',').map((name) => name.trim());
  return icons
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => {
      const [icon = '', as = icon] = name.split(/\s+as\s+/);
      const file = files.get(icon);
      if (file === undefined) throw new Error(`${lucide} has no icon ${icon}.`);
      return `import ${as} from ${JSON.stringify(file)};`;
    })
    .join(' ');
}
