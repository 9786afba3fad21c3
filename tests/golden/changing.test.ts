import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { counted, countedIn, makeCounted } from '../support/countedVideo.ts';
import { h264, hertz, levelOf, loudestOf, openRenderLab, samplesOf } from '../support/renderLab.ts';

const lab = openRenderLab('changing');
const { made } = lab;
afterAll(lab.close);

const position = { x: '0%', y: '0%', width: '100%', height: '100%' };
const video = (url: string, more: object = {}) => ({
  id: 'v',
  type: 'video',
  url,
  objectFit: 'fill',
  position,
  ...more,
});
const project = (layer: object) => ({ ...counted, scenes: [{ id: 's', layers: [layer] }] });
const row = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe('a source whose format changes', () => {
  const parts = (name: string, ...parts: [string[], string[]]) =>
    parts.map((args, i) => makeCounted(join(lab.temp, `${i}-${name}`), '30', 120, args));
  const joined = (name: string, files: readonly string[]) => {
    const list = join(lab.temp, `${name}.txt`);
    writeFileSync(list, files.map((file) => `file ${file}\n`).join(''));
    return made(name, '-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy');
  };

  it('keeps its frames when the size changes', async () => {
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

  it('keeps its frames and audio when it changes from stereo to 5.1', async () => {
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

  it('keeps length and pitch when it changes from 44.1 to 48 kHz', async () => {
    const { url } = inTurn('rates.ts', [
      ['sine=frequency=440:sample_rate=44100:duration=2', ['-c:a', 'aac', '-ac', '2']],
      ['sine=frequency=440:sample_rate=48000:duration=2', ['-c:a', 'aac', '-ac', '2']],
    ]);
    const samples = await heard(url);
    expect(Math.abs(samples.length / hertz - 4)).toBeLessThan(0.1);
    for (const from of [0.5, 2.5]) expect(Math.abs(risesIn(samples, from) - 440), `from ${from} s`).toBeLessThan(4);
  });

  it.each([
    ['mp3', ['-c:a', 'libmp3lame', '-b:a', '64k'], [22_050, 44_100]],
    ['ogg', ['-c:a', 'libvorbis'], [44_100, 48_000]],
    // Nothing changes except the timestamps, which restart.
    ['ogg', ['-c:a', 'libopus'], [48_000, 48_000]],
  ] as const)('keeps length and pitch of a %s joined from two files', async (ending, coder, rates) => {
    const files = rates.map((rate, i) => {
      const sine = `sine=frequency=440:sample_rate=${rate}:duration=2`;
      return made(`${coder[1]}-${i}.${ending}`, '-f', 'lavfi', '-i', sine, '-ac', `${1 + i}`, ...coder);
    });
    const url = join(lab.temp, `${coder[1]}.${ending}`);
    writeFileSync(url, Buffer.concat(files.map((file) => readFileSync(file))));
    const samples = await heard(url);
    expect(Math.abs(samples.length / hertz - 4)).toBeLessThan(0.1);
    for (const from of [0.5, 2.5]) expect(Math.abs(risesIn(samples, from) - 440), `from ${from} s`).toBeLessThan(4);
  });

  it('is as loud as each of its parts alone', async () => {
    const surround = Array.from({ length: 6 }, (_, i) => `0.5*sin(2*PI*${200 + 90 * i}*t)`).join('|');
    const parts: [string, string[]][] = [
      ['sine=frequency=440:duration=2', ['-c:a', 'ac3', '-ac', '2']],
      [`aevalsrc=${surround}:c=5.1:s=48000:d=2`, ['-c:a', 'ac3', '-b:a', '448k']],
    ];
    const { url, files } = inTurn('loudness.ts', parts);
    const mono = inTurn('mono.ts', [
      ['sine=frequency=440:duration=2', ['-c:a', 'mp2', '-ac', '1']],
      ['sine=frequency=440:duration=2', ['-c:a', 'mp2', '-ac', '2']],
    ]);
    // Two seconds of each part of the joined files, and the parts alone, in one render.
    const spans = [
      [url, 0],
      [url, 2],
      [files[0], 0],
      [files[1], 0],
      [mono.url, 0],
      [mono.files[0], 0],
    ] as const;
    const scenes = spans.map(([source, startTime], i) => ({
      ...{ id: `s${i}`, duration: 2, isImageVideo: true },
      layers: [{ id: `a${i}`, type: 'audio', url: source, isTrimmed: true, startTime, endTime: startTime + 2 }],
    }));
    const samples = samplesOf(await lab.render({ ...counted, output: { type: 'audio', format: 'wav' }, scenes }));
    const level = (span: number) => levelOf(samples, 2 * span + 0.5, 2 * span + 1.5);
    for (const [joined, alone] of [
      [0, 2],
      [1, 3],
      [4, 5],
    ] as const)
      expect(Math.abs(level(joined) - level(alone)), `${joined}`).toBeLessThan(0.2);
  });
});

/** Number of upward zero crossings in one second. @param from in seconds. */
function risesIn(samples: ReturnType<typeof samplesOf>, from: number): number {
  const second = samples.subarray(from * hertz, (from + 1) * hertz);
  return second.filter((value, i) => value >= 0 && (second[i - 1] ?? 0) < 0).length;
}
