import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { columnsOf, measure, measureCutroom, type Pair } from './support/measure.ts';

const video = resolve('fixtures/media/long.mp4');
const pairs = 3;
/** Length of the source and of what is cut out of it, seconds. */
const [sourceSeconds, cutSeconds] = [120, 20];

/** What need not be encoded, beside encoding it: trims of a 1080p video with a key frame every two seconds and sound of 48 kHz, and a render of ten scenes of which one has changed. */
export async function runReuse(temp: string): Promise<string[][]> {
  const source = await longSource(temp);
  return [
    await runTrim(temp, source, 'T1 20 s of 120 s, on key frames', 40),
    await runTrim(temp, source, 'T2 the same, between key frames', 41.1),
    await runReExport(temp),
  ];
}

async function longSource(temp: string): Promise<string> {
  const [part, whole] = [join(temp, 'part.mp4'), join(temp, 'whole.mp4')];
  const encoding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-g', '60', '-an'];
  const loops = String(sourceSeconds / 10 - 1);
  await ffmpeg('-i', video, '-vf', 'scale=1920:1080', ...encoding, part);
  const read = ['-stream_loop', loops, '-i', part, '-stream_loop', loops, '-i', video];
  await ffmpeg(
    ...read,
    '-map',
    '0:v',
    '-map',
    '1:a',
    '-c:v',
    'copy',
    '-c:a',
    'aac',
    // Of one piece, as recorded, without gaps between its loops.
    '-af',
    'aresample=48000:async=1:first_pts=0',
    '-t',
    String(sourceSeconds),
    whole,
  );
  return whole;
}

function ffmpeg(...args: string[]) {
  return measure('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
}

async function runTrim(temp: string, source: string, name: string, startTime: number): Promise<string[]> {
  const file = join(temp, 'trim.json');
  const layer = { id: 'v', type: 'video', url: source, isTrimmed: true, startTime, endTime: startTime + cutSeconds };
  writeFileSync(file, JSON.stringify({ width: 1920, height: 1080, scenes: [{ id: 's', layers: [layer] }] }));
  const render = (...flags: string[]) =>
    measureCutroom(join(temp, 'cache'), 'render', file, '--out', join(temp, 'cut.mp4'), '--no-cache', ...flags);
  const usages: Pair[] = [];
  for (let i = 0; i < pairs; i += 1) usages.push({ theirs: await render('--always-encode'), ours: await render() });
  return [name, ...columnsOf(usages), '', ''];
}

async function runReExport(temp: string): Promise<string[]> {
  const file = join(temp, 'scenes.json');
  const write = (changed: string) => {
    const scenes = Array.from({ length: 10 }, (_, i) => ({
      id: `s${i}`,
      layers: [title(i, i === 4 ? changed : `Part ${i + 1}`), { id: `v${i}`, type: 'video', url: video }],
    }));
    writeFileSync(file, JSON.stringify({ width: 1280, height: 720, scenes }));
  };
  const render = (...flags: string[]) =>
    measureCutroom(join(temp, 'cache'), 'render', file, '--out', join(temp, 'scenes.mp4'), ...flags);
  write('as it was');
  await render();
  const usages: Pair[] = [];
  for (let i = 0; i < pairs; i += 1) {
    write(`changed ${i}`);
    usages.push({ theirs: await render('--no-cache'), ours: await render() });
  }
  return ['R one scene of ten changed', ...columnsOf(usages), '', ''];
}

function title(i: number, text: string) {
  return {
    id: `t${i}`,
    type: 'text',
    text,
    color: '#ffffff',
    position: { x: '10%', y: '75%', width: '80%', height: '15%' },
  };
}
