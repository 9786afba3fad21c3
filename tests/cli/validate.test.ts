import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messages } from '../../engine/project/messages.ts';
import type { BrokenProject } from '../../fixtures/broken/good.ts';
import { brokenProjects } from '../../fixtures/broken/make.ts';
import { called, cutroom, tempFolder, write } from './command.ts';
import { onePixel } from './media.ts';

const cwd = tempFolder();
const good = { scenes: [{ id: 's', layers: [{ id: 't', type: 'text' }] }] };

describe('a folder with 50 invalid files out of 200', () => {
  const folder = join(cwd, 'many');
  const all = brokenProjects();
  // Spread over the whole list, to include every kind of mistake.
  const broken = Array.from({ length: 50 }, (_, i) => all[Math.floor((i * all.length) / 50)] as BrokenProject);
  mkdirSync(join(folder, 'deep/er'), { recursive: true });
  for (const [i, { json }] of broken.entries()) write(join(folder, `broken-${i}.json`), json);
  for (let i = 0; i < 150; i += 1)
    write(join(folder, i % 2 ? 'deep/er' : '', `good-${i}.json`), { ...good, name: `${i}` });

  it('reports each invalid file with pointer and message, and exits with 1', async () => {
    expect(broken).toHaveLength(50);
    const { code, stdout, stderr } = await cutroom(['validate', 'many'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^200 files checked: 150 valid, 50 with \d+ problems\.\n$/);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.every((line) => /^many\/broken-\d+\.json(#\S+)?: \S.*[.!] \([a-z.]+\)$/.test(line))).toBe(true);
    expect(new Set(lines.map((line) => line.split(/[#:]/)[0])).size).toBe(50);
    expect(lines.filter((line) => line.includes('#')).length).toBeGreaterThan(30);
  });

  it('reports the same as JSON', async () => {
    const { code, stdout } = await called(['validate', 'many', '--json'], { cwd });
    const result = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(result).toMatchObject({ ok: false, checked: 200, invalid: 50 });
    for (const [i, { expect: expected, name }] of broken.entries()) {
      const found = result.files.find(({ file }: { file: string }) => file === `many/broken-${i}.json`);
      expect(
        found.problems.map(({ code, pointer }: { code: string; pointer: string }) => ({ code, pointer })),
        name,
      ).toEqual(expect.arrayContaining(expected));
      expect(found.problems.every(({ message }: { message: string }) => message.length > 10)).toBe(true);
    }
  });
});

describe('validate', () => {
  it('strips control characters of a file from its output', async () => {
    write(join(cwd, 'sly.json'), '\u001b]0;owned\u0007{}');
    write(join(cwd, 'sly-key.json'), {
      scenes: [{ id: 's', layers: [{ id: 't', type: 'text', text: 1 }] }],
      '__proto__\u001b[31m': 1,
    });
    const { code, stdout } = await called(['validate', 'sly.json', 'sly-key.json'], { cwd });
    expect(code).toBe(1);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('accepts valid files', async () => {
    write(join(cwd, 'good.json'), good);
    expect(await called(['validate', 'good.json'], { cwd })).toEqual({
      code: 0,
      stdout: '',
      stderr: '1 file checked: no problems.\n',
    });
  });

  it('notes a transparent background that the output fills', async () => {
    const scenes = [{ id: 's', background: 'transparent', duration: 1, isImageVideo: true, layers: [] }];
    const notesOf = async (container: string) => {
      write(join(cwd, `clear-${container}.json`), { output: { type: 'video', container }, scenes });
      const { stdout } = await called(['validate', `clear-${container}.json`, '--json'], { cwd });
      return JSON.parse(stdout).files[0].notes;
    };
    expect(await notesOf('mp4')).toEqual(['MP4 cannot be transparent: the transparent background is filled.']);
    expect(await notesOf('mov')).toEqual([]);
  });

  it('notes missing fonts and characters without downloading fonts', async () => {
    const layers = ['No Such Font', 'Almendra', 'Arial'].map((fontFamily, i) => ({
      ...{ id: `${i}`, type: 'text', fontFamily },
      text: i === 2 ? 'हिन्दी' : 'Font',
    }));
    write(join(cwd, 'fonts.json'), { scenes: [{ id: 's', layers }] });
    const notesOf = async (CUTROOM_FONTS: string) => {
      const env = { CUTROOM_FONTS, CUTROOM_CACHE: join(cwd, 'cache') };
      const { code, stdout } = await called(['validate', 'fonts.json', '--json'], { cwd, env });
      return [code, ...JSON.parse(stdout).files[0].notes];
    };
    const missing = (name: string) => `The font "${name}" is not available. Arial is used instead.`;
    const boxes = 'No font here supports “हिन्दी”; boxes are shown instead.';
    expect(await notesOf('off')).toEqual([0, missing('Almendra'), missing('No Such Font'), boxes]);
    const awaited = (name: string) => `The font "${name}" is not installed yet. A render fetches it.`;
    const all = [0, missing('No Such Font'), awaited('Noto Sans Devanagari'), awaited('Almendra')];
    expect(await notesOf('')).toEqual(all);
    expect(existsSync(join(cwd, 'cache/fonts'))).toBe(false);
  });

  it('accepts globs, each file once, and standard input', async () => {
    write(join(cwd, 'glob-a.json'), good);
    write(join(cwd, 'glob-b.json'), good);
    const { code, stdout } = await called(['validate', 'glob-*.json', './glob-a.json', '-', '--json'], {
      cwd,
      input: '{"scenes":[]}',
    });
    expect(code).toBe(1);
    expect(JSON.parse(stdout).files).toMatchObject([
      { file: 'glob-a.json', ok: true },
      { file: 'glob-b.json', ok: true },
      { file: '-', ok: false, problems: [{ code: 'range', pointer: '/scenes' }] },
    ]);
  });

  it('finds media next to the file from any working folder, and reports everything a render would reject', async () => {
    mkdirSync(join(cwd, 'with-media'), { recursive: true });
    const urls = ['there.png', 'lost.png', 'https://example.org/far.png', 'junk.png'];
    const layers = urls.map((url, i) => ({ id: `${i}`, type: i === 0 ? 'video' : 'image', url }));
    write(join(cwd, 'with-media/there.png'), onePixel);
    write(join(cwd, 'with-media/junk.png'), 'x');
    write(join(cwd, 'with-media/project.json'), {
      scenes: [
        { id: 's', layers },
        { id: 'long', duration: 1300 },
      ],
      audio: { url: 'lost.mp3' },
    });
    const { code, stdout } = await called(['validate', 'with-media'], { cwd });
    expect(code).toBe(1);
    const lines = stdout.trimEnd().replaceAll('with-media/project.json', '').split('\n');
    expect(lines).toEqual([
      '#/scenes/0/layers/1/url: "lost.png" does not exist. (media.missing)',
      '#/scenes/0/layers/2/url: "https://example.org/far.png" is on the network. Download it and name the file. (media.refused)',
      '#/scenes/0/layers/3/url: The file "junk.png" cannot be used: it is not an image, video or audio file of a known format. (media.unreadable)',
      '#/audio/url: "lost.mp3" does not exist. (media.missing)',
      '#/scenes/0/layers/0/url: "there.png" is not a video. (media.kind)',
      `: ${messages.videoTooLong} (duration.video)`,
    ]);
    const render = await called(['render', 'with-media/project.json', '--out', 'never/x.mp4'], { cwd });
    expect(render.stderr.replaceAll('with-media/project.json', '').split('\n')).toEqual(expect.arrayContaining(lines));
    expect(existsSync(join(cwd, 'never'))).toBe(false);
    const unseen = await called(['validate', 'with-media', '--no-media'], { cwd });
    expect(unseen.stdout).toBe(`with-media/project.json: ${messages.videoTooLong} (duration.video)\n`);
  });

  it('checks the duration limits', async () => {
    const long = { scenes: [{ id: 's', duration: 1201 }] };
    const { stdout } = await called(['validate', '-'], { cwd, input: JSON.stringify(long) });
    expect(stdout).toBe(`-: ${messages.videoTooLong} (duration.video)\n`);
  });

  it('reports unreadable files and continues', async () => {
    const { code, stdout } = await called(['validate', 'good.json', 'nowhere.json', '*.nothing'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toBe(
      'nowhere.json: There is no such file. (file.unreadable)\n*.nothing: There is no such file. (file.unreadable)\n',
    );
  });

  it('rejects encodings other than UTF-8, and accepts a byte order mark', async () => {
    const text = JSON.stringify({ scenes: [{ id: 's', layers: [{ id: 't', type: 'text', text: 'Grüße' }] }] });
    write(join(cwd, 'latin.json'), Buffer.from(text, 'latin1'));
    write(join(cwd, 'utf16.json'), Buffer.from(`\ufeff${text}`, 'utf16le'));
    write(join(cwd, 'marked.json'), `\ufeff${text}`);
    const { code, stdout } = await called(['validate', 'latin.json', 'utf16.json', 'marked.json'], { cwd });
    const sentence = 'This file is not in UTF-8. Please save it as UTF-8. (file.unreadable)';
    expect([code, stdout]).toEqual([1, `latin.json: ${sentence}\nutf16.json: ${sentence}\n`]);
    expect((await called(['render', 'latin.json'], { cwd })).stderr).toContain(`latin.json: ${sentence}`);
  });

  it('rejects a huge file without reading it', async () => {
    write(join(cwd, 'huge.json'), ' '.repeat(20_000_000));
    const { stdout } = await called(['validate', 'huge.json'], { cwd });
    expect(stdout).toBe('huge.json: A project file can be at most 8 MB. (json.size)\n');
  });
});

describe('usage', () => {
  it.each([
    [['validate']],
    [['nonsense']],
    [['validate', 'good.json', '--nonsense']],
    [['submit', 'good.json']],
    [['submit', 'good.json', '--server', 'not-an-address']],
    [['submit', 'good.json', '--server', 'http://localhost:1', '--concurrency', '0']],
    [['tool']],
    [['tool', 'nonsense']],
    [['tool', 'trim']],
    [[]],
  ])('%j exits with 2 and reports why', async (args) => {
    const { code, stdout, stderr } = await called(args, { cwd });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).not.toBe('');
  });

  it.each([
    [['validate'], "missing required argument 'files'"],
    [['nonsense'], "unknown command 'nonsense'"],
    [['submit', 'good.json'], "required option '--server <url>' not specified"],
    [['tool'], 'Name a tool. --list prints all tools.'],
  ])('%j reports why as JSON', async (args, message) => {
    const { code, stdout, stderr } = await called([...args, '--json'], { cwd });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({ ok: false, problems: [], error: { message } });
    expect(stderr).toContain(message);
  });

  it
    .skipIf(!existsSync('/dev/full'))
    .each([['--help'], ['validate good.json --json'], ['tool --list'], ['validate --json']])(
    '%s reports in one sentence that the disk of its output is full',
    async (line) => {
      const full = ['-c', 'exec "$0" "$@" >/dev/full', process.execPath, 'cli/bin.mjs'];
      const good = line.replace('good.json', join(cwd, 'good.json'));
      const { status, stderr } = spawnSync('bash', [...full, ...good.split(' ')], { encoding: 'utf8' });
      expect(status).toBe(1);
      expect(
        stderr.split('\n').filter((said) => /error|full/.test(said) && !said.startsWith('error: missing')),
      ).toEqual(['Cannot write the output: the disk is full.']);
    },
  );

  it.each([[['--help']], [['validate', '--help', '--json']], [['tool', 'loop', '--help']], [['--version']]])(
    '%j exits with 0',
    async (args) => {
      const { code, stdout } = await called(args, { cwd });
      expect(code).toBe(0);
      expect(stdout).not.toBe('');
    },
  );
});

it('prints the JSON Schema of project files', async () => {
  const { code, stdout } = await called(['schema'], { cwd });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    title: 'Cutroom project',
    type: 'object',
    properties: { scenes: { type: 'array' } },
  });
  expect((await called(['schema', '--json'], { cwd })).stdout).toBe(stdout);
});
