import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { readFrameTimes, readPackets } from '../../api/renderer/media/packets.ts';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { openProbeCache } from '../../api/renderer/media/probeCache.ts';
import { limitsOfLook } from '../../api/renderer/media/runFfprobe.ts';
import { writeMediaStill } from '../../api/renderer/mediaStill.ts';
import { explainFailure } from '../../api/renderer/runs/explain.ts';
import { ProcessError } from '../../api/system/process.ts';
import { counted, countedIn, makeCounted } from '../support/countedVideo.ts';
import { animatedAvifOf } from '../support/oddMedia.ts';
import { framesOf, hertz, levelOf, loudestOf, openRenderLab, samplesOf } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('sources');
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12'];
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

it('a file is measured once, and again when it is written to; those asked for last stay', async () => {
  const folder = join(lab.temp, 'probes');
  const probe = openProbeCache(folder, 2);
  const url = made('once.mp4', '-t', '1', '-i', numbers, '-c', 'copy');
  const found = await probe(url);
  expect(found).toEqual(await probeFile(url));
  const [stored] = readdirSync(folder) as [string];
  writeFileSync(join(folder, stored), JSON.stringify({ ...found, duration: 7 }));
  expect((await probe(url)).duration).toBe(7);
  writeFileSync(join(folder, stored), '{');
  expect(await probe(url)).toEqual(found);
  writeFileSync(url, readFileSync(numbers));
  expect((await probe(url)).duration).toBe(10);
  for (const name of ['one.wav', 'two.wav']) await probe(made(name, '-f', 'lavfi', '-i', 'anullsrc=d=0.1'));
  expect(readdirSync(folder).length).toBeLessThanOrEqual(2);
  expect(readdirSync(folder)).not.toContain(stored);
});

describe('another ffmpeg', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('measures a file anew', async () => {
    const [folder, program] = [join(lab.temp, 'versions'), join(lab.temp, 'ffprobe')];
    const probe = openProbeCache(folder);
    vi.stubEnv('FFPROBE_PATH', program);
    for (const version of [1, 1, 2]) {
      const script = `#!/bin/sh\n# ${version}\nexec ffprobe "$@"\n`;
      if (!existsSync(program) || readFileSync(program, 'utf8') !== script)
        writeFileSync(program, script, { mode: 0o755 });
      await probe(numbers);
      expect(readdirSync(folder)).toHaveLength(version);
    }
  });

  it('that is not there is no fault of a file', async () => {
    vi.stubEnv('FFMPEG_PATH', join(lab.temp, 'none'));
    const failed = new ProcessError('ffmpeg', 'exit', 'A fault of ours.');
    const input = { id: 'v', url: numbers, kind: 'video' as const, seek: 0 };
    expect(await explainFailure(failed, [input], { paths: new Map([[numbers, numbers]]) }, undefined)).toBe(failed);
  });
});

describe('times of frames', () => {
  it('in whole milliseconds of an even pace are not stored one by one', async () => {
    for (const [name, rate] of [
      ['even.mkv', '30'],
      ['ntsc.webm', '30000/1001'],
    ] as const) {
      const coded = name.endsWith('webm') ? ['-c:v', 'libvpx', '-deadline', 'realtime'] : h264;
      const probe = await probeFile(makeCounted(join(lab.temp, name), rate, 90, coded));
      expect([name, probe.isRounded, probe.frameTimes.length]).toEqual([name, true, 0]);
    }
  });

  it('are read as far as they are stored, and no file is looked through whole for them', async () => {
    const url = makeCounted(join(lab.temp, 'many.mkv'), '30', 90, [...h264, '-bf', '2']);
    const all = (await readPackets(url, undefined)).frameTimes;
    expect(await readFrameTimes(url, 20, undefined)).toEqual(all.slice(0, 20));
  });
});

it('a look may take as long as a large file needs', async () => {
  const url = join(lab.temp, 'large.mkv');
  writeFileSync(url, '');
  truncateSync(url, 6_000_000_000);
  expect((await limitsOfLook(url, 'start')).wallSeconds).toBe(30);
  expect((await limitsOfLook(url, 'whole')).wallSeconds).toBeGreaterThan(300);
});

