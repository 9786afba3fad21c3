import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { duckingPeaks } from '../../api/renderer/job/compileJob.ts';
import { planRender } from '../../api/renderer/job/planRender.ts';
import { readFrameTimes, readPackets } from '../../api/renderer/media/packets.ts';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { openProbeCache } from '../../api/renderer/media/probeCache.ts';
import { probeLimitsOf } from '../../api/renderer/media/runFfprobe.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import { explainFailure } from '../../api/renderer/runs/explain.ts';
import { writeMediaStill } from '../../api/renderer/runs/mediaStill.ts';
import { createBudget } from '../../api/system/budget.ts';
import { ProcessError } from '../../api/system/process.ts';
import { countedLength } from '../../engine/browser/sound/readSoundFrames.ts';
import { counted, makeCounted } from '../support/countedVideo.ts';
import { h264, hertz, openRenderLab, projectOf, samplesOf } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('probes');
const { made } = lab;
afterAll(lab.close);

describe('the duration of a file', () => {
  // Silence has a low bit rate at first.
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
    ...['mp4', 'm4a', 'mov'].map((ending): [string, string, string[], number] => [
      `of ${ending} whose streams all begin late`,
      `late.${ending}`,
      ['-t', '3', '-i', numbers, ...(ending === 'm4a' ? ['-vn'] : []), '-c', 'copy', '-output_ts_offset', '2'],
      3,
    ]),
  ])('%s is that of its packets', async (_name, file, args, seconds) => {
    const { duration } = await probeFile(made(file, ...args));
    expect(Math.abs(duration - seconds)).toBeLessThan(0.15);
  });
});

it.each(['alone.webm', 'alone.mka', 'alone.ogg'])('measures the audible duration of Opus in %s', async (name) => {
  const path = made(name, '-f', 'lavfi', '-i', 'sine=f=440:d=4:r=48000', '-c:a', 'libopus');
  expect((await probeFile(path)).duration).toBeCloseTo(4, 6);
  expect(samplesOf(path).length / hertz).toBeCloseTo(4, 6);
});

it.each([
  ['raw.aac', ['-c:a', 'aac']],
  ['raw.ac3', ['-c:a', 'ac3']],
  ['untagged.mp3', ['-c:a', 'libmp3lame', '-q:a', '4', '-write_xing', '0', '-id3v2_version', '0']],
  ['tagged.mp3', ['-c:a', 'libmp3lame', '-q:a', '4']],
])('the length of %s equals the decoded length, on the server and in the browser', async (name, coding) => {
  const noise = ['-f', 'lavfi', '-i', "aevalsrc='if(lt(t,2),0,0.5*random(0))':s=48000:d=4.1"];
  const path = made(name, ...noise, ...coding);
  const decoded = samplesOf(path).length / hertz;
  expect((await probeFile(path)).duration).toBeCloseTo(decoded, 3);
  const length = await countedLength(new Blob([readFileSync(path)]));
  // Of a tagged one a player tells it, and of AC-3 the server, since no browser plays it.
  if (['raw.aac', 'untagged.mp3'].includes(name)) expect(length).toBeCloseTo(decoded, 3);
  else expect(length).toBeUndefined();
});

