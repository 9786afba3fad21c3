import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Progress } from '../../api/renderer/job/render.ts';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { compileRender } from '../../api/renderer/plan/compile.ts';
import type { RenderPlan } from '../../api/renderer/plan/plan.ts';
import { openSegmentCache } from '../../api/renderer/segments/segmentCache.ts';
import { segmentKey } from '../../api/renderer/segments/segmentKey.ts';
import { segmentLengthOf } from '../../api/renderer/segments/segmentLength.ts';
import { slicesOf } from '../../api/renderer/segments/slicesOf.ts';
import { meanDifference } from '../support/meanDifference.ts';
import { framesOf, h264, numbersIn, openRenderLab, projectOf, samplesOf } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('segments');
afterAll(lab.close);

// Copying is disabled, because encoding is under test.
const size = { width: 160, height: 90, alwaysEncode: true };
const video = (more: object = {}) => ({ id: 'v', type: 'video', url: numbers, isMuted: true, ...more });
const project = (layers: object[], more: object = {}) => ({ ...size, scenes: [{ id: 's', layers }], ...more });
const trim = (startTime: number, endTime: number) => ({ isTrimmed: true, startTime, endTime });

it.each([
  ['1080p at 30 frames a second', { width: 1920, height: 1080 }, 20],
  ['small', { width: 320, height: 180 }, 20],
  ['4096 × 4096', { width: 4096, height: 4096 }, 2.5],
  ['1080p in VP9', { width: 1920, height: 1080, output: { type: 'video', container: 'webm' } }, 5],
  ['4096 × 4096 in VP9', { width: 4096, height: 4096, output: { type: 'video', container: 'webm' } }, 1],
])('chooses a segment length with similar encoding time for frames of any size: %s', (_name, more, seconds) => {
  const text = { id: 't', type: 'text', text: 'Hi', position: { x: '0%', y: '0%', width: '50%', height: '50%' } };
  const long = projectOf({ scenes: [{ id: 's', duration: 600, layers: [text] }], ...more });
  const length = segmentLengthOf(long, new Map());
  expect(length).toBeCloseTo(seconds, 0);
  const { segments } = compileRender(long, new Map(), { segmentLength: length });
  for (const { from, to } of segments) expect(to - from).toBeLessThanOrEqual(1.5 * length * 30);
});

