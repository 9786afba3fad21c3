import { execFileSync } from 'node:child_process';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import { videoEncoding } from '../../api/renderer/print/videoEncoding.ts';
import { expectSameSets } from '../../api/renderer/segments/sharing.ts';
import { framesOf, onsetsOf, openRenderLab, projectOf, samplesOf } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('codecs');
afterAll(lab.close);

const size = { width: 160, height: 90 };
const video = { id: 'v', type: 'video', url: numbers, objectFit: 'fill', isTrimmed: true, startTime: 0.5, endTime: 2 };
const red = { id: 'r', type: 'shape', shapeType: 'rectangle', background: '#ff0000', from: 1 };
const bodyOf = (output: object, more: object = {}) => ({
  ...{ ...size, quality: 'fast', scenes: [{ id: 's', layers: [red, video] }] },
  ...{ output: { type: 'video', ...output }, ...more },
});

const traffic = { id: 'v', type: 'video', url: resolve('fixtures/media/traffic.mp4'), isMuted: true, position: {} };

interface Stream {
  codec_name: string;
  codec_tag_string: string;
  profile: string;
  pix_fmt: string;
  color_space: string;
  color_range: string;
}

function streamOf(path: string): Stream {
  const args = ['-v', 'error', '-select_streams', 'v', '-show_streams', '-of', 'json', path];
  return JSON.parse(execFileSync('ffprobe', args, { encoding: 'utf8' })).streams[0];
}

/** Times of the key frames of a file, in seconds. */
function keyTimes(path: string): number[] {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_entries',
    'packet=pts_time,flags',
    '-of',
    'csv=p=0',
    path,
  ];
  const lines = execFileSync('ffprobe', args, { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes('K')).map(Number.parseFloat);
}

const tagged = { color_space: 'bt709', color_range: 'tv' };
const codecs = [
  [
    { container: 'mp4', codec: 'hevc' },
    { codec_name: 'hevc', codec_tag_string: 'hvc1', pix_fmt: 'yuv420p' },
  ],
  [
    { container: 'mov', codec: 'hevc' },
    { codec_name: 'hevc', codec_tag_string: 'hvc1' },
  ],
  [
    { container: 'mp4', codec: 'av1' },
    { codec_name: 'av1', codec_tag_string: 'av01', pix_fmt: 'yuv420p' },
  ],
  [{ container: 'webm', codec: 'av1' }, { codec_name: 'av1' }],
  [
    { container: 'mov', codec: 'prores' },
    { codec_name: 'prores', codec_tag_string: 'apcs', pix_fmt: 'yuv422p10le' },
  ],
] as const;

