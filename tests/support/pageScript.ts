import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { inject } from 'vitest';
import { onceInSuite } from './onceInSuite.ts';

/** Bundles a script for a test page, once in a suite. @param entry its path in the repository. */
export async function pageScript(entry: string, options: BuildOptions = {}): Promise<string> {
  const name = `page-${createHash('sha256').update(entry).digest('hex').slice(0, 12)}`;
  const outfile = join(inject('suiteFolder'), `${name}.js`);
  await onceInSuite(name, async () => {
    await build({ entryPoints: [entry], bundle: true, format: 'iife', target: 'es2022', ...options, outfile });
    return true;
  });
  return readFile(outfile, 'utf8');
}
