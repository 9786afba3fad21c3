import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { keepFormerAssets } from '../cli/build/formerAssets.mjs';
import { hashOf } from '../cli/build/hash.mjs';
import { bundleTs } from '../cli/build/runTs.mjs';
import { runVitest } from '../cli/setup/checks.mjs';
import { lineToType } from '../cli/setup/install.mjs';
import { ensureFirefox, ensureHeadlessShell, findEngine } from '../cli/setup/optional.mjs';
import { packagesFit, requireNode } from '../cli/setup/packages.mjs';
import { findProgram, systemOf } from '../cli/setup/programs.mjs';
import manifest from '../package.json' with { type: 'json' };
import { root } from './support/sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'cutroom-house-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

/** Writes a program that exits with a code. @returns its path. */
function program(name: string, code: number): string {
  const place = join(folder, `bin-${name}-${code}`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, name), `#!/bin/sh\nexit ${code}\n`);
  chmodSync(join(place, name), 0o755);
  return join(place, name);
}

describe('npm test', () => {
  it('counts no failure when a change affects no test', async () => {
    expect(await runVitest(['tests/nowhere', '--changed'])).toEqual({ passed: 0, failed: 0 });
  });

  it('fails when no test ran', () => {
    const found = spawnSync(process.execPath, ['cli/setup/test.mjs', 'tests/no-such-test'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(found.stdout.trim().split('\n').at(-1)).toBe('0 passed, 1 failed');
    expect(found.status).toBe(1);
  });
});

describe('setup', () => {
  it('reports that Firefox is unavailable and continues without it', async () => {
    vi.stubEnv('FIREFOX_PATH', program('firefox', 1));
    const said = vi.spyOn(console, 'log').mockReturnValue();
    await ensureFirefox('ubuntu');
    expect(said.mock.calls).toEqual([[expect.stringMatching(/^Ubuntu only has Firefox as a snap, .* are skipped\./)]]);
    expect(await findEngine('firefox')).toBeUndefined();
    said.mockRestore();
  });

  it('installs no headless shell next to a Chromium that the environment names', async () => {
    vi.stubEnv('CHROMIUM_PATH', program('chromium', 0));
    const said = vi.spyOn(console, 'log').mockReturnValue();
    await ensureHeadlessShell();
    expect(said.mock.calls).toEqual([]);
    said.mockRestore();
  });

  it('rejects an old version of Node with a message', () => {
    for (const old of ['18.19.1', '20.18.3', '21.7.3', '22.11.0'])
      expect(() => requireNode(old)).toThrow(`Cutroom needs Node 20.19, 22.12 or newer; this is Node ${old}.`);
    for (const good of ['20.19.0', '22.12.0', '23.0.0', '100.0.0']) expect(() => requireNode(good)).not.toThrow();
    expect(manifest.engines.node).toBe('^20.19.0 || >=22.12.0');
  });

  it.each([
    ['linux', 'ID=debian\nVERSION_ID="12"\n', 'debian'],
    ['linux', 'ID=linuxmint\nID_LIKE="ubuntu debian"\n', 'ubuntu'],
    ['linux', 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'fedora'],
    ['linux', 'ID=alpine\n', 'alpine'],
    ['linux', '', 'other'],
    ['darwin', '', 'macos'],
  ] as const)('detects the system %s %j', (platform, release, system) => {
    expect(systemOf(platform, release)).toBe(system);
  });

  it('keeps the files of the previous build, but no older one, for open pages', () => {
    const builds = ['one', 'two', 'three'].map((name) => join(folder, `build-${name}`));
    for (const build of builds) {
      mkdirSync(join(build, 'web/assets'), { recursive: true });
      for (const name of ['same.js', `${build.slice(-3)}.js`, `${build.slice(-3)}.js.map`]) {
        writeFileSync(join(build, 'web/assets', name), name);
      }
    }
    const [one, two, three] = builds as [string, string, string];
    keepFormerAssets(join(folder, 'none'), one);
    keepFormerAssets(one, two);
    keepFormerAssets(two, three);
    expect(readdirSync(join(two, 'web/assets')).sort()).toEqual(['one.js', 'same.js', 'two.js', 'two.js.map']);
    expect(readdirSync(join(three, 'web/assets')).sort()).toEqual(['ree.js', 'ree.js.map', 'same.js', 'two.js']);
  });

  it('prints one install command for each system', () => {
    expect(lineToType(['ffmpeg', 'chromium'], 'debian', false)).toBe(
      'sudo apt-get update && sudo apt-get install -y --no-install-recommends ffmpeg chromium',
    );
    expect(lineToType(['ffmpeg'], 'alpine', true)).toBe('apk add ffmpeg');
    expect(lineToType(['ffmpeg'], 'macos', false)).toBe('brew install ffmpeg');
    const systems = ['debian', 'ubuntu', 'fedora', 'arch', 'alpine', 'suse', 'macos', 'other'] as const;
    for (const system of systems) expect(lineToType(['ffmpeg', 'chromium'], system, false)).toMatch(/^\S[^\n]*\S$/);
  });

  it('finds the first program on the path that starts, and skips others', async () => {
    const good = program('chromium', 0);
    vi.stubEnv('CHROMIUM_PATH', '');
    vi.stubEnv('PATH', [program('chromium', 1), good].map((file) => join(file, '..')).join(':'));
    expect(await findProgram('chromium')).toBe(good);
  });

  it('uses only the program that the environment names', async () => {
    const named = program('my-ffmpeg', 0);
    vi.stubEnv('FFMPEG_PATH', named);
    expect(await findProgram('ffmpeg')).toBe(named);
    vi.stubEnv('FFMPEG_PATH', join(folder, 'none'));
    expect(await findProgram('ffmpeg')).toBeUndefined();
  });

  it.each([
    ['the same', { a: '1.0.0' }, { a: '1.0.0' }, true],
    ['another version', { a: '1.0.0' }, { a: '1.0.1' }, false],
    ['one missing', { a: '1.0.0', b: '2.0.0' }, { a: '1.0.0' }, false],
    ['an optional one missing', { a: '1.0.0', 'optional-b': '2.0.0' }, { a: '1.0.0' }, true],
    ['nothing installed', { a: '1.0.0' }, undefined, false],
  ])('checks whether installed npm packages match: %s', (_, wanted, installed, fits) => {
    const place = mkdtempSync(join(folder, 'packages-'));
    mkdirSync(join(place, 'node_modules'));
    writeFileSync(join(place, 'package-lock.json'), lockOf(wanted));
    if (installed) writeFileSync(join(place, 'node_modules/.package-lock.json'), lockOf(installed));
    expect(packagesFit(place)).toBe(fits);
  });

  it('needs no package before installing them', () => {
    const folders = ['cli/setup', 'cli/build'];
    const files = folders.flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)));
    const imports = files.flatMap((name) => {
      const text = readFileSync(join(root, name), 'utf8');
      return [...text.matchAll(/^(?:import|\}).*? from '([^']+)'/gm)].map(([, from]) => `${name} imports ${from}`);
    });
    expect(imports.length).toBeGreaterThan(files.length);
    expect(imports.filter((line) => !/ imports (node:|\.)/.test(line))).toEqual([]);
  });

  it('computes one hash for the same content', () => {
    expect(hashOf(['LICENSE', 'package.json'])).toBe(hashOf(['package.json', 'LICENSE']));
    expect(hashOf(['LICENSE'])).not.toBe(hashOf(['package.json']));
    expect(hashOf(['engine', 'none'])).toBe(hashOf(['engine']));
  });

  it('bundles TypeScript under a name that changes only with the code', async () => {
    const file = join(folder, 'sum.ts');
    writeFileSync(file, 'export const sum: number = 40 + 2;\n');
    const first = await bundleTs(file);
    expect(await bundleTs(file)).toBe(first);
    expect((await import(pathToFileURL(first).href)).sum).toBe(42);
    writeFileSync(file, 'export const sum: number = 40 + 3;\n');
    expect(await bundleTs(file)).not.toBe(first);
  });
});

