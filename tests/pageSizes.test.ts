import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from './e2e/support/page.ts';

let webDir: string;
beforeAll(async () => {
  webDir = await buildWeb();
});

describe('the scripts that a page imports', () => {
  // Bytes are gzipped. A page must not grow because it shares one module with a larger page.
  it.each([
    ['Pages', 95_000, 9],
    ['Entrance', 122_000, 12],
    ['Book', 102_000, 12],
    ['Products', 104_000, 16],
    ['Collections', 107_000, 14],
  ])('%s needs at most %d bytes in %d files', async (entry, bytes, count) => {
    const html = await readFile(join(webDir, 'index.html'), 'utf8');
    const main = /src="\/(assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    const assets = await readdir(join(webDir, 'assets'));
    // Assets of the previous build may be there as well.
    const built = await readFile(join(webDir, 'service-worker.js'), 'utf8');
    const own = ['Pages', entry].map((name) => {
      const file = assets.find(
        (asset) => asset.startsWith(`${name}-`) && asset.endsWith('.js') && built.includes(asset),
      );
      return `assets/${file}`;
    });
    const files = new Set(
      (await Promise.all([main, ...own].map((file) => staticImports(file)))).flatMap((all) => [...all]),
    );
    const sizes = await Promise.all(
      [...files].map(async (file) => gzipSync(await readFile(join(webDir, file))).length),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`${entry}: ${(total / 1000).toFixed(1)} kB of script, gzipped, in ${files.size} files.`);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(bytes);
    expect(files.size).toBeLessThanOrEqual(count);
  });
});

/** A script and everything it imports statically, without dynamic imports. */
async function staticImports(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file)) return found;
  found.add(file);
  const text = await readFile(join(webDir, file), 'utf8');
  for (const [, path] of text.matchAll(/(?:^|[;}])import(?:[^"'()]*from)?\s*"\.?\/?([^"]+\.js)"/g)) {
    const name = (path ?? '').split('/').at(-1);
    await staticImports(`assets/${name}`, found);
  }
  return found;
}
