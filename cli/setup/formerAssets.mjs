import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names the files that belong to a build itself, not to the one before it. */
const OWN = '.own-assets';
const ASSETS = 'web/assets';

/**
 * Puts the assets of the build before beside those of a new one, so that a page of that build, open in a browser while
 * the server is built anew, still finds the parts that it has not fetched yet. Names have the hash of the content in
 * them; of older builds nothing is kept.
 * @param {string} former folder of the build before
 * @param {string} next folder of the new build
 */
export function keepFormerAssets(former, next) {
  const own = readdirSync(join(next, ASSETS));
  writeFileSync(join(next, OWN), own.join('\n'));
  if (!existsSync(join(former, OWN))) return;
  const known = new Set(own);
  for (const name of readFileSync(join(former, OWN), 'utf8').split('\n')) {
    const file = join(former, ASSETS, name);
    if (known.has(name) || name.endsWith('.map') || !existsSync(file)) continue;
    copyFileSync(file, join(next, ASSETS, name));
  }
}
