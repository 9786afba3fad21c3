import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Lets `npx cutroom` find the command line in this folder without asking a registry: npm links no package to itself. */
export function ensureLink() {
  const link = join(root, 'node_modules/.bin/cutroom');
  if (existsSync(link)) return;
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync('../../cli/bin.mjs', link);
}
