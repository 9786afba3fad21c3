import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the files of a build itself, without those of the previous build. */
const OWN = '.own-assets';
const ASSETS = 'web/assets';

/**
 * Copies the assets of the previous build into a new one, so that a page that is still open finds chunks that it has
 * not loaded yet. Names contain content hashes. Assets of older builds are dropped.
 * @param {string} former folder of the previous build
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
