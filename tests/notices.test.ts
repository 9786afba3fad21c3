import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { packagesIn, refuseCopyleft } from '../cli/build/notices.mjs';
import { fontFaces } from '../engine/painters/fonts.ts';
import { root } from './support/sources.ts';

const file = join(root, 'dist/web/third-party-notices.txt');

/** License and text of each package in the notices. */
function readNotices(): Map<string, { license: string; text: string }> {
  const [, ...parts] = readFileSync(file, 'utf8').split(`\n${'-'.repeat(80)}\n\n`);
  const entries = parts.flatMap((part) => {
    const [lines = '', ...rest] = part.split('\n\n');
    return lines.split('\n').map((line) => {
      const [, name = line, license = ''] = /^(\S+) \S+ \((.+)\)$/.exec(line) ?? [];
      return [name, { license, text: rest.join('\n\n').trim() }] as const;
    });
  });
  return new Map(entries);
}

/** Packages contained in the pages or the server, found by bundling the sources. */
async function bundledPackages(): Promise<string[]> {
  const options: BuildOptions & { metafile: true } = {
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'none',
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'silent',
    target: 'es2022',
    splitting: true,
    loader: { '.woff2': 'empty', '.woff': 'empty', '.svg': 'empty', '.png': 'empty', '.md': 'text' },
  };
  const external = ['@napi-rs/canvas', '@electric-sql/pglite', 'pg', 'pg-boss', 'kysely', 'fastify', 'pino', 'esbuild'];
  const builds = [
    build({ ...options, entryPoints: ['ui/main.tsx'], platform: 'browser' }),
    build({
      ...options,
      entryPoints: ['cli/main.ts', 'api/renderer/paint/paintMain.ts'],
      platform: 'node',
      external: [...external, '@fastify/*', '@opentelemetry/*'],
    }),
  ];
  return (await Promise.all(builds)).flatMap(({ metafile }) => packagesIn(metafile));
}

describe.skipIf(!existsSync(file))('third-party notices', () => {
  it('list every bundled package, every font and all imports of the server', async () => {
    const notices = readNotices();
    const bundled = await bundledPackages();
    expect(bundled.length).toBeGreaterThan(20);
    const { dependencies } = createRequire(import.meta.url)('../package.json') as {
      dependencies: Record<string, string>;
    };
    const fonts = fontFaces().map((face) => face.package);
    const shown = ['@iconify-json/fluent-emoji-flat', '@iconify-json/lucide', 'emojilib', 'emojibase-data'];
    const needed = new Set([...bundled, ...fonts, ...shown, ...Object.keys(dependencies)]);
    expect([...needed].filter((name) => !notices.has(name))).toEqual([]);
  });

  it('contain the text of every license and no forbidden license', () => {
    const notices = [...readNotices()];
    expect(notices.length).toBeGreaterThan(200);
    const isText = /permission|copyright|redistribut|public domain/i;
    expect(notices.filter(([, { text }]) => text.length < 200 || !isText.test(text)).map(([name]) => name)).toEqual([]);
    for (const [name, { license }] of notices) expect(() => refuseCopyleft(name, license), name).not.toThrow();
    const licenses = new Set(notices.map(([, { license }]) => license));
    for (const license of ['MIT', 'Apache-2.0', 'OFL-1.1', 'UFL-1.0']) expect(licenses).toContain(license);
    // The license texts identify themselves.
    for (const [name, { text }] of notices)
      expect(/GNU (?:AFFERO )?GENERAL PUBLIC LICENSE/i.test(text), name).toBe(false);
  });
});

it('rejects a copyleft package unless another license can be chosen', () => {
  for (const license of ['GPL-3.0-only', 'AGPL-3.0', 'LGPL-2.1-or-later', 'SSPL-1.0', '(GPL-2.0 OR AGPL-3.0)'])
    expect(() => refuseCopyleft('x', license), license).toThrow('which Cutroom cannot include');
  for (const license of ['MIT', '(MIT OR GPL-3.0)', 'MPL-2.0', 'OFL-1.1']) refuseCopyleft('x', license);
});
