import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { framesOf, openRenderLab } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('sources');
afterAll(lab.close);

function made(name: string, ...args: string[]): string {
  const path = join(lab.temp, name);
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path]);
  return path;
}

describe('the length of a file', () => {
  // What is quiet at first has a low bit rate at first.
  const quietFirst = ['-f', 'lavfi', '-i', "aevalsrc='if(lt(t,10),0,0.5*random(0))':s=44100:d=30"];

  it.each([
    ['of raw AAC', 'quiet.aac', [...quietFirst, '-c:a', 'aac', '-b:a', '128k'], 30],
    [
      'of MP3 without a table',
      'plain.mp3',
      [...quietFirst, '-q:a', '2', '-write_xing', '0', '-id3v2_version', '0'],
      30,
    ],
    [
      'of MPEG-2 without a container',
      'plain.m2v',
      ['-t', '5', '-i', numbers, '-an', '-c:v', 'mpeg2video', '-f', 'mpeg2video'],
      5,
    ],
    ['of a transport stream', 'plain.ts', ['-t', '4', '-i', numbers, '-c', 'copy'], 4],
    [
      'of Matroska that does not begin at zero',
      'late.mkv',
      ['-t', '3', '-i', numbers, '-c', 'copy', '-output_ts_offset', '5'],
      3,
    ],
  ])('%s is that of its packets', async (_name, file, args, seconds) => {
    const { duration } = await probeFile(made(file, ...args));
    expect(Math.abs(duration - seconds)).toBeLessThan(0.15);
  });
});

describe('what this ffmpeg decodes is read', () => {
  const second = ['-t', '1', '-i', numbers];
  it.each([
    ['QuickTime animation', 'rle.mov', [...second, '-c:v', 'qtrle', '-an']],
    ['DNxHR', 'dnx.mov', [...second, '-c:v', 'dnxhd', '-profile:v', 'dnxhr_lb', '-pix_fmt', 'yuv422p', '-an']],
    ['CineForm', 'cfhd.mov', [...second, '-c:v', 'cfhd', '-pix_fmt', 'yuv422p10le', '-an']],
    ['DV', 'dv.mov', [...second, '-c:v', 'dvvideo', '-s', '720x576', '-r', '25', '-pix_fmt', 'yuv420p', '-an']],
    ['v210', 'v210.mov', [...second, '-c:v', 'v210', '-an']],
    ['JPEG 2000', 'j2k.mov', [...second, '-c:v', 'jpeg2000', '-an']],
    ['a sound in IMA', 'ima.mov', [...second, '-c:v', 'copy', '-c:a', 'adpcm_ima_qt']],
    [
      'a TrueHD track that nobody hears',
      'truehd.mkv',
      [
        ...second,
        '-map',
        '0:v',
        '-map',
        '0:a',
        '-map',
        '0:a',
        '-c:v',
        'copy',
        '-c:a:0',
        'aac',
        '-c:a:1',
        'truehd',
        '-strict',
        '-2',
        '-ar',
        '48000',
      ],
    ],
  ])('%s', async (_name, file, args) => {
    const url = made(file, ...args);
    const layer = { id: 'v', type: 'video', url, objectFit: 'fill', isTrimmed: true, startTime: 0, endTime: 1 };
    const out = await lab.render({ width: 320, height: 180, scenes: [{ id: 's', layers: [layer] }] });
    expect(framesOf(out, 32, 18).length).toBeGreaterThan(20);
  });

  it('a file with subtitles', async () => {
    const words = join(lab.temp, 'words.srt');
    execFileSync('sh', ['-c', `printf '1\\n00:00:00,000 --> 00:00:01,000\\nHello\\n' > '${words}'`]);
    const url = made('subtitled.mkv', ...second, '-i', words, '-map', '0', '-map', '1', '-c', 'copy', '-c:s', 'srt');
    expect((await probeFile(url)).kind).toBe('video');
    const layer = { id: 'v', type: 'video', url };
    await lab.render({ width: 320, height: 180, scenes: [{ id: 's', layers: [layer] }] });
  });
});
