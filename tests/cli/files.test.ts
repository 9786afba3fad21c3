import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { smallDisk } from '../support/smallDisk.ts';
import { called, cutroom, tempFolder, write } from './command.ts';
import { makeClip, onePixel } from './media.ts';

const cwd = tempFolder();

it('never overwrites a source with its result, whatever name leads to it', async () => {
  mkdirSync(join(cwd, 'own'));
  makeClip(join(cwd, 'own'), 'movie.mp4', 1);
  const before = readFileSync(join(cwd, 'own/movie.mp4'));
  write(join(cwd, 'own/movie.json'), { scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url: 'movie.mp4' }] }] });
  symlinkSync('movie.mp4', join(cwd, 'own/link.mp4'));
  linkSync(join(cwd, 'own/movie.mp4'), join(cwd, 'own/twin.mp4'));
  for (const out of [[], ['--out', 'link.mp4'], ['--out', 'twin.mp4'], ['--out', '../own/./movie.mp4']]) {
    const { code, stderr } = await called(['render', 'movie.json', ...out], { cwd: join(cwd, 'own') });
    expect(stderr).toContain('The result cannot overwrite its source "movie.mp4".');
    expect(code).toBe(1);
  }
  expect(readFileSync(join(cwd, 'own/movie.mp4'))).toEqual(before);
  expect(readdirSync(join(cwd, 'own')).sort()).toEqual(['link.mp4', 'movie.json', 'movie.mp4', 'twin.mp4']);
});

it('rejects devices and pipes as media, and endless project files', async () => {
  execFileSync('mkfifo', [join(cwd, 'pipe.mp4')]);
  for (const url of ['pipe.mp4', '/dev/zero']) {
    write(join(cwd, 'odd.json'), { scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url }] }] });
    for (const command of ['render', 'validate']) {
      const { code, stderr, stdout } = await called([command, 'odd.json'], { cwd });
      expect(stderr + stdout).toContain(`"${url}" is not a regular file.`);
      expect(code).toBe(1);
    }
  }
  const { code, stderr } = await called(['render', '/dev/zero'], { cwd });
  expect(stderr).toContain('A project file can be at most 8 MB.');
  expect(code).toBe(1);
});

it('reads a project and a table from shell streams, each once, with media relative to the working folder', async () => {
  const folder = join(cwd, 'streams');
  mkdirSync(folder);
  write(join(folder, 'dot.png'), onePixel);
  const layers = [{ id: 'i', type: 'image', url: 'dot.png' }];
  const text = JSON.stringify({
    isImage: true,
    width: 16,
    height: 16,
    scenes: [{ id: 's', background: '{{ color }}', layers }],
  });
  const plain = text.replace('{{ color }}', '#ff0000');
  const call = (args: readonly string[], streams: readonly string[], input = '') =>
    cutroom(args, { cwd: folder, streams, input });
  const [first, second] = ['/dev/fd/3', '/dev/fd/4'];
  expect(await call(['render', first], [plain])).toMatchObject({ code: 0, stdout: 'output.png\n' });
  expect((await call(['validate', first], [plain])).code).toBe(0);
  const rows = ['--data', second, '--out', 'row-{row}.png'];
  const made = await call(['render', first, ...rows], [text, 'color\n#00ff00\n#0000ff\n']);
  expect(made).toMatchObject({ code: 0, stdout: 'row-1.png\nrow-2.png\n' });
  const typed = ['--data', '-', '--out', 'typed-{row}.png'];
  expect((await call(['render', first, ...typed], [text], 'color\n#00ff00\n')).stdout).toBe('typed-1.png\n');
  const both = await call(['render', '-', '--data', '-'], [], text);
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('Only one of')]);
});

