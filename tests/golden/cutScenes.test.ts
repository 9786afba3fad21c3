import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { meanDifference } from '../support/meanDifference.ts';
import { framesOf, numbersIn, openRenderLab, samplesOf } from '../support/renderLab.ts';

const lab = openRenderLab('cut-scenes');
afterAll(lab.close);

// Just large enough to be cut into segments. Copying is not under test here.
const size = { width: 1920, height: 1080, quality: 'fast', alwaysEncode: true };
const project = (more: object, starts: readonly number[], { isHeard = true } = {}) => ({
  ...size,
  ...more,
  isMuted: !isHeard,
  scenes: starts.map((startTime, i) => ({
    id: `s${i}`,
    ...(i === 3 ? { transition: { type: 'dissolve', duration: 0.4 } } : {}),
    layers: [
      {
        ...{ id: `v${i}`, type: 'video', url: resolve('fixtures/media/numbers.mp4') },
        ...{ isTrimmed: true, startTime, endTime: startTime + 1.7 },
      },
    ],
  })),
});

const coders = {
  mp4: { video: 'libx264', sound: 'aac' },
  webm: { video: 'libvpx-vp9', sound: 'libopus' },
};

// CUTROOM_LONG=1: WebM too, whose encoder is slow.
it.each(process.env.CUTROOM_LONG ? (['mp4', 'webm'] as const) : (['mp4'] as const))(
  'encodes only the changed scene of a short %s again, and no audio',
  async (container) => {
    const { video, sound } = coders[container];
    const counts: { cached: number; made: number }[] = [];
    const options = {
      cacheDir: join(lab.temp, video),
      onSegments: (count: (typeof counts)[0]) => void counts.push(count),
    };
    const body = (second: number) =>
      project({ output: { type: 'video', container } }, [1, second, 5, 7], {
        isHeard: second === 3 || container === 'webm',
      });
    const [log, program] = [join(lab.temp, 'log'), join(lab.temp, 'ffmpeg')];
    writeFileSync(program, `#!/bin/sh\necho "$@" >> ${log}\nexec ffmpeg "$@"\n`, { mode: 0o755 });
    vi.stubEnv('FFMPEG_PATH', program);
    vi.stubEnv('FFPROBE_PATH', 'ffprobe');
    const encoders = () => {
      // Measuring the peaks of a mix encodes its audio on its own.
      const lines = readFileSync(log, 'utf8').split('\n');
      const text = lines.filter((line) => !line.includes('/encoded-sound')).join('\n');
      writeFileSync(log, '');
      return [`-c:v ${video}`, `-c:a ${sound}`].map((words) => text.split(words).length - 1);
    };
    try {
      const first = await lab.render(body(3), options);
      expect(encoders()).toEqual([1, 1]);
      // Four scenes, and for MP4 the audio and its measured level.
      expect(readdirSync(options.cacheDir)).toHaveLength(container === 'webm' ? 4 : 6);
      const changed = await lab.render(body(3.5), options);
      // The audio inside a WebM has other times than on its own.
      expect(encoders()).toEqual([1, container === 'webm' ? 1 : 0]);
      expect(numbersIn(changed).slice(0, 102)).toEqual([...run(30, 51), ...run(105, 51)]);
      const again = await lab.render(body(3), options);
      expect(encoders()).toEqual([0, 0]);
      expect(counts.slice(-2)).toEqual([
        { cached: 3, made: 1 },
        { cached: 4, made: 0 },
      ]);
      expect(differences(again, first)).toEqual(Array(204).fill(0));
      expect(samplesOf(again)).toEqual(samplesOf(first));
      const [[begins = 0, ...others], times] = [timesOf(first), timesOf(again)];
      const shift = begins - (times[0] as number);
      // A WebM counts in milliseconds.
      expect(Math.max(...others.map((time, i) => Math.abs(time - shift - (times[i + 1] as number))))).toBeLessThan(
        0.0011,
      );
    } finally {
      vi.unstubAllEnvs();
    }
  },
);

const run = (start: number, length: number) => Array.from({ length }, (_, k) => start + k);

it('does not cut a project that encodes quickly', async () => {
  const cacheDir = join(lab.temp, 'small');
  await lab.render({ ...project({}, [1, 3]), width: 320, height: 180 }, { cacheDir });
  // Only the measured level of its audio is stored.
  expect(readdirSync(cacheDir)).toHaveLength(1);
});

function differences(one: string, other: string): number[] {
  const [frames, others] = [framesOf(one, 160, 90), framesOf(other, 160, 90)];
  expect(frames.length).toBe(others.length);
  return frames.map((frame, i) => meanDifference(frame, others[i] as Uint8ClampedArray));
}

/** Presentation times of the frames in seconds. */
function timesOf(file: string): number[] {
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', file];
  return execFileSync('ffprobe', args, { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
    .sort((a, b) => a - b);
}