describe('an animated picture plays', () => {
  // A half-clear red, then blue, a fifth of a second each.
  const colours = [
    '-f',
    'lavfi',
    '-i',
    'color=red:64x64:r=5:d=0.2,format=rgba',
    '-f',
    'lavfi',
    '-i',
    'color=blue:64x64:r=5:d=0.2',
  ];
  const joined = ['-filter_complex', '[0]colorchannelmixer=aa=0.5[a];[1]format=rgba[b];[a][b]concat'];

  /** The same PNG, its frames without a time of their own, which browsers show a tenth of a second each. */
  const hasty = (file: string) => {
    const png = readFileSync(file);
    for (let at = png.indexOf('fcTL'); at > 0; at = png.indexOf('fcTL', at + 4)) png.fill(0, at + 24, at + 28);
    writeFileSync(file, png);
  };

  it.each([
    ['PNG', 'moves.png', ['-f', 'apng', '-plays', '0'], 0.2, undefined],
    ['a PNG without times', 'hasty.png', ['-f', 'apng'], 0.1, hasty],
    ['WebP', 'moves.webp', ['-c:v', 'libwebp_anim', '-lossless', '1', '-loop', '0'], 0.2, undefined],
  ])('%s, frame by frame and again', async (_name, file, encode, step, change) => {
    const url = made(file, ...colours, ...joined, ...encode);
    change?.(url);
    const { kind, animated, width, duration } = await probeFile(url);
    expect([kind, animated, width, duration.toFixed(3)]).toEqual(['image', true, 64, (2 * step).toFixed(3)]);
    const layers = [{ id: 'a', type: 'video', url, position: { x: '0%', y: '0%', width: '100%', height: '100%' } }];
    const scenes = [{ id: 's', duration: 1, background: '#ffffff', layers }];
    const frames = framesOf(await lab.render({ width: 64, height: 64, scenes }), 64, 64);
    const shown = frames.map((frame) => [...frame.subarray(0, 3)].map((value) => Math.round(value / 64)));
    const [pink, blue] = [
      [4, 2, 2],
      [0, 0, 4],
    ];
    expect(shown).toEqual(frames.map((_, i) => (Math.floor((i + 0.5) / frames.length / step) % 2 ? blue : pink)));
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

const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
const video = (url: string, more: object = {}) => ({
  id: 'v',
  type: 'video',
  url,
  objectFit: 'fill',
  position,
  ...more,
});
const project = (layer: object, more: object = {}) => ({ ...counted, scenes: [{ id: 's', layers: [layer] }], ...more });
const row = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe('a frame that began long before it is shown', () => {
  it.each([
    ['mp4', ['-bf', '2']],
    ['webm', ['-c:v', 'libvpx', '-b:v', '1M', '-g', '9999']],
    ['mkv', ['-g', '1']],
    ['ts', ['-g', '2']],
  ])('is shown, in video and stills of a sparse %s', async (ending, args) => {
    // Frames at 0, 4, 8 and 12 s.
    const url = makeCounted(join(lab.temp, `sparse.${ending}`), '1/4', 4, [...h264, ...args]);
    const layer = video(url, { isTrimmed: true, startTime: 6, endTime: 10 });
    expect(countedIn(await lab.render(project(layer)))).toEqual([...Array(60).fill(1), ...Array(60).fill(2)]);
    expect(countedIn(await lab.render(project(layer, { isImage: true }), { stillAt: 1.9 }))).toEqual([1]);
    const out = join(lab.temp, `sparse-${ending}.jpg`);
    await writeMediaStill(url, { at: 7.9, side: counted.width, out });
    expect(countedIn(out)).toEqual([1]);
  });
});

it('an animated AVIF is its first picture, and that is told', async () => {
  const url = join(lab.temp, 'moving.avif');
  writeFileSync(url, animatedAvifOf());
  const layer = { id: 'i', type: 'image', url, objectFit: 'fill', position };
  const notes: string[] = [];
  const onNote = (text: string) => notes.push(text);
  expect(countedIn(await lab.render(project(layer, { isImage: true }), { onNote }))).toEqual([1]);
  expect(notes).toEqual(['Animated AVIF is not played: only the first picture of “moving.avif” is shown.']);
});

describe('a source that changes on the way', () => {
  const parts = (name: string, ...parts: [string[], string[]]) =>
    parts.map((args, i) => makeCounted(join(lab.temp, `${i}-${name}`), '30', 120, args));
  const joined = (name: string, files: readonly string[]) => {
    const list = join(lab.temp, `${name}.txt`);
    writeFileSync(list, files.map((file) => `file ${file}\n`).join(''));
    return made(name, '-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy');
  };

  it('from one size to another keeps its frames', async () => {
    const vp8 = ['-c:v', 'libvpx', '-b:v', '1M', '-deadline', 'realtime'];
    const larger = 'trim=start_frame=60,setpts=PTS-STARTPTS,scale=128:96:flags=neighbor';
    const url = joined(
      'grows.webm',
      parts('grows.webm', ['-vf', 'trim=end_frame=60', ...vp8], ['-vf', larger, ...vp8]),
    );
    expect(countedIn(await lab.render(project(video(url))))).toEqual(row(0, 120));
    const cropped = video(url, { objectFit: 'cover', isReversed: true });
    const shown = await lab.render({ ...project(cropped), width: 128, height: 96 });
    expect(countedIn(shown)).toEqual(row(0, 120).reverse());
  });

  it('from stereo to 5.1 keeps its frames and its sound', async () => {
    const parts = [2, 6].map((channels, i) => {
      const silent = makeCounted(join(lab.temp, `silent-${i}.mp4`), '30', 60, h264);
      const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2', '-map', '0', '-map', '1'];
      const coded = ['-c:v', 'copy', '-c:a', 'ac3', '-ac', String(channels), '-output_ts_offset', String(i * 2)];
      return made(`${channels}.ts`, '-i', silent, ...tone, ...coded);
    });
    const url = join(lab.temp, 'surround.ts');
    writeFileSync(url, Buffer.concat(parts.map((part) => readFileSync(part))));
    const out = await lab.render(project(video(url)));
    expect(countedIn(out)).toEqual([...row(0, 60), ...row(0, 60)]);
    const loud = loudestOf(samplesOf(out));
    expect(loud.length).toBeGreaterThan(3900);
    const quiet = loud.slice(100, 3900).filter((peak) => peak < 0.02).length;
    expect(quiet).toBeLessThan(100);
    expect(samplesOf(out).length / hertz).toBeLessThan(4.1);
  });

  const inTurn = (name: string, sounds: [seconds: string, args: string[]][]) => {
    const files = sounds.map(([sound, args], i) => {
      const tone = ['-f', 'lavfi', '-i', sound, '-output_ts_offset', String(2 * i)];
      return made(`${i}-${name}`, ...tone, ...args);
    });
    const url = join(lab.temp, name);
    writeFileSync(url, Buffer.concat(files.map((file) => readFileSync(file))));
    return { url, files };
  };
  const heard = async (url: string) => {
    const layer = { id: 'a', type: 'audio', url, position };
    const body = { ...counted, output: { type: 'audio', format: 'wav' }, scenes: [{ id: 's', layers: [layer] }] };
    return samplesOf(await lab.render(body));
  };

  it('from 44.1 to 48 kHz keeps its length and its pitch', async () => {
    const { url } = inTurn('rates.ts', [
      ['sine=frequency=440:sample_rate=44100:duration=2', ['-c:a', 'aac', '-ac', '2']],
      ['sine=frequency=440:sample_rate=48000:duration=2', ['-c:a', 'aac', '-ac', '2']],
    ]);
    const samples = await heard(url);
    expect(Math.abs(samples.length / hertz - 4)).toBeLessThan(0.1);
    for (const from of [0.5, 2.5]) {
      const second = samples.subarray(from * hertz, (from + 1) * hertz);
      const rises = second.filter((value, i) => value >= 0 && (second[i - 1] ?? 0) < 0).length;
      expect(Math.abs(rises - 440), `from ${from} s`).toBeLessThan(4);
    }
  });

  it('is as loud as each of its parts is by itself', async () => {
    const surround = Array.from({ length: 6 }, (_, i) => `0.5*sin(2*PI*${200 + 90 * i}*t)`).join('|');
    const parts: [string, string[]][] = [
      ['sine=frequency=440:duration=2', ['-c:a', 'ac3', '-ac', '2']],
      [`aevalsrc=${surround}:c=5.1:s=48000:d=2`, ['-c:a', 'ac3', '-b:a', '448k']],
    ];
    const { url, files } = inTurn('loudness.ts', parts);
    const joined = await heard(url);
    for (const [i, file] of files.entries()) {
      const alone = await heard(file);
      expect(Math.abs(levelOf(joined, 2 * i + 0.5, 2 * i + 1.5) - levelOf(alone, 0.5, 1.5))).toBeLessThan(0.2);
    }
    const mono = inTurn('mono.ts', [
      ['sine=frequency=440:duration=2', ['-c:a', 'mp2', '-ac', '1']],
      ['sine=frequency=440:duration=2', ['-c:a', 'mp2', '-ac', '2']],
    ]);
    const [both, alone] = [await heard(mono.url), await heard(mono.files[0] as string)];
    expect(Math.abs(levelOf(both, 0.5, 1.5) - levelOf(alone, 0.5, 1.5))).toBeLessThan(0.2);
  });
});

describe('a damaged file', () => {
  const packets = (url: string, stream: string): [at: number, size: number][] =>
    execFileSync('ffprobe', [
      '-v',
      'error',
      '-select_streams',
      stream,
      '-show_entries',
      'packet=pos,size',
      '-of',
      'csv=p=0',
      url,
    ])
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(',').map(Number).reverse() as [number, number]);

  it('of which no picture can be decoded is refused', async () => {
    const url = makeCounted(join(lab.temp, 'noise.mp4'), '30', 60, h264);
    const bytes = readFileSync(url);
    for (const [at, size] of packets(url, 'v')) bytes.fill(0x5a, at, at + size);
    writeFileSync(url, bytes);
    await expect(lab.render(project(video(url)))).rejects.toThrow(
      'The file "noise.mp4" cannot be used: it is damaged and cannot be decoded.',
    );
  });

  it('of which most of the sound is broken plays what is whole, and says so', async () => {
    const url = made('broken.mp4', '-t', '3', '-i', numbers, '-c', 'copy');
    const bytes = readFileSync(url);
    for (const [at, size] of packets(url, 'a').slice(10, -10)) bytes.fill(0xff, at, at + size);
    writeFileSync(url, bytes);
    const notes: string[] = [];
    const out = await lab.render(project(video(url)), { onNote: (text) => notes.push(text) });
    expect(samplesOf(out).length / hertz).toBeGreaterThan(2.9);
    expect(notes).toEqual(['Parts of "broken.mp4" are damaged and are left out.']);
  });

  it('of which some pictures are broken says so each time, however much of it is cached', async () => {
    const url = makeCounted(join(lab.temp, 'spots.mp4'), '30', 60, [...h264, '-g', '30']);
    const bytes = readFileSync(url);
    for (const [at, size] of packets(url, 'v').slice(10, 13)) bytes.fill(0x5a, at, at + size);
    writeFileSync(url, bytes);
    const cacheDir = join(lab.temp, 'spots');
    for (const _time of ['first', 'second']) {
      const notes: string[] = [];
      const onNote = (text: string) => notes.push(text);
      await lab.render(project(video(url)), { segmentLength: 1, cacheDir, onNote });
      expect(notes).toEqual(['Parts of "spots.mp4" are damaged and are left out.']);
    }
    expect(readdirSync(cacheDir)).toHaveLength(1);
  });
});
