import { copyFileSync, linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cutroom, tempFolder, write } from './command.ts';
import { makeClip } from './media.ts';

const cwd = tempFolder();
mkdirSync(join(cwd, 'project'));
makeClip(join(cwd, 'project'));
const layers = [{ id: 'v', type: 'video', url: 'clip.mp4', isTrimmed: true, startTime: 0.5, endTime: 2 }];
const project = { width: 160, height: 160, scenes: [{ id: 's', layers }] };
write(join(cwd, 'project/video.json'), project);

it('a render never writes over what it reads, nor over a folder, and says so before it works', async () => {
  write(join(cwd, 'project/own.mp4'), project);
  mkdirSync(join(cwd, 'project/folder.mp4'));
  copyFileSync(join(cwd, 'project/clip.mp4'), join(cwd, 'project/1.mp4'));
  linkSync(join(cwd, 'project/1.mp4'), join(cwd, 'project/same.mp4'));
  write(join(cwd, 'project/rows.json'), JSON.stringify(project).replace('clip.mp4', '{{ clip }}'));
  write(join(cwd, 'rows.csv'), 'clip\nclip.mp4\nsame.mp4\n');
  const cases: [string[], string][] = [
    [['project/own.mp4', '--out', 'project/own.mp4'], 'written over "project/own.mp4"'],
    [['project/video.json', '--out', 'project/folder.mp4'], '"folder.mp4" is a folder.'],
    [['project/video.json', '--out', `${'\u6620\u753b'.repeat(44)}.mp4`], 'is too long for this disk.'],
    [['project/video.json', '--out', 'project/clip.mp4/x.mp4'], '"clip.mp4" is no folder.'],
    [['project/rows.json', '--data', 'rows.csv', '--out', 'project/{row}.mp4'], 'written over "'],
  ];
  for (const [args, sentence] of cases) {
    const { code, stderr } = await cutroom(['render', ...args], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(stderr).toContain('output.refused');
    expect(stderr).not.toContain('100%');
  }
});
