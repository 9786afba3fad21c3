// Gives each part of the pages its own icons.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const lucide = 'lucide-react';

/**
 * Has icons imported from their own files. Through the package's one door whoever needs a single icon would load those of
 * all parts: esbuild splits code by whole files.
 * @returns {import('./editSources.mjs').Edit}
 */
export function singleIcons() {
  const door = join(dirname(createRequire(import.meta.url).resolve(lucide)), '../esm/lucide-react.mjs');
  const files = iconFiles(readFileSync(door, 'utf8'), dirname(door));
  return (text) =>
    text.replaceAll(/^import \{([^}]*)\} from 'lucide-react';/gm, (_, names) => importsOf(String(names), files));
}

/**
 * @param {string} door text of the package's door
 * @param {string} folder of the door
 * @returns {Map<string, string>} the file of each icon, by its name
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
 * @param {string} names between the braces of an import; types are left out
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