describe('media outside of the project’s folder', () => {
  const strange = join(cwd, 'stranger');
  const image = (url: string) => ({ id: url, type: 'image', url });
  const project = (...urls: string[]) => ({
    ...{ isImage: true, width: 16, height: 16 },
    scenes: [{ id: 's', layers: urls.map(image) }],
  });

  mkdirSync(join(strange, 'inner'), { recursive: true });
  mkdirSync(join(cwd, 'private'));
  write(join(cwd, 'private/key.png'), onePixel);
  write(join(strange, 'inner/own.png'), onePixel);
  symlinkSync('../private/key.png', join(strange, 'link.png'));
  symlinkSync('inner/own.png', join(strange, 'own-link.png'));
  const outside = ['../private/key.png', join(cwd, 'private/key.png'), 'link.png', 'inner/../../private/key.png'];
  write(join(strange, 'sly.json'), project(...outside, 'inner/own.png', 'own-link.png'));

  it('is rejected by all commands, with its location and the option that allows it', async () => {
    for (const command of ['render', 'plan', 'validate']) {
      const { code, stdout, stderr } = await called([command, 'stranger/sly.json'], { cwd });
      const said = (stdout + stderr).split('\n').filter((line) => line.startsWith('stranger/sly.json'));
      const key = join(cwd, 'private/key.png');
      expect(said).toEqual(
        outside.map(
          (url, i) =>
            `stranger/sly.json#/scenes/0/layers/${i}/url: "${url}" is outside the project's folder, at ${key}. To allow it, add --allow-outside ${key}. (media.outside)`,
        ),
      );
      expect(code).toBe(1);
    }
  });

  it('is accepted only if its file or a parent folder is allowed', async () => {
    const validate = (...paths: string[]) =>
      called(['validate', 'stranger/sly.json', ...paths.flatMap((path) => ['--allow-outside', path])], { cwd });
    expect((await validate('private')).code).toBe(0);
    expect((await validate('stranger/inner', 'private/key.png')).code).toBe(0);
    // A name that only starts the same is another folder.
    mkdirSync(join(cwd, 'priv'));
    expect((await validate('priv')).code).toBe(1);
    expect(await validate('nowhere')).toMatchObject({ code: 2, stderr: expect.stringContaining('nowhere') });
  });

  it('is accepted if a command argument names it, or if it is a sample', async () => {
    const sample = join(import.meta.dirname, '../../fixtures/media/lake.jpg');
    write(join(strange, 'sample.json'), project(sample));
    const render = (...args: string[]) =>
      called(['render', 'stranger/sample.json', '--out', 'a.png', ...args], { cwd });
    expect((await render()).code).toBe(0);
    expect((await render('--set', '/scenes/0/layers/0/url=../private/key.png')).code).toBe(0);
    write(join(strange, 'text.json'), project('../private/key.png'));
    // A value that happens to be a folder name allows nothing.
    const named = ['render', 'stranger/text.json', '--set', 'name=..', '--set', 'scenes.0.background=#ffffff'];
    expect((await called(named, { cwd })).code).toBe(1);
  });
});

const disk = smallDisk(64);

it.skipIf(!disk)('a full disk is reported in a sentence, and with a code in JSON', async () => {
  const input = JSON.stringify({ width: 640, height: 480, scenes: [{ id: 's', duration: 1 }] });
  const env = { TMPDIR: disk as string };
  const { code, stdout, stderr } = await called(['render', '-', '--json', '--no-cache'], { cwd, env, input });
  const message = `The disk is full: there is not enough space in ${disk}.`;
  expect([code, JSON.parse(stdout)]).toEqual([1, { ok: false, problems: [], error: { code: 'disk-full', message } }]);
  expect(stderr).toContain(message);
});

it.skipIf(!existsSync('/proc/self'))(
  'an output path that cannot exist is reported as such, not as a full disk',
  async () => {
    const input = JSON.stringify({ width: 64, height: 64, isImage: true, scenes: [{ id: 's', duration: 1 }] });
    for (const out of ['/proc/a.png', '/proc/folder/a.png']) {
      const { code, stderr } = await called(['render', '-', '--out', out], { cwd, input });
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^Files in \/proc[/a-z]* cannot be written: .+\.$/m)]);
    }
  },
);
