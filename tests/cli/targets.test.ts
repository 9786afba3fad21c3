import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, linkSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { startService } from '../api/support/service.ts';
import { called, cutroom, tempFolder, write } from './command.ts';
import { makeClip } from './media.ts';

const cwd = tempFolder();
mkdirSync(join(cwd, 'project'));
makeClip(join(cwd, 'project'));
const layers = [{ id: 'v', type: 'video', url: 'clip.mp4', isTrimmed: true, startTime: 0.5, endTime: 2 }];
const project = { width: 160, height: 160, scenes: [{ id: 's', layers }] };
write(join(cwd, 'project/video.json'), project);

it('a render never overwrites its inputs or a folder, and reports that before it starts', async () => {
  write(join(cwd, 'project/own.mp4'), project);
  mkdirSync(join(cwd, 'project/folder.mp4'));
  copyFileSync(join(cwd, 'project/clip.mp4'), join(cwd, 'project/1.mp4'));
  linkSync(join(cwd, 'project/1.mp4'), join(cwd, 'project/same.mp4'));
  write(join(cwd, 'project/rows.json'), JSON.stringify(project).replace('clip.mp4', '{{ clip }}'));
  write(join(cwd, 'rows.csv'), 'clip\nclip.mp4\nsame.mp4\n');
  write(join(cwd, 'later.csv'), 'clip\nclip.mp4\n1-new.mp4\n');
  symlinkSync('project', join(cwd, 'alias'));
  execFileSync('mkfifo', [join(cwd, 'project/pipe.mp4')]);
  // A hidden layer: its file is not read, but it belongs to the user all the same.
  const unseen = { id: 'h', type: 'image', url: 'unseen.png', isHidden: true };
  write(join(cwd, 'project/unseen.png'), 'a image');
  const still = { width: 16, height: 16, isImage: true, scenes: [{ id: 's', layers: [unseen] }] };
  write(join(cwd, 'project/still.json'), still);
  const cases: [string[], string][] = [
    [['project/still.json', '--out', 'project/unseen.png'], 'would overwrite the input "'],
    [['project/own.mp4', '--out', 'project/own.mp4'], 'would overwrite the input "project/own.mp4"'],
    [['project/video.json', '--out', 'project/folder.mp4'], '"folder.mp4" is a folder.'],
    [['project/video.json', '--out', `${'\u6620\u753b'.repeat(44)}.mp4`], 'is too long for this disk.'],
    [['project/video.json', '--out', 'project/clip.mp4/x.mp4'], '"clip.mp4" is not a folder.'],
    [['project/rows.json', '--data', 'rows.csv', '--out', 'project/{row}.mp4'], 'would overwrite the input "'],
    // The first row would write what the second row reads.
    [['project/rows.json', '--data', 'later.csv', '--out', 'alias/{row}-new.mp4'], 'would overwrite the input "'],
    [['project/video.json', '--out', 'project/pipe.mp4'], '"pipe.mp4" is not a regular file.'],
  ];
  for (const [args, sentence] of cases) {
    const { code, stderr } = await called(['render', ...args], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(stderr).toContain('output.refused');
    expect(stderr).not.toContain('100%');
  }
  expect(readFileSync(join(cwd, 'project/unseen.png'), 'utf8')).toBe('a image');
  expect(lstatSync(join(cwd, 'project/pipe.mp4')).isFIFO()).toBe(true);
});

it('text output is written to a device or pipe without replacing it', async () => {
  write(join(cwd, 'said.srt'), '1\n00:00:00,000 --> 00:00:01,000\nGood evening\n');
  const pipe = join(cwd, 'pipe.vtt');
  execFileSync('mkfifo', [pipe]);
  const read = promisify(execFile)('cat', [pipe]);
  const { code, stderr } = await called(['tool', 'subtitles', '--srt', 'said.srt', '--out', 'pipe.vtt'], { cwd });
  expect([code, stderr, lstatSync(pipe).isFIFO()]).toEqual([0, '', true]);
  expect((await read).stdout).toMatch(/^WEBVTT\n[\s\S]*Good evening/);
  // The same holds for /dev/stdout if that is a file.
  write(join(cwd, 'real.vtt'), 'before');
  symlinkSync('real.vtt', join(cwd, 'link.vtt'));
  const linked = ['tool', 'subtitles', '--srt', 'said.srt', '--out', 'link.vtt'];
  expect((await called(linked, { cwd })).code).toBe(0);
  expect(lstatSync(join(cwd, 'link.vtt')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(cwd, 'real.vtt'), 'utf8')).toMatch(/^WEBVTT/);
});

it('a downloaded result never replaces a source or a file that is not a result', async () => {
  const server = await startService({ workers: 1 });
  const folder = join(cwd, 'beside');
  mkdirSync(folder);
  copyFileSync(join(cwd, 'project/clip.mp4'), join(folder, 'clip.mp4'));
  const video = (url: string) => ({ id: 'v', type: 'video', url });
  const text = (text: string) => ({ id: 't', type: 'text', text });
  const describe = (name: string, layers: object[]) =>
    write(join(folder, name), { width: 64, height: 64, scenes: [{ id: 's', duration: 0.5, layers }] });
  describe('clip.json', [video('clip.mp4')]);
  describe('note.json', [text('note')]);
  write(join(folder, 'note.mp4'), 'of somebody else');
  const run = (...more: string[]) =>
    called(['submit', 'clip.json', 'note.json', '--server', server.origin, ...more], { cwd: folder });
  expect((await run()).stdout).toBe('clip_json.mp4\nnote_json.mp4\n');
  // An earlier result used by another project is a source too. The file of a hidden layer may be missing.
  describe('clip.json', [video('note_json.mp4')]);
  describe('note.json', [text('another'), { id: 'g', type: 'image', url: 'gone.png', isHidden: true }]);
  expect((await run()).stdout).toMatch(/^clip_json\.mp4\nnote-[\da-f]{8}\.mp4\n$/);
  expect(readFileSync(join(folder, 'clip.mp4'))).toEqual(readFileSync(join(cwd, 'project/clip.mp4')));
  expect(readFileSync(join(folder, 'note.mp4'), 'utf8')).toBe('of somebody else');
  // This includes a source named only by a hidden layer.
  const made = readFileSync(join(folder, 'clip_json.mp4'));
  describe('clip.json', [text('new'), { id: 'g', type: 'video', url: 'clip_json.mp4', isHidden: true }]);
  expect((await run()).stdout).toMatch(/^clip-[\da-f]{8}\.mp4\n/);
  expect(readFileSync(join(folder, 'clip_json.mp4'))).toEqual(made);
  // A stream is read once, for its sources and for the request.
  const piped = JSON.stringify({
    width: 64,
    height: 64,
    scenes: [{ id: 's', duration: 0.5, layers: [text('piped')] }],
  });
  const args = ['submit', '/dev/fd/3', '--server', server.origin, '--out', 'piped'];
  expect(await cutroom(args, { cwd: folder, streams: [piped] })).toMatchObject({ code: 0, stdout: 'piped/3.mp4\n' });
  const refused = await run('--report', 'clip.json');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('would overwrite the input "clip.json"')]);
});
