import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cutroom, tempFolder, write } from './command.ts';
import { makeClip } from './media.ts';

const cwd = tempFolder();

it('never writes a result over the media that it is made from, under no name', async () => {
  mkdirSync(join(cwd, 'own'));
  makeClip(join(cwd, 'own'), 'movie.mp4', 1);
  const before = readFileSync(join(cwd, 'own/movie.mp4'));
  write(join(cwd, 'own/movie.json'), { scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url: 'movie.mp4' }] }] });
  symlinkSync('movie.mp4', join(cwd, 'own/link.mp4'));
  linkSync(join(cwd, 'own/movie.mp4'), join(cwd, 'own/twin.mp4'));
  for (const out of [[], ['--out', 'link.mp4'], ['--out', 'twin.mp4'], ['--out', '../own/./movie.mp4']]) {
    const { code, stderr } = await cutroom(['render', 'movie.json', ...out], { cwd: join(cwd, 'own') });
    expect(stderr).toContain('The result cannot be written over "movie.mp4", which it is made from.');
    expect(code).toBe(1);
  }
  expect(readFileSync(join(cwd, 'own/movie.mp4'))).toEqual(before);
  expect(readdirSync(join(cwd, 'own')).sort()).toEqual(['link.mp4', 'movie.json', 'movie.mp4', 'twin.mp4']);
});

it('reads no device and no pipe as media, and no project without an end', async () => {
  execFileSync('mkfifo', [join(cwd, 'pipe.mp4')]);
  for (const url of ['pipe.mp4', '/dev/zero']) {
    write(join(cwd, 'odd.json'), { scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url }] }] });
    for (const command of ['render', 'validate']) {
      const { code, stderr, stdout } = await cutroom([command, 'odd.json'], { cwd });
      expect(stderr + stdout).toContain(`"${url}" is not an ordinary file.`);
      expect(code).toBe(1);
    }
  }
  const { code, stderr } = await cutroom(['render', '/dev/zero'], { cwd });
  expect(stderr).toContain('A project file can be at most 8 MB.');
  expect(code).toBe(1);
});