// seams.test.ts covers random projects.
describe('joined segments', () => {
  it('equal the whole, frame by frame, with loops, other speeds and directions, and a frozen end', async () => {
    const timings = {
      'a loop backwards, a moment of which falls where a frame begins': {
        ...{ ...trim(1.114, 2.355), speed: 1.3, isReversed: true },
        ...{ loopMode: 'duration', playLength: 2.289 },
      },
      'there and back, slow': { ...trim(1, 2.03), isBoomeranged: true, speed: 0.87 },
      'a long loop, fast': { ...trim(1, 5.21), speed: 2.3, loopMode: 'duration', playLength: 4 },
      'a held end': { ...trim(1, 2.2), playLength: 2.5 },
      'short loops': { ...trim(1, 2.013), loopMode: 'duration', playLength: 5 },
    };
    const scenes = Object.entries(timings).map(([id, timing]) => ({
      id,
      layers: [video({ ...timing, id: `v ${id}` })],
    }));
    const whole = numbersIn(await lab.render({ ...size, scenes }));
    // Cuts loops, and has several of the short ones in one segment.
    expect(numbersIn(await lab.render({ ...size, scenes }, { segmentLength: 2.1 }))).toEqual(whole);
  });

  it('equal the whole with transitions, moving texts, rotated and looped videos, and audio', async () => {
    const box = (x: number, y: number, width: number, height: number, rotation = 0) => ({
      position: { x: `${x}%`, y: `${y}%`, width: `${width}%`, height: `${height}%`, rotation },
    });
    const text = (id: string, more: object) => ({
      id,
      type: 'text',
      text: id,
      fontSize: '20px',
      color: '#ff8800',
      ...more,
    });
    const canvas = { ...size, width: 320, height: 180 };
    const body = {
      ...canvas,
      scenes: [
        {
          id: 'a',
          layers: [
            video({ ...trim(0, 2.8), isMuted: false }),
            text('waving', { ...box(5, 5, 50, 20), animation: { id: 'hue-rotate', duration: 1.1 } }),
            text('first', { ...box(5, 40, 50, 20), from: 0.5, to: 1.9 }),
            text('second', { ...box(5, 40, 50, 20), from: 1.9, to: 2.7 }),
          ],
        },
        {
          id: 'b',
          background: '#224466',
          transition: { type: 'dissolve', duration: 0.5 },
          layers: [
            video({ id: 'w', ...trim(2, 3.5), ...box(10, 10, 50, 50, 20), loopMode: 'duration', playLength: 2.4 }),
            text('typed', {
              ...box(40, 60, 50, 20),
              from: 0.7,
              animation: { id: 'text-flicker-in-glow', duration: 1.5 },
            }),
          ],
        },
        {
          id: 'c',
          duration: 1,
          isImageVideo: true,
          transition: { type: 'slide', duration: 0.4 },
          layers: [text('end', box(20, 40, 60, 20))],
        },
      ],
    };
    const [whole, parts] = [await lab.render(body), await lab.render(body, { segmentLength: 1.4 })];
    const [one, other] = [whole, parts].map((file) => framesOf(file, canvas.width, canvas.height)) as [
      Uint8ClampedArray[],
      Uint8ClampedArray[],
    ];
    expect(other.length).toBe(one.length);
    const differences = one.map((frame, i) => meanDifference(frame, other[i] as Uint8ClampedArray));
    expect(Math.max(...differences)).toBeLessThan(1.5);
    expect(samplesOf(parts)).toEqual(samplesOf(whole));
  });

  it('have the same pixel aspect ratio for a still title and a video that fills the canvas', async () => {
    const title = {
      id: 't',
      type: 'text',
      text: 'Title',
      position: { x: '10%', y: '40%', width: '80%', height: '20%' },
    };
    const fill = { objectFit: 'cover', position: { x: '0%', y: '0%', width: '100%', height: '100%' } };
    const body = {
      ...size,
      scenes: [
        { id: 'a', duration: 1, isImageVideo: true, layers: [title] },
        { id: 'b', layers: [video({ ...trim(1, 3), ...fill })] },
      ],
    };
    const shapes = body.scenes.map(async (scene) => shapeOf(await lab.render({ ...body, scenes: [scene] })));
    expect(await Promise.all(shapes)).toEqual(['1:1', '1:1']);
  });
});

it('encodes as a whole if segments cannot be joined, and reports that it encodes again', async () => {
  const program = join(lab.temp, 'unlike');
  // One of two segments is encoded with other parameter sets.
  const script = `#!/bin/sh
    for last; do :; done
    case "$last" in *segment-1.part)
      count=$#; at=0
      for word; do at=$((at+1)); [ $at = $count ] && set -- "$@" -bf 0; set -- "$@" "$word"; done
      shift $count ;;
    esac
    exec ffmpeg "$@"
  `;
  writeFileSync(program, script);
  chmodSync(program, 0o755);
  vi.stubEnv('FFMPEG_PATH', program);
  vi.stubEnv('FFPROBE_PATH', 'ffprobe');
  const told: Progress[] = [];
  const options = { segmentLength: 1, onProgress: (progress: Progress) => void told.push(progress) };
  const body = project([video(trim(1, 3))]);
  const file = await lab.render(body, options).finally(() => vi.unstubAllEnvs());
  expect(numbersIn(file)).toEqual(Array.from({ length: 60 }, (_, i) => 30 + i));
  expect(told.map(({ text }) => text).join()).toContain('Re-encoding');
  expect(told.map(({ ratio }) => ratio)).toEqual(told.map(({ ratio }) => ratio).sort((a, b) => a - b));
  const fine: Progress[] = [];
  await lab.render(body, { segmentLength: 1, onProgress: (progress) => void fine.push(progress) });
  expect(fine.map(({ text }) => text).join()).not.toContain('Re-encoding');
});