describe('a video with a chosen codec', () => {
  it.each(codecs)('has its frames, colors and audio, in one piece and in segments: %o', async (output, stream) => {
    for (const options of [{}, { segmentLength: 0.5 }]) {
      const path = await lab.render(bodyOf(output), options);
      expect(streamOf(path)).toMatchObject({ ...stream, ...tagged });
      const frames = framesOf(path, size.width, size.height);
      expect(frames).toHaveLength(45);
      const isRed = frames.map((frame) => (frame[0] as number) > 200 && (frame[1] as number) < 60);
      expect([isRed.indexOf(true), isRed.lastIndexOf(false)]).toEqual([30, 29]);
      expect(onsetsOf(samplesOf(path))[0]).toBeCloseTo(0.5, 1);
    }
  });

  it('is as small as a canvas can be', async () => {
    for (const codec of ['hevc', 'av1']) {
      const path = await lab.render(bodyOf({ codec }, { width: 16, height: 16 }));
      expect(framesOf(path, 16, 16)).toHaveLength(45);
    }
  });

  it.each(['hevc', 'av1'])('is fitted under a size: %s', async (codec) => {
    const scenes = [{ id: 's', layers: [traffic] }];
    const path = await lab.render(bodyOf({ codec, fitUnder: 0.03 }, { width: 320, height: 180, scenes }));
    expect(statSync(path).size).toBeLessThanOrEqual(30_000);
    expect(statSync(path).size).toBeGreaterThan(22_000);
  });

  it('has the frame types of ProRes by quality', async () => {
    const tagOf = async (quality: string) =>
      streamOf(await lab.render(bodyOf({ container: 'mov', codec: 'prores' }, { quality }))).codec_tag_string;
    expect([await tagOf('standard'), await tagOf('high')]).toEqual(['apcn', 'apch']);
  });

  it('is not copied from a source with another codec, and the default codec has the same plan as none', async () => {
    const whole = { x: '0%', y: '0%', width: '100%', height: '100%' };
    const scenes = [{ id: 's', layers: [{ id: 'v', type: 'video', url: numbers, position: whole }] }];
    const native = { width: 640, height: 360, quality: 'high', scenes };
    const planOf = async (output: object) => (await lab.plan(bodyOf(output, native))).plan;
    const usual = await planOf({});
    expect(usual.way?.kind).toBe('copy');
    expect(await planOf({ codec: 'h264' })).toEqual(usual);
    expect((await planOf({ codec: 'hevc' })).way).toEqual({ kind: 'encode', why: 'Only H.264 and VP9 are copied.' });
    expect((await planOf({ bitrate: 900 })).way).toEqual({ kind: 'encode', why: 'Its bit rate is set.' });
    expect((await planOf({ keyframeInterval: 1 })).way?.kind).toBe('encode');
  });

  it('is not joined from segments with different decoder headers', async () => {
    const one = lab.made(
      'one.mp4',
      '-i',
      numbers,
      '-t',
      '0.2',
      ...videoEncoding({ format: 'mp4', quality: 'fast', codec: 'hevc' }),
    );
    const more = ['-vf', 'scale=320:-2', ...videoEncoding({ format: 'mp4', quality: 'fast', codec: 'hevc' })];
    const other = lab.made('other.mp4', '-i', numbers, '-t', '0.2', ...more);
    await expectSameSets([one, one]);
    await expect(expectSameSets([one, other])).rejects.toThrow('Two segments were encoded differently.');
  });

  it('needs an ffmpeg that has its encoder, which validation and planning report', async () => {
    const program = join(lab.temp, 'old-ffmpeg');
    // An ffmpeg without x265 and SVT-AV1.
    writeFileSync(program, '#!/bin/sh\nffmpeg "$@" | grep -v -e libx265 -e libsvtav1\n');
    chmodSync(program, 0o755);
    vi.stubEnv('FFMPEG_PATH', program);
    vi.stubEnv('FFPROBE_PATH', 'ffprobe');
    await expect(lab.plan(bodyOf({ codec: 'hevc' }))).rejects.toMatchObject({
      problems: [
        {
          ...{ code: 'codec.missing', pointer: '/output/codec' },
          message: 'The installed ffmpeg cannot encode HEVC: it lacks libx265. Choose another codec.',
        },
      ],
    });
    const { plan } = await lab.plan(bodyOf({ codec: 'av1' }));
    expect(plan.output).toMatchObject({ codec: 'av1', encoder: 'libaom-av1' });
    vi.unstubAllEnvs();
    const path = lab.made('aom.mp4', '-i', numbers, '-t', '0.2', '-an', ...videoEncoding({ ...plan.output, ...size }));
    expect(streamOf(path).codec_name).toBe('av1');
  });
});

describe('a distance of key frames and a bit rate', () => {
  it.each([[{}], [{ codec: 'hevc' }], [{ codec: 'av1' }], [{ container: 'webm' }]])(
    'are those of the file: %o',
    async (output) => {
      const path = await lab.render(bodyOf({ ...output, keyframeInterval: 0.5, bitrate: 60 }));
      const keys = keyTimes(path);
      expect(keys.length).toBeGreaterThanOrEqual(3);
      const gaps = [...keys, 1.5].map((time, i) => time - (keys[i - 1] ?? 0));
      expect(Math.max(...gaps)).toBeLessThan(0.51);
      expect(framesOf(path, size.width, size.height)).toHaveLength(45);
    },
  );

  it('set the size of a file', async () => {
    const body = (bitrate: number) =>
      bodyOf({ bitrate }, { width: 640, height: 360, scenes: [{ id: 's', layers: [traffic] }] });
    for (const bitrate of [150, 600]) {
      const { size } = statSync(await lab.render(body(bitrate)));
      const share = (size * 8) / (bitrate * 1000 * 5);
      expect(share, `${bitrate}`).toBeGreaterThan(0.7);
      expect(share, `${bitrate}`).toBeLessThan(1.3);
    }
  });

  it('allow 4K at 60 frames a second', () => {
    const { output } = compileRender(
      projectOf(
        bodyOf(
          { fps: 60, codec: 'hevc', keyframeInterval: 2 },
          { width: 3840, height: 2160, scenes: [{ id: 's', duration: 1, layers: [] }] },
        ),
      ),
      new Map(),
    );
    expect(output).toMatchObject({ width: 3840, height: 2160, rate: [60, 1], frames: 60, keyDistance: 120 });
  });
});
