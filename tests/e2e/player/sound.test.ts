import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderProject } from '../../../api/renderer/job/render.ts';
import { parseProject } from '../../../engine/project/parse.ts';
import { openPlayerLab, type PlayerLab } from '../../support/playerLab.ts';

const made = mkdtempSync(join(tmpdir(), 'cutroom-mix-'));
let lab: PlayerLab;

beforeAll(async () => {
  makeNoise(join(made, 'noise.mp4'));
  makeTrack(join(made, 'track.wav'));
  makeLate(join(made, 'noise.mp4'), join(made, 'late.webm'));
  lab = await openPlayerLab(made);
});
afterAll(async () => {
  await lab?.close();
  rmSync(made, { recursive: true, force: true });
});

/** A video of ten seconds whose audio is different at each moment. */
function makeNoise(out: string): void {
  const swell = "anoisesrc=d=10:c=pink:r=48000:a=0.4:seed=7,volume='0.6+0.4*sin(5*t)':eval=frame";
  const picture = 'color=gray:s=160x90:r=30:d=10';
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', swell],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '192k', out],
  ]);
}

/** The same video with Opus, whose picture begins 60 ms after its audio. */
function makeLate(file: string, out: string): void {
  const read = ['-itsoffset', '0.06', '-i', file, '-i', file, '-map', '0:v', '-map', '1:a'];
  const coded = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...read, ...coded, out]);
}

/** Three seconds of different noise. */
function makeTrack(out: string): void {
  const noise = 'anoisesrc=d=3:c=pink:r=48000:a=0.4:seed=11';
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', noise, out]);
}

/** Sample rate of the comparison. */
const hertz = 8000;
const tracks = {
  'a trimmed video of some volume that fades out, and looped music that fades in': {
    layer: { isTrimmed: true, startTime: 0.7, endTime: 4.9, volume: 0.5, fadeOut: 1.5 },
    audio: { trimStartTime: 1, trimEndTime: 2.4, isTrimmed: true, loop: true, volume: 0.8, fadeIn: 1.2 },
  },
  'looped music that goes down under a video that comes later': {
    layer: { isTrimmed: true, startTime: 0.7, endTime: 3.2, from: 2.6 },
    audio: { loop: true, ducking: { amount: 18 } },
  },
  'a video as from a radio that fades out, and looped music with less treble': {
    layer: {
      ...{ isTrimmed: true, startTime: 0.7, endTime: 4.9, fadeOut: 1.5 },
      ...{ pan: 40, eq: { preset: 'radio' as const, low: 6 } },
    },
    audio: { trimEndTime: 1.9, isTrimmed: true, loop: true, volume: 0.8, eq: { high: -24 }, pan: -70 },
  },
  'a video at twice its pace': {
    layer: { isTrimmed: true, startTime: 0.5, endTime: 9.5, speed: 2 },
    audio: undefined,
  },
  'a video whose picture begins after its audio': {
    file: 'late.webm',
    layer: { isTrimmed: true, startTime: 0.7, endTime: 4.9 },
    audio: undefined,
  },
  'a video that plays backwards at half pace': {
    layer: { isTrimmed: true, startTime: 1, endTime: 3.1, isReversed: true, speed: 0.5, volume: 1.5 },
    audio: undefined,
  },
};

const projectOf = (folder: string, { layer, audio, ...more }: (typeof tracks)[keyof typeof tracks]) => {
  const url = `${folder}/${'file' in more ? more.file : 'noise.mp4'}`;
  const video = { id: 'v', type: 'video', url, width: 160, height: 90, duration: 10, ...layer };
  return {
    ...{ width: 160, height: 160, scenes: [{ id: 's', layers: [video] }] },
    ...(audio ? { audio: { url: `${folder}/track.wav`, startTime: 0.8, duration: 3, ...audio } } : {}),
  };
};

/** Rendered audio by name, created before anything plays. */
const rendered = new Map<string, Float32Array>();
beforeAll(async () => {
  for (const [name, track] of Object.entries(tracks)) rendered.set(name, await renderedSound(projectOf(made, track)));
});

// Playback runs in real time, for all tests at once.
describe.concurrent('audio of the player and of the render', () => {
  it.each(Object.entries(tracks))('is the same for %s', async (name, track) => {
    const page = await lab.open();
    const played = await page.evaluate(
      async (input) => {
        const { playing } = globalThis;
        const rig = await playing.open(input as never);
        rig.player.play();
        await playing.until(() => rig.player.time > 1);
        rig.record();
        await playing.until(() => rig.player.time > 3.8);
        const { start, samples } = rig.recorded;
        const { problems } = rig;
        await rig.close();
        return { start, samples: playing.thinned(samples, 6), problems };
      },
      projectOf('/made', track),
    );
    await page.close();
    expect(played.problems).toEqual([]);
    const found = compare(rendered.get(name) as Float32Array, played.samples, played.start);
    expect(found.length).toBeGreaterThanOrEqual(5);
    // A busy machine occasionally starts audio late, so the median counts.
    const seen = JSON.stringify(found);
    expect(middle(found.map(({ lag }) => Math.abs(lag))), seen).toBeLessThan(0.01);
    expect(middle(found.map(({ decibels }) => Math.abs(decibels))), seen).toBeLessThan(1);
  });
});

async function renderedSound(input: unknown): Promise<Float32Array> {
  const parsed = parseProject(input);
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const out = join(made, 'out.mp4');
  await renderProject(parsed.value, { out, locate: async (path) => path });
  // ffmpeg's own mixdown to one channel is louder than the mean.
  const mono = ['-af', 'pan=mono|c0=0.5*c0+0.5*c1', '-ar', '48000', '-f', 'f32le', '-'];
  const bytes = execFileSync('ffmpeg', ['-v', 'error', '-i', out, ...mono], { maxBuffer: 1e8 });
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return Float32Array.from({ length: Math.floor(samples.length / 6) }, (_, i) => mean(samples, i * 6, 6));
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function mean(samples: Float32Array, from: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i += 1) sum += samples[from + i] as number;
  return sum / count;
}

/** Delay of each window of the played audio in seconds, and its level difference. */
function compare(rendered: Float32Array, played: readonly number[], start: number) {
  const window = 0.4 * hertz;
  const reach = 0.1 * hertz;
  const found: { at: number; lag: number; decibels: number }[] = [];
  for (let from = reach; from + window + reach < played.length; from += window) {
    const begins = Math.round(start * hertz) + from;
    if (begins + window > rendered.length) break;
    const power = (samples: ArrayLike<number>, at: number) => {
      let sum = 0;
      for (let i = 0; i < window; i += 1) sum += (samples[at + i] as number) ** 2;
      return sum / window;
    };
    const likeness = (lag: number) => {
      let sum = 0;
      for (let i = 0; i < window; i += 1) sum += (rendered[begins + i] as number) * (played[from + i + lag] as number);
      return sum;
    };
    let best = -reach;
    for (let lag = -reach; lag <= reach; lag += 1) if (likeness(lag) > likeness(best)) best = lag;
    const decibels = 10 * Math.log10(power(played, from + best) / power(rendered, begins));
    found.push({ at: begins / hertz, lag: best / hertz, decibels });
  }
  return found;
}
