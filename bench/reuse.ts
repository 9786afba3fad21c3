import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { columnsOf, measure, measureCutroom, type Pair } from './support/measure.ts';

const video = resolve('fixtures/media/long.mp4');
const music = resolve('fixtures/media/music.mp3');
const pairs = 3;
/** Lengths of the source and of the cut, in seconds. */
const [sourceSeconds, cutSeconds] = [120, 20];

/**
 * Compares reuse with full encoding: trims, loops, other audio and another container of a 1080p video with a key frame
 * every two seconds and 48 kHz audio; and a render of ten scenes of which one changed.
 */
export async function runReuse(temp: string): Promise<string[][]> {
  const source = await longSource(temp);
  const cut = (startTime: number) => ({ url: source, isTrimmed: true, startTime, endTime: startTime + cutSeconds });
  const looped = { loopMode: 'duration', playLength: 3 * cutSeconds };
  return [
    await runCopy(temp, 'T1 20 s of 120 s, on key frames', { layer: cut(40) }),
    await runCopy(temp, 'T2 the same, between key frames', { layer: cut(41.1) }),
    await runCopy(temp, 'C1 the 20 s three times', { layer: { ...cut(40), ...looped } }),
    await runCopy(temp, 'C2 the 120 s without sound', { layer: { url: source }, isMuted: true }),
    await runCopy(temp, 'C3 the 120 s with music', { layer: { url: source, isMuted: true }, audio: { url: music } }),
    await runCopy(temp, 'C4 the 120 s as a MOV', { layer: { url: source }, ending: 'mov' }),
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
    // Gapless across loops, like a recording.
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

/** Compares a project of the source with its full encoding. @param more of the project. */
async function runCopy(
  temp: string,
  name: string,
  { layer, ending = 'mp4', ...more }: { layer: object; ending?: string; isMuted?: boolean; audio?: object },
): Promise<string[]> {
  const file = join(temp, 'copy.json');
  const body = {
    width: 1920,
    height: 1080,
    ...more,
    scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', ...layer }] }],
  };
  writeFileSync(file, JSON.stringify(body));
  const render = (...flags: string[]) =>
    measureCutroom(join(temp, 'cache'), 'render', file, '--out', join(temp, `cut.${ending}`), '--no-cache', ...flags);
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
