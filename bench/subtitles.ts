import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bareEncode } from './support/ideal.ts';
import { columnsOf, measure, measureCutroom, type Pair } from './support/measure.ts';
import { printTable } from './support/table.ts';

const video = resolve('fixtures/media/long.mp4');
/** CUTROOM_LONG=1: ten minutes with 300 subtitles, in about half an hour. */
const seconds = process.env.CUTROOM_LONG ? 600 : 60;
const pairs = 3;

/**
 * Subtitles over a video, one every two seconds, compared with the optimum: ffmpeg encoding the same video without
 * them; medians of three pairs. The video file is as long as the result: a shorter looped one would be composed in
 * advance.
 */
export async function run(): Promise<string> {
  const temp = mkdtempSync(join(tmpdir(), 'cutroom-bench-'));
  try {
    const source = lengthened(join(temp, 'source.mp4'));
    const works = [
      { name: 'W5 subtitles beside a bare encode', file: projectFile(join(temp, 'cues.json'), source, false) },
      { name: 'W5 word by word', file: projectFile(join(temp, 'words.json'), source, true) },
    ];
    const out = join(temp, 'w5.mp4');
    const usages = works.map((): Pair[] => []);
    for (let i = 0; i < pairs; i += 1) {
      process.stderr.write(`subtitles: pair ${i + 1} of ${pairs}\n`);
      const theirs = await measure('ffmpeg', bareEncode(source, seconds, out));
      for (const [n, { file }] of works.entries()) {
        const ours = await measureCutroom(join(temp, 'cache'), 'render', file, '--no-cache', '--out', out);
        usages[n]?.push({ theirs, ours });
      }
    }
    const rows = works.map(({ name }, n) => [name, ...columnsOf(usages[n] as Pair[])]);
    const head = [`subtitles of ${seconds} s`, 'CPU s', '× ref', 'wall s', '× ref', 'peak MB', '× ref'];
    return `${printTable([head, ...rows])}\n(${pairs} pairs, medians, ${availableParallelism()} cores)`;
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

/** Writes a video of the result's length. @returns the file. */
function lengthened(file: string): string {
  const times = ['-stream_loop', '-1', '-i', video, '-t', String(seconds)];
  execFileSync('ffmpeg', ['-v', 'error', ...times, '-c', 'copy', file]);
  return file;
}

/** Writes a project with a video and subtitles. @returns the file. */
function projectFile(file: string, url: string, highlight: boolean): string {
  const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
  const layers = [
    { id: 'subtitles', type: 'subtitles', cues: manyCues(), highlight },
    { id: 'video', type: 'video', url, position },
  ];
  const project = { width: 1280, height: 720, alwaysEncode: true, scenes: [{ id: 's', layers }] };
  writeFileSync(file, JSON.stringify(project));
  return file;
}

/** A cue of seven or eight words every two seconds. */
function manyCues(): object[] {
  return Array.from({ length: seconds / 2 }, (_, i) => ({
    id: `c${i}`,
    text: `Line ${i + 1} of all that is said here`,
    startTime: 2 * i,
    endTime: 2 * i + 1.8,
  }));
}