describe('commands', () => {
  it('print what to do when ffmpeg is missing and cannot be installed', () => {
    const found = runSetup({ FFMPEG_PATH: join(folder, 'none') });
    expect(found.status).toBe(1);
    expect(found.stderr).toContain('FFMPEG_PATH names');
    expect(found.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('print only the install command on a system without automatic installation', () => {
    const nodeOnly = join(folder, 'node-only');
    mkdirSync(nodeOnly);
    symlinkSync(process.execPath, join(nodeOnly, 'node'));
    const script = `import('${pathToFileURL(join(root, 'cli/setup/install.mjs')).href}').then(async (m) => {
      process.getuid = () => 1000;
      await m.ensurePrograms(['ffmpeg']).catch((error) => { console.log(error.message); process.exitCode = 1; });
    })`;
    const env = { PATH: nodeOnly };
    const found = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env, encoding: 'utf8' });
    expect(found.status).toBe(1);
    const lines = found.stdout.trim().split('\n');
    expect(lines[0]).toBe('Cutroom needs ffmpeg. Type this, then try again:');
    expect(lines[1]).toMatch(/ffmpeg/i);
    expect(lines).toHaveLength(2);
  });

  it('run cutroom through npx in this folder and print its version', () => {
    expect(execFileSync('npx', ['--offline', 'cutroom', '--version'], { cwd: root, encoding: 'utf8' }).trim()).toBe(
      manifest.version,
    );
  });

  // A server whose npm was killed ends itself by SIGTERM.
  const signals = process.env.CUTROOM_LONG ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGKILL'] as const);
  it.each(signals)('stop the server when npm start is ended by %s', async (signal) => {
    const data = mkdtempSync(join(folder, 'data-'));
    // The build also loads the tracing libraries; after SIGKILL, it does not wait for a trace collector.
    const traced = signal === 'SIGKILL' ? { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } : {};
    const env = { ...process.env, ...traced, DATA_DIR: data };
    const npm = spawn('npm', ['start', '--', '--port', '0'], { cwd: root, env });
    const lines = createInterface({ input: npm.stdout });
    const address = await new Promise<string>((found) =>
      lines.on('line', (line) => line.startsWith('Cutroom is ready at ') && found(line.slice(20))),
    );
    expect((await fetch(`${address}/api/v1/health`)).status).toBe(200);
    npm.kill(signal);
    // The pipe closes when the last process that holds it has ended.
    await new Promise((closed) => npm.stdout.once('close', closed));
    await expect(fetch(`${address}/api/v1/health`)).rejects.toThrow();
  });
});

function runSetup(env: NodeJS.ProcessEnv) {
  return spawnSync(process.execPath, ['cli/setup/setup.mjs'], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
}

function lockOf(versions: Record<string, string | undefined>): string {
  const entries = Object.entries(versions).map(([name, version]) => [
    `node_modules/${name}`,
    { version, ...(name.startsWith('optional') ? { optional: true } : {}) },
  ]);
  return JSON.stringify({ packages: { '': { version: '0.0.0' }, ...Object.fromEntries(entries) } });
}
