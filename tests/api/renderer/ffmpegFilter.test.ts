import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { filter } from '../../../engine/effects/ffmpegFilter.ts';
import { temporaryFolder } from '../support/files.ts';

it.each([
  [filter('scale', 640, 360, { flags: 'bicubic' }), 'scale=640:360:flags=bicubic'],
  [filter('hflip'), 'hflip'],
  [filter('overlay', { x: 1, eof_action: undefined }, { y: 2 }), 'overlay=x=1:y=2'],
  [filter('aevalsrc', 'if(lt(n,2),0,1)', { d: 1 / 3 }), "aevalsrc='if(lt(n,2),0,1)':d=0.333333"],
  [filter('drawtext', { text: "it's 5:30" }), String.raw`drawtext=text='it\'\''s 5\:30'`],
])('prints %s', (printed, expected) => {
  expect(printed).toBe(expected);
});

it.each(["it's", 'a:b', 'a,b', 'a;b', '[a]', 'a\\b', "two words, 'quoted': [x]\\;", '\\'])(
  'gives ffmpeg the value %s unchanged',
  async (name) => {
    const folder = await temporaryFolder();
    // With a folder, ffmpeg takes no part of the name for a protocol.
    const graph = ['format=gray', 'signalstats', filter('metadata', { mode: 'print', file: `./${name}` })].join(',');
    const args = ['-v', 'error', '-f', 'lavfi', '-i', 'color=s=16x16:d=0.04', '-vf', graph, '-f', 'null', '-'];
    execFileSync('ffmpeg', args, { cwd: folder });
    expect(await readdir(folder)).toEqual([name]);
    expect(await readFile(`${folder}/${name}`, 'utf8')).toContain('lavfi.signalstats');
  },
);
