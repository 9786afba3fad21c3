import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProgram } from '../../api/system/findProgram.ts';
import { webpWalk } from '../../engine/formats/animatedPicture.ts';
import { walkBytes } from '../../engine/formats/fileWalk.ts';
import { messages } from '../../engine/project/messages.ts';
import { decodeFrame } from '../support/decode.ts';
import { called, cutroom, start, tempFolder, until, write } from './command.ts';
import { makeClip, probe } from './media.ts';

const cwd = tempFolder();
mkdirSync(join(cwd, 'project'));
makeClip(join(cwd, 'project'));

const video = { id: 'v', type: 'video', url: 'clip.mp4', isTrimmed: true, startTime: 0.5, endTime: 2 };
const project = {
  width: 160,
  height: 160,
  scenes: [{ id: 's', layers: [{ id: 't', type: 'text', text: 'Hi', position: { height: '20%' } }, video] }],
};
const still = {
  width: 64,
  height: 64,
  isImage: true,
  scenes: [{ id: 's', background: '#ff0000', layers: [] as object[] }],
};
write(join(cwd, 'project/video.json'), project);
write(join(cwd, 'still.json'), still);

describe('render', () => {
  it('writes a video to the working folder, from media next to the project', async () => {
    const { code, stdout, stderr } = await cutroom(['render', 'project/video.json'], { cwd });
    expect(stderr).toContain('160 × 160, 1.5 s');
    expect(stdout).toBe('video.mp4\n');
    expect(code).toBe(0);
    const made = probe(join(cwd, 'video.mp4'));
    expect(made).toMatchObject({ codec: 'h264', width: 160, height: 160 });
    expect(made.duration).toBeCloseTo(1.5, 1);
  });

  it('applies the preset of a platform, and rejects others', async () => {
    const render = (...args: string[]) => called(['render', 'project/video.json', ...args], { cwd });
    const { code, stdout } = await render('--preset', 'whatsapp', '--out', 'chat.mp4', '--json');
    expect(code).toBe(0);
    const [result] = JSON.parse(stdout).outputs;
    expect(result).toMatchObject({ mime: 'video/mp4', width: 720, height: 720 });
    expect(result.size).toBeLessThan(16e6);
    const wrong = await render('--preset', 'vimeo');
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('--preset must be one of youtube, instagram, tiktok, whatsapp, not "vimeo".'),
    ]);
    const image = await called(['render', 'still.json', '--preset', 'youtube'], { cwd });
    expect([image.code, image.stderr]).toEqual([2, expect.stringContaining('The result is an image.')]);
  });

  it('prints the result as JSON', async () => {
    const { code, stdout } = await called(['render', 'still.json', '--out', 'new/folder/a.jpg', '--json'], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      outputs: [{ path: join(cwd, 'new/folder/a.jpg'), mime: 'image/jpeg', width: 64, height: 64, duration: 0 }],
    });
    expect(probe(join(cwd, 'new/folder/a.jpg'))).toMatchObject({ codec: 'mjpeg', width: 64, height: 64 });
  });

  it('sets values first, by pointer or dotted path, as JSON or text', async () => {
    const sets = [
      '--set',
      'width=80',
      '--set',
      '/height=48',
      '--set',
      'videoType=gif',
      '--set',
      'isImage=false',
      '--set',
      '/scenes/0/duration=0.5',
      '--set',
      'scenes.0.transtion=none',
    ];
    const { code, stderr } = await called(['render', 'still.json', '--out', 'set.gif', ...sets], { cwd });
    expect([code, stderr]).toEqual([0, expect.stringContaining('Did you mean “transition”?')]);
    expect(probe(join(cwd, 'set.gif'))).toMatchObject({ codec: 'gif', width: 80, height: 48 });
  });

  it.each([
    ['__proto__.polluted=1', 2, 'is not allowed'],
    ['width=wide', 1, '"width" must be a number'],
  ])('rejects --set %s', async (assignment, expected, sentence) => {
    const { code, stdout, stderr } = await called(['render', 'still.json', '--set', assignment], { cwd });
    expect(code).toBe(expected);
    expect(stdout).toBe('');
    expect(stderr).toContain(sentence);
  });

  it('reads a project from standard input', async () => {
    const { code, stdout } = await cutroom(['render', '-'], { cwd, input: JSON.stringify(still) });
    expect([code, stdout]).toEqual([0, 'output.png\n']);
  });

  it('rejects an invalid project with every problem, and leaves no files', async () => {
    const bad = { scenes: [{ id: 's', duration: -1, layers: [{ id: 'x', type: 'nothing' }] }] };
    write(join(cwd, 'bad.json'), bad);
    const { code, stdout, stderr } = await called(['render', 'bad.json'], { cwd });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('bad.json#/scenes/0/duration: ');
    expect(stderr).toContain('bad.json#/scenes/0/layers/0/type: ');
    expect(existsSync(join(cwd, 'bad.mp4'))).toBe(false);
  });

  it.each(['watermark', 'withCustomWatermark'])('loads the watermark image that %s refers to', async (asks) => {
    const marked = { ...still, [asks]: true, watermarkMedium: 'image' };
    const lost = { cwd, input: JSON.stringify({ ...marked, watermarkImg: 'lost.png' }) };
    for (const command of ['validate', 'render']) {
      const { code, stdout, stderr } = await called([command, '-'], lost);
      expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('"lost.png" does not exist.')]);
    }
    const mark = { ...still, scenes: [{ id: 's', background: '#ffffff' }] };
    expect((await called(['render', '-', '--out', 'mark.png'], { cwd, input: JSON.stringify(mark) })).code).toBe(0);
    const there = { cwd, input: JSON.stringify({ ...marked, watermarkImg: 'mark.png' }) };
    expect((await called(['render', '-', '--out', 'marked.png'], there)).code).toBe(0);
    // The watermark is 28 % × 7 % of 64 pixels, 2.5 % from the corner, with its square image centered.
    const shown = decodeFrame(join(cwd, 'marked.png'), 0, 64, 64);
    const green = (x: number, y: number) => shown[(y * 64 + x) * 4 + 1];
    expect([green(10, 3), green(40, 40)]).toEqual([255, 0]);
  });

  it.each([
    ['a file that is not there', { layers: [{ id: 'v', type: 'video', url: 'lost.mp4' }] }, 'media.missing'],
    [
      'an address on the network',
      { layers: [{ id: 'i', type: 'image', url: 'http://localhost:1/x.png' }] },
      'media.refused',
    ],
    ['a file that is no video', { layers: [{ id: 'v', type: 'video', url: 'still.json' }] }, 'media.unreadable'],
  ])('rejects %s with its field', async (_what, scene, problemCode) => {
    const input = JSON.stringify({ scenes: [{ id: 's', ...scene }] });
    const { code, stdout } = await called(['render', '-', '--json'], { cwd, input });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      problems: [{ code: problemCode, pointer: '/scenes/0/layers/0/url' }],
    });
  });

  it('rejects a project above the duration limit with the shared message', async () => {
    const input = JSON.stringify({ ...still, isImage: false, videoType: 'gif', scenes: [{ id: 's', duration: 61 }] });
    const { code, stderr } = await called(['render', '-'], { cwd, input });
    expect(code).toBe(1);
    expect(stderr).toContain(messages.gifTooLong);
  });

  it('chooses the format by the ending of --out', async () => {
    const names = { 'a.webm': 'vp9', 'a.mov': 'h264', 'a.gif': 'gif', 'a.png': 'png' };
    for (const [name, codec] of Object.entries(names)) {
      expect((await called(['render', 'project/video.json', '--out', name], { cwd })).code).toBe(0);
      expect(probe(join(cwd, name))).toMatchObject({ codec, width: 160, height: 160 });
    }
    expect((await called(['render', 'project/video.json', '--out', 'moving.webp'], { cwd })).code).toBe(0);
    expect(walkBytes(webpWalk(), readFileSync(join(cwd, 'moving.webp')))).toMatchObject({ width: 160, height: 160 });
    expect((await called(['render', 'still.json', '--out', 'a.webp'], { cwd })).code).toBe(0);
    expect(probe(join(cwd, 'a.webp')).codec).toBe('webp');
    const input = JSON.stringify({ ...project, output: { type: 'audio' } });
    const { code, stdout, stderr } = await called(['render', '-'], { cwd: join(cwd, 'project'), input });
    expect([code, stdout]).toEqual([0, 'output.mp3\n']);
    expect(stderr).toMatch(/^\d[\d.]* s, [\d.]+ kB$/m);
    expect(stderr).not.toContain('×');
  });

  it('reports a temporary folder that cannot be used', async () => {
    const { code, stderr } = await called(['render', 'still.json', '--out', 'b.png'], {
      cwd,
      env: { TMPDIR: '/nowhere' },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('Temporary files cannot be created in /nowhere: no such file or directory.');
    expect(stderr).not.toContain('mkdtemp');
  });

  it('rejects an output name that does not fit the format', async () => {
    const { code, stderr } = await called(['render', 'still.json', '--out', 'a.mp4'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('.png, .jpg, .jpeg or .webp');
  });
});

describe('a fault that is not in the input', () => {
  const fault = 'Cutroom could not finish this because of an internal error.';
  const real = findProgram('ffmpeg');
  /** An ffmpeg that does something else where it is to encode. */
  const encoder = (name: string, script: string) => {
    const program = join(cwd, name);
    write(program, `#!/bin/sh\ncase "$*" in *libx264*) ${script} ;; esac\nexec ${real} "$@"\n`);
    chmodSync(program, 0o755);
    return { FFMPEG_PATH: program, FFPROBE_PATH: 'ffprobe' };
  };
  const env = encoder('failing', 'echo "[graph 0] Padded dimensions cannot be smaller" >&2; exit 234');
  const call = (...args: string[]) => called([...args, '--no-cache'], { cwd, env });

  it('is reported as a sentence, and with --verbose in the words of the program', async () => {
    const { code, stderr } = await call('render', 'project/video.json');
    expect(code).toBe(1);
    expect(stderr).toContain(fault);
    expect(stderr).not.toMatch(/Padded|ffmpeg|exit/);
    const verbose = await call('render', 'project/video.json', '--verbose', '--json');
    expect(verbose.stderr).toContain(fault);
    expect(verbose.stderr).toContain('[graph 0] Padded dimensions cannot be smaller');
    expect(JSON.parse(verbose.stdout).error).toEqual({ code: 'internal', message: expect.stringContaining(fault) });
  });

  it('is reported in the same way for rows and for a batch of files', async () => {
    write(join(cwd, 'rows.csv'), 'name\nOne\n');
    const rows = ['render', 'project/video.json', '--data', 'rows.csv', '--out', 'row-{row}.mp4'];
    const files = ['tool', 'loop', 'project/clip.mp4', 'project/second.mp4', '--num-loops', '2', '--always-encode'];
    copyFileSync(join(cwd, 'project/clip.mp4'), join(cwd, 'project/second.mp4'));
    for (const [args, name] of [
      [rows, 'Row 1: '],
      [[...files, '--out', 'looped'], 'project/second.mp4: failed: '],
    ] as const) {
      const asked = (...more: string[]) => called([...args, ...more], { cwd, env });
      const { code, stderr } = await asked();
      expect(code).toBe(1);
      expect(stderr).toContain(`${name}${fault}`);
      expect(stderr).not.toContain('Padded');
      expect((await asked('--verbose')).stderr).toContain('Padded dimensions');
    }
  });

  it('is reported in the same way where a result is not as planned', async () => {
    const cut = `${real} -v error -i "$out" -c copy -frames:v 9 -f mp4 "$out-cut" && mv "$out-cut" "$out"`;
    const short = encoder('short', `for out; do :; done; out=\${out#file:}; ${real} "$@" && ${cut}; exit`);
    const { code, stderr } = await called(['render', 'project/video.json', '--no-cache'], { cwd, env: short });
    expect(code).toBe(1);
    expect(stderr).toContain(fault);
    expect(stderr).not.toContain('instead of');
  });
});

it('stops on Ctrl-C with code 130, and leaves no files', async () => {
  const temp = join(cwd, 'temp');
  mkdirSync(temp);
  const scenes = Array.from({ length: 60 }, (_, i) => ({ id: `s${i}`, layers: [{ ...video, id: `v${i}` }] }));
  write(join(cwd, 'project/long.json'), { width: 1280, height: 1280, scenes });
  const { child, ended } = await start(['render', 'project/long.json', '--out', 'long/out.mp4'], {
    cwd,
    env: { TMPDIR: temp },
  });
  await until(() => readdirSync(temp).length > 0 && existsSync(join(cwd, 'long')), 'the render has begun');
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  expect(code).toBe(130);
  expect(stderr).toContain('Stopped.');
  expect(readdirSync(temp)).toEqual([]);
  expect(readdirSync(join(cwd, 'long'))).toEqual([]);
});

describe('plan and probe', () => {
  it('prints the steps of a render', async () => {
    const { code, stdout } = await called(['plan', 'project/video.json'], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      output: { format: 'mp4', width: 160, height: 160, frames: 45 },
      inputs: [
        { url: 'clip.mp4', kind: 'video' },
        { url: 'clip.mp4', kind: 'audio' },
      ],
      scenes: [{ id: 's', frames: 45 }],
    });
    const asked = await called(['plan', 'project/video.json', '--always-encode'], { cwd });
    expect(JSON.parse(asked.stdout).way).toEqual({ kind: 'encode', why: 'Full encoding was requested.' });
    expect((await called(['plan', 'bad.json'], { cwd })).code).toBe(1);
  });

  it('paints at most one image of an animation per frame of its scene', async () => {
    const text = (id: string) => ({ id, type: 'text', text: 'Hi', animation: { id, duration: 60, speed: 'slow' } });
    const layers = [text('text-focus-in'), text('hue-rotate'), { ...text('none'), animation: { id: 'hue-rotate' } }];
    write(join(cwd, 'slow.json'), { width: 64, height: 64, scenes: [{ id: 's', duration: 2, layers }] });
    const { stdout } = await called(['plan', 'slow.json'], { cwd });
    const bitmaps = (JSON.parse(stdout) as { bitmaps: { times: number[]; loops: boolean }[] }).bitmaps;
    expect(bitmaps.map(({ times, loops }) => [times.length, loops])).toEqual([
      [1, false],
      [30, true],
      [60, false],
      [60, false],
    ]);
  });

  it('paints one image per distinct look of an animation', async () => {
    const text = { id: 't', type: 'text', text: 'Hi', animation: { id: 'text-flicker-in-glow', duration: 4 } };
    write(join(cwd, 'flicker.json'), { width: 64, height: 64, scenes: [{ id: 's', duration: 6, layers: [text] }] });
    const { stdout } = await called(['plan', 'flicker.json'], { cwd });
    const [, flicker] = (JSON.parse(stdout) as { bitmaps: { times: number[]; at: number[] }[] }).bitmaps;
    expect(flicker?.times.length).toBeLessThan(20);
    expect(flicker?.at).toHaveLength(flicker?.times.length ?? 0);
  });

  it('omits the frames of a video with an empty box', async () => {
    const position = { x: '31%', y: '31%', width: '0%', height: '0%' };
    const body = { ...project, scenes: [{ id: 's', layers: [{ ...video, position }] }] };
    write(join(cwd, 'project/empty.json'), body);
    const { stdout } = await called(['plan', 'project/empty.json'], { cwd });
    expect((JSON.parse(stdout) as { inputs: { kind: string }[] }).inputs.map(({ kind }) => kind)).toEqual(['audio']);
  });

  it('prints the facts of a file', async () => {
    const { code, stdout } = await called(['probe', 'project/clip.mp4', '--json'], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'video',
      width: 160,
      height: 120,
      hasAudio: true,
      videoCodec: 'h264',
    });
    expect((await called(['probe', 'project/clip.mp4'], { cwd })).stdout).toMatch(/^kind: +video\n/);
    const aside = join(cwd, 'aside');
    mkdirSync(aside);
    const fromAside = relative(aside, join(cwd, 'project/clip.mp4'));
    expect((await called(['probe', fromAside], { cwd: aside })).stdout).toMatch(/^kind: +video\n/);
    expect((await called(['probe', 'still.json'], { cwd })).code).toBe(1);
    expect((await called(['probe', 'nowhere.mp4'], { cwd })).code).toBe(1);
  });
});