describe('segments of other outputs', () => {
  it.each([
    ['webm', { output: { type: 'video', container: 'webm' } }],
    ['mov', { output: { type: 'video', container: 'mov' } }],
    ['gif', { output: { type: 'gif' } }],
  ])('equal the whole: %s', async (_name, output) => {
    const body = project([video({ ...trim(1, 2.2), isMuted: false })], output);
    const [whole, parts] = [await lab.render(body), await lab.render(body, { segmentLength: 0.6 })];
    expect(numbersIn(parts)).toEqual(numbersIn(whole));
    expect(streamsOf(parts)).toEqual(streamsOf(whole));
  });
});

describe('the segment cache', () => {
  const scenes = [0, 1, 2].map((start, i) => ({
    id: `s${i}`,
    background: '#000000',
    layers: [video({ id: `v${i}`, ...trim(start, start + 1) })],
  }));
  const body = { ...size, scenes };
  const changed = {
    ...body,
    scenes: scenes.map((scene, i) => (i === 1 ? { ...scene, layers: [video(trim(3, 4))] } : scene)),
  };
  const cached = (name: string) => readdirSync(join(lab.temp, name)).sort();
  const framesFrom = (start: number, count: number) => Array.from({ length: count }, (_, k) => start + k);
  let first: Promise<string> | undefined;
  /** Options with a cache that contains the segments of `body`. */
  const filled = async (name: string) => {
    const [given, cacheDir] = ['given', name].map((one) => join(lab.temp, one)) as [string, string];
    first ??= lab.render(body, { segmentLength: 1, cacheDir: given });
    expect(numbersIn(await first)).toEqual(framesFrom(0, 90));
    cpSync(given, cacheDir, { recursive: true });
    expect(cached(name)).toHaveLength(3);
    return { segmentLength: 1, cacheDir };
  };
  /** Another video of these frames, from 5 s on. */
  const later = lab.made('later.mp4', '-ss', '5', '-t', '3', '-i', numbers, ...h264);

  it('encodes only the changed scene again', async () => {
    const options = await filled('changed');
    const before = cached('changed');
    const again = await lab.render(changed, options);
    expect(cached('changed').filter((name) => !before.includes(name))).toHaveLength(1);
    expect(numbersIn(again)).toEqual([...framesFrom(0, 30), ...framesFrom(90, 30), ...framesFrom(60, 30)]);
  });

  it('resumes an aborted render', async () => {
    const options = { segmentLength: 1, cacheDir: join(lab.temp, 'stopped') };
    const stop = new AbortController();
    const onProgress = ({ ratio }: Progress) => ratio > 0.6 && stop.abort(new Error('enough'));
    await expect(lab.render(body, { ...options, signal: stop.signal, onProgress })).rejects.toThrow('enough');
    const before = cached('stopped').map((name) => statSync(join(options.cacheDir, name)).ino);
    expect(before.length).toBeGreaterThan(0);
    await lab.render(body, options);
    const after = cached('stopped').map((name) => statSync(join(options.cacheDir, name)).ino);
    expect(after).toHaveLength(3);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it('reuses segments painted in a fallback font while the requested font stays unavailable', async () => {
    const text = { id: 't', type: 'text', text: 'Hello', fontFamily: 'No Such Font' };
    const own = project([text, video(trim(0, 2))]);
    const options = { segmentLength: 1, cacheDir: join(lab.temp, 'fonts') };
    await lab.render(own, options);
    const before = cached('fonts').map((name) => statSync(join(options.cacheDir, name)).ino);
    expect(before).toHaveLength(2);
    await lab.render(own, options);
    expect(cached('fonts').map((name) => statSync(join(options.cacheDir, name)).ino)).toEqual(before);
    const [slice] = slicesOf(compileRender(projectOf(own), new Map([[numbers, await probeFile(numbers)]])));
    const keyed = (lacking: string[]) =>
      segmentKey(slice as RenderPlan, { identityOf: (url) => url, memory: 1, program: '' }, { lacking, painters: '' });
    expect(keyed(['The font is not available.'])).not.toBe(keyed([]));
  });

  it('drops the least recently used segments when there are too many', async () => {
    const folder = join(lab.temp, 'full');
    const cache = openSegmentCache(folder, 250);
    const old = new Date(Date.now() - 60_000);
    for (const [i, key] of ['a', 'b', 'c'].entries()) {
      const from = join(lab.temp, `${key}.part`);
      writeFileSync(from, Buffer.alloc(100));
      utimesSync(from, old, new Date(old.getTime() + i * 1000));
      await cache.add(key, from);
      if (key === 'b') expect(await cache.copyTo('a', join(lab.temp, 'taken.part'))).toBe(true);
    }
    expect(cached('full')).toEqual(['a.segment', 'c.segment']);
  });

  it('replaces an existing file when it copies a segment', async () => {
    const cache = openSegmentCache(join(lab.temp, 'places'));
    const [from, to] = ['large.part', 'place.part'].map((name) => join(lab.temp, name)) as [string, string];
    writeFileSync(from, Buffer.alloc(100));
    writeFileSync(to, Buffer.alloc(7));
    await cache.add('large', from);
    expect(await cache.copyTo('large', to)).toBe(true);
    expect(statSync(to).size).toBe(100);
  });

  it('never returns segments of an earlier version of a file', async () => {
    const source = join(lab.temp, 'source.mp4');
    copyFileSync(numbers, source);
    const own = project([{ ...video(trim(0, 2)), url: source }]);
    const options = { segmentLength: 1, cacheDir: join(lab.temp, 'source') };
    expect(numbersIn(await lab.render(own, options))[0]).toBe(0);
    copyFileSync(later, source);
    expect(numbersIn(await lab.render(own, options))[0]).toBe(150);
  });

  it('never mixes two files when one replaces the other during a render', async () => {
    const source = join(lab.temp, 'replaced.mp4');
    const other = join(lab.temp, 'other.mp4');
    copyFileSync(later, other);
    copyFileSync(numbers, source);
    const own = project([{ ...video(trim(0, 2)), url: source }]);
    const options = { segmentLength: 1, cacheDir: join(lab.temp, 'replaced') };
    const onProgress = ({ ratio }: Progress) => ratio > 0.5 && existsSync(other) && renameSync(other, source);
    await expect(lab.render(own, { ...options, onProgress })).rejects.toThrow(
      'The file "replaced.mp4" changed while it was being read. Please try again.',
    );
    expect(numbersIn(await lab.render(own, options))).toEqual(framesFrom(150, 60));
  });

  it('never returns segments of another ffmpeg or another build of Cutroom', async () => {
    const options = await filled('versions');
    const another = join(lab.temp, 'ffmpeg');
    writeFileSync(another, '#!/bin/sh\n[ "$1" = -version ] && echo "ffmpeg version 99" || exec ffmpeg "$@"\n');
    chmodSync(another, 0o755);
    vi.stubEnv('FFMPEG_PATH', another);
    vi.stubEnv('FFPROBE_PATH', 'ffprobe');
    await lab.render(body, options).finally(() => vi.unstubAllEnvs());
    expect(cached('versions')).toHaveLength(6);
    vi.stubGlobal('CUTROOM_BUILD', 'of other painters');
    await lab.render(body, options).finally(() => vi.unstubAllGlobals());
    expect(cached('versions')).toHaveLength(9);
  });

  it('drops damaged segments and encodes them again', async () => {
    const options = await filled('broken');
    const good = framesFrom(0, 90);
    const files = cached('broken').map((name) => join(options.cacheDir, name)) as [string, string, string];
    // Half a file, and a complete one with too few frames.
    writeFileSync(files[0], readFileSync(files[1]).subarray(0, 3000));
    expect(numbersIn(await lab.render(body, options))).toEqual(good);
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-i',
      files[1],
      '-frames:v',
      '20',
      '-c',
      'copy',
      '-f',
      'mp4',
      `${files[1]}.cut`,
    ]);
    renameSync(`${files[1]}.cut`, files[1]);
    expect(numbersIn(await lab.render(body, options))).toEqual(good);
    expect(statSync(files[2]).nlink).toBe(1);
  });
});

function streamsOf(file: string): string[] {
  const args = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', file];
  return execFileSync('ffprobe', args).toString().trim().split('\n');
}

/** The sample aspect ratio that a file declares. */
function shapeOf(file: string): string {
  const args = ['-v', 'error', '-show_entries', 'stream=sample_aspect_ratio', '-of', 'csv=p=0', file];
  return execFileSync('ffprobe', args, { encoding: 'utf8' }).trim();
}