describe('an MP3', () => {
  const coded = (name: string, ...args: string[]) =>
    made(name, '-f', 'lavfi', '-i', "aevalsrc='0.4*random(0)|0.4*sin(3000*t)':s=48000:d=1.5", ...args);
  const stereo = () =>
    readFileSync(
      coded('stereo.mp3', '-q:a', '4', '-id3v2_version', '3', '-write_id3v1', '1', '-metadata', 'title=Noise'),
    );
  const written = (name: string, ...parts: Uint8Array[]) => {
    const path = join(lab.temp, name);
    writeFileSync(path, Buffer.concat(parts));
    return path;
  };
  /** Its frames, without the tag at the end. */
  const frames = () => stereo().subarray(0, -128);
  const tag = (text: string, length: number) =>
    Buffer.concat([Buffer.from(text), Buffer.alloc(length - text.length, 1)]);

  it.each<[name: string, make: (name: string) => string]>([
    ...[8000, 11_025, 22_050, 24_000, 32_000, 44_100, 48_000].map((hertz): [string, (name: string) => string] => [
      `${hertz}.mp3`,
      (name) => coded(name, '-ar', String(hertz), '-ac', hertz % 16_000 === 0 ? '1' : '2'),
    ]),
    ['constant.mp3', (name) => coded(name, '-b:a', '96k', '-write_xing', '0', '-id3v2_version', '0')],
    ['tagged.mp3', (name) => written(name, stereo())],
    ['twice.mp3', (name) => written(name, Buffer.from('ID3\x03\0\0\0\0\0\x0aabcdefghij'), stereo())],
    ['ape.mp3', (name) => written(name, frames(), tag('APETAGEX', 300), tag('TAG', 128))],
  ])('in %s is measured without a process and as long as ffmpeg decodes it', async (name, make) => {
    const path = make(name);
    const decoded = samplesOf(path).length / hertz;
    vi.stubEnv('FFPROBE_PATH', join(lab.temp, 'none'));
    try {
      const { kind, audioCodec, duration, channels } = await probeFile(path);
      const expected = /^(32|48)000/.test(name) ? 1 : 2;
      expect({ kind, audioCodec, duration, channels }).toEqual({
        ...{ kind: 'audio', audioCodec: 'mp3', duration: expect.closeTo(decoded, 3), channels: expected },
      });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it.each<[name: string, make: (name: string) => string]>([
    ['junk.mp3', (name) => written(name, frames().subarray(0, 9000), Buffer.alloc(700, 7), frames().subarray(9000))],
    ['zeros.mp3', (name) => written(name, Buffer.alloc(500), frames())],
    ['padded.mp3', (name) => written(name, frames(), Buffer.alloc(5000))],
    ['broken.mp3', (name) => written(name, frames().subarray(0, -60))],
    ['hidden.mp3', (name) => written(name, frames(), tag('TAG', 60), frames().subarray(3000, 3068))],
    ['joined.mp3', (name) => written(name, frames(), stereo())],
    ['short.mp3', (name) => coded(name, '-t', '0.1')],
    [
      'noise.mp3',
      (name) =>
        written(
          name,
          frames().map((byte, i) => (i % 2 ? byte : byte ^ (i > 4000 ? 0x55 : 0))),
        ),
    ],
    ['layers.mp3', (name) => coded(name, '-c:a', 'mp2', '-f', 'mp2')],
  ])('in %s is measured by decoding, exact to the millisecond', async (name, make) => {
    const path = make(name);
    expect(Math.abs((await probeFile(path)).duration - samplesOf(path).length / hertz)).toBeLessThan(0.001);
  });
});

it('probes a file once, again after a change, and retains the last used results', async () => {
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

describe('a changed ffmpeg', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('probes a file again', async () => {
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

  it('that is missing is not reported as a damaged file', async () => {
    vi.stubEnv('FFMPEG_PATH', join(lab.temp, 'none'));
    const failed = new ProcessError('ffmpeg', 'exit', 'A fault of ours.');
    const input = { id: 'v', url: numbers, kind: 'video' as const, seek: 0 };
    expect(await explainFailure(failed, [input], { paths: new Map([[numbers, numbers]]) }, undefined)).toBe(failed);
  });
});

describe('frame times', () => {
  it('are not stored for evenly spaced whole milliseconds', async () => {
    for (const [name, rate] of [
      ['even.mkv', '30'],
      ['ntsc.webm', '30000/1001'],
    ] as const) {
      const coded = name.endsWith('webm') ? ['-c:v', 'libvpx', '-deadline', 'realtime'] : h264;
      const probe = await probeFile(makeCounted(join(lab.temp, name), rate, 90, coded));
      expect([name, probe.isRounded, probe.frameTimes.length]).toEqual([name, true, 0]);
    }
  });

  it('are read only up to the stored number, without reading the whole file', async () => {
    const url = makeCounted(join(lab.temp, 'many.mkv'), '30', 90, [...h264, '-bf', '2']);
    const all = (await readPackets(url, undefined)).frameTimes;
    expect(await readFrameTimes(url, { most: 20 }, undefined)).toEqual(all.slice(0, 20));
  });
});

it('knows the frames of a loop in a long uneven video like those in a short one', async () => {
  const shift = "settb=1/90000,setpts='(N/100+0.003*sin(N*7))/TB'";
  const args = [...h264, '-vf', shift, '-fps_mode', 'passthrough', '-enc_time_base', '1/90000', '-g', '100'];
  const url = makeCounted(join(lab.temp, 'long.mp4'), '100', 10_200, [...args, '-video_track_timescale', '90000']);
  const part = { isTrimmed: true, startTime: 90.1, endTime: 91.13, speed: 1.3 };
  const layer = { id: 'v', type: 'video', url, ...part, loopMode: 'duration', playLength: 3 };
  const project = projectOf({ ...counted, alwaysEncode: true, scenes: [{ id: 's', layers: [layer] }] });
  const { plan } = await planRender(project, { locate: async (path) => path });
  const probe = await probeFile(url);
  const all = (await readPackets(url, undefined)).frameTimes;
  const known = compileRender(project, new Map([[url, { ...probe, frameTimes: all }]]));
  expect(probe.frameTimes).toEqual([]);
  expect(plan.scenes).toEqual(known.scenes);
});

it('does not report a file as damaged when probing takes too long', async () => {
  const program = join(lab.temp, 'slow-ffprobe');
  writeFileSync(program, '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
  vi.stubEnv('FFPROBE_PATH', program);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const found = expect(probeFile(numbers)).rejects.toThrow(
      'The file "numbers.mp4" cannot be used: checking it took too long.',
    );
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(31_000);
    await found;
  } finally {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  }
});

it('allows more time to probe a large file', async () => {
  const url = join(lab.temp, 'large.mkv');
  writeFileSync(url, '');
  truncateSync(url, 6_000_000_000);
  expect((await probeLimitsOf(url, 'start')).wallSeconds).toBe(30);
  expect((await probeLimitsOf(url, 'whole')).wallSeconds).toBeGreaterThan(300);
});

it('measures an animated WebP larger than one read', async () => {
  const noise = 'nullsrc=s=320x180:r=12:d=1,geq=random(1)*255:128:128';
  const file = made(
    'large.webp',
    '-f',
    'lavfi',
    '-i',
    noise,
    '-c:v',
    'libwebp_anim',
    '-quality',
    '95',
    '-pix_fmt',
    'bgra',
  );
  const probe = await probeFile(file);
  expect(probe.size).toBeGreaterThan(262_144);
  expect(probe).toMatchObject({ width: 320, height: 180, animated: true });
  expect(probe.duration).toBeCloseTo(1, 1);
});

it('a file is not called damaged because the program that read it was killed', async () => {
  const program = join(lab.temp, 'killed');
  writeFileSync(program, '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 });
  const probe = await probeFile(numbers);
  const still = { at: 0, side: 64, out: join(lab.temp, 'still.jpg'), probe: async () => probe };
  const sentence = 'The file "numbers.mp4" cannot be used: reading it takes too much time or memory.';
  try {
    for (const name of ['FFPROBE_PATH', 'FFMPEG_PATH']) vi.stubEnv(name, program);
    await expect(probeFile(numbers)).rejects.toThrow(sentence);
    await expect(writeMediaStill(numbers, still)).rejects.toThrow(sentence);
    const ducked = { url: numbers, ducking: { amount: 12 } };
    const project = projectOf({
      ...counted,
      audio: ducked,
      scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url: numbers }] }],
    });
    const media = { probes: new Map([[numbers, { ...probe, hasAudio: true }]]), paths: new Map([[numbers, numbers]]) };
    await expect(
      duckingPeaks(project, media, { budget: createBudget(), folder: lab.temp, signal: undefined }),
    ).rejects.toThrow(ProcessError);
  } finally {
    vi.unstubAllEnvs();
  }
});
