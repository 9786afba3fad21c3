import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cachesModules, compiledFile } from '../../cli/compiled.mjs';
import { cutroom, tempFolder } from './command.ts';

const folder = tempFolder();

/** Runs a line of a module. @returns its output. */
function node(line: string): string {
  return execFileSync('node', ['--input-type=module', '-e', line], { encoding: 'utf8' });
}

describe('the precompiled command line', () => {
  it.runIf(cachesModules)('is read from Node’s own cache, which a second call does not write to', () => {
    const version = () => execFileSync('node', ['cli/bin.mjs', '--version'], { encoding: 'utf8' });
    const cached = () => readdirSync('dist/compiled', { recursive: true }).length;
    expect(version()).toMatch(/^\d/);
    const before = cached();
    expect(before).toBeGreaterThan(1);
    version();
    expect(cached()).toBe(before);
  });

  it.skipIf(cachesModules)('is accepted by this Node', () => {
    const load = "import { loadCompiled } from './cli/compiled.mjs';";
    expect(
      node(`${load} console.log(loadCompiled(process.cwd() + '/dist').script.cachedDataRejected, process.exitCode)`),
    ).toBe('false undefined\n');
  });

  it('prints the same as the uncompiled modules', () => {
    const parts = node("import { main } from './dist/cutroom.mjs'; await main(['schema'])");
    expect(parts).toContain('"$schema"');
    expect(execFileSync('node', ['cli/bin.mjs', 'schema'], { encoding: 'utf8' })).toBe(parts);
  });

  it('loads packages on demand, such as those for an animated WebP', async () => {
    const convert = (from: string, out: string) => cutroom(['tool', 'convert', from, '--out', out], { cwd: folder });
    expect(await convert(resolve('fixtures/media/dance.gif'), 'dance.webp')).toMatchObject({ code: 0 });
    expect(await convert('dance.webp', 'dance.gif')).toMatchObject({
      code: 0,
      stdout: 'dance.gif\n',
      stderr: expect.not.stringContaining('damaged'),
    });
  });

  it('is skipped if nothing was compiled', () => {
    const load = "import { loadCompiled } from './cli/compiled.mjs';";
    expect(node(`${load} console.log(loadCompiled(process.cwd() + '/cli'))`)).toBe('undefined\n');
  });

  it.skipIf(cachesModules).each(['garbled', 'cut off', 'empty'])('is skipped if its file is %s', (how) => {
    const kept = compiledFile(resolve('dist'));
    const bytes = readFileSync(kept);
    const garbled = bytes.map((byte, i) => (i % 1000 === 999 ? ~byte : byte));
    const ends = { garbled, 'cut off': bytes.subarray(0, 500_000), empty: new Uint8Array() };
    writeFileSync(join(folder, basename(kept)), ends[how as keyof typeof ends]);
    const load = "import { loadCompiled } from './cli/compiled.mjs';";
    expect(node(`${load} console.log(loadCompiled(${JSON.stringify(folder)}))`)).toBe('undefined\n');
  });
});
