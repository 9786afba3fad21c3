import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './paths.mjs';

/**
 * Links the command line into node_modules/.bin, so that `npx cutroom` finds it here: npm does not link a package to
 * itself.
 */
export function ensureLink() {
  const link = join(root, 'node_modules/.bin/cutroom');
  if (existsSync(link)) return;
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync(relative(dirname(link), join(root, 'cli/bin.mjs')), link);
}
