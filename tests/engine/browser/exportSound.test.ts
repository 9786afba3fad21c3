import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { printAudioRun } from '../../../api/renderer/print/printAudio.ts';
import type { SourceFile } from '../../../engine/browser/export/measureMedia.ts';
import { decodeSounds } from '../../../engine/browser/export/sound/decodeSound.ts';
import { Limiter, LOOKAHEAD } from '../../../engine/browser/export/sound/limiter.ts';
import { createSoundMixer, processClip } from '../../../engine/browser/export/sound/mix.ts';
import { changeTempo } from '../../../engine/browser/export/sound/stretch.ts';
import { editWindow } from '../../../engine/browser/frames/edits.ts';
import { inSlices } from '../../../engine/browser/inSlices.ts';
import { soundPart, toStereo } from '../../../engine/browser/sound/stereo.ts';
import { type AudioClip, HERTZ } from '../../../engine/timeline/soundtrack.ts';
import { makeProject, scene, video } from '../make.ts';

const plain: AudioClip = {
  source: { kind: 'track' },
  url: 'a.wav',
  start: 0,
  end: 1,
  mediaStart: 0,
  mediaEnd: 1,
  speed: 1,
  isReversed: false,
  isBoomeranged: false,
  loops: false,
  volume: 1,
  fadeIn: 0,
  fadeOut: 0,
};

/** A tone. @param hertz its pitch. @param seconds its length. */
function tone(hertz: number, seconds: number, strength = 0.5): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * HERTZ) },
    (_, i) => strength * Math.sin((2 * Math.PI * hertz * i) / HERTZ),
  );
}

/** The result of work that is done in slices. */
function whole<T>(work: Generator<number, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Pitch of a tone, by its upward zero crossings. */
function pitchOf(sound: Float32Array): number {
  let count = 0;
  for (let i = 1; i < sound.length; i += 1) if ((sound[i - 1] as number) < 0 && (sound[i] as number) >= 0) count += 1;
  return (count * HERTZ) / sound.length;
}

function strengthOf(sound: Float32Array): number {
  return Math.sqrt(sound.reduce((sum, value) => sum + value * value, 0) / sound.length);
}

describe('stretch', () => {
  it.each([0.25, 0.5, 0.8, 1.25, 2, 4])('keeps pitch and strength at speed %s', (speed) => {
    const source = tone(220, 2);
    const [made = new Float32Array()] = whole(changeTempo([source], speed));
    expect(made.length).toBe(Math.round(source.length / speed));
    expect(Math.abs(pitchOf(made) - 220)).toBeLessThan(5);
    expect(20 * Math.log10(strengthOf(made) / strengthOf(source))).toBeCloseTo(0, 0);
  });

  it.each([0.25, 0.5, 0.8, 1.25, 2, 4])('keeps the position of sounds at speed %s', (speed) => {
    const source = new Float32Array(3 * HERTZ);
    for (const at of [0.5, 1.5, 2.5]) source.set(tone(300, 0.1), at * HERTZ);
    const [made = new Float32Array()] = whole(changeTempo([source], speed));
    // Starts and ends are smeared slightly, centers are not.
    for (const at of [0.55, 1.55, 2.55]) {
      const [from, to] = [at - 0.3, at + 0.3].map((side) => Math.round((side * HERTZ) / speed)) as [number, number];
      const power = made.slice(from, to).map((value) => value * value);
      const sum = power.reduce((all, value) => all + value, 0);
      const middle = (from + power.reduce((all, value, i) => all + value * i, 0) / sum) / HERTZ;
      // At a quarter of the speed, 5 ms of the source last 20 ms.
      expect(Math.abs(middle - at / speed), `${middle}`).toBeLessThan(Math.max(0.01, 0.005 / speed));
    }
  });

  it('allocates little more than its input, because audio may last half an hour', () => {
    const sides = [tone(220, 20), tone(330, 20)];
    const work = changeTempo(sides, 2);
    const before = process.memoryUsage().arrayBuffers;
    work.next();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1.3 * sides.length * (sides[0]?.byteLength ?? 0));
  });

  it('runs in slices, reports its progress and stops when aborted', async () => {
    const work = () => changeTempo([tone(220, 12)], 2);
    let [pulls, last] = [0, -1];
    for (const ratio of work()) {
      expect(ratio).toBeGreaterThan(last);
      [pulls, last] = [pulls + 1, ratio];
    }
    expect(pulls).toBeGreaterThan(10);
    const ending = new AbortController();
    const made = inSlices(work(), ending.signal, () => ending.abort(new Error('enough')));
    await expect(made).rejects.toThrow('enough');
  });
});

describe('the audio mix', () => {
  it('places audio at its time on both sides, with fades and volume', () => {
    const clip = { ...plain, start: 0.5, end: 1.5, volume: 0.5, fadeIn: 0.5 };
    const mixer = createSoundMixer([whole(processClip(clip, [new Float32Array(HERTZ).fill(0.8)]))]);
    const [left, right] = mixer.next(2 * HERTZ);
    expect(right).toEqual(left);
    const at = (seconds: number) => left[Math.round(seconds * HERTZ)];
    expect([at(0.49), at(0.75), at(1.2), at(1.51)].map((value) => Number(value?.toFixed(3)))).toEqual([0, 0.2, 0.4, 0]);
  });

  it('is the same in one block and in many', () => {
    const clips = () => [
      whole(processClip({ ...plain, loops: true, end: 3, mediaEnd: 0.7 }, [tone(200, 0.7, 0.9)])),
      whole(processClip({ ...plain, start: 0.3, end: 1.3 }, [tone(330, 1, 0.8), tone(440, 1, 0.8)])),
    ];
    const one = createSoundMixer(clips()).next(3 * HERTZ);
    const pieces = createSoundMixer(clips());
    const parts = [7000, 50_000, 87_000].map((count) => pieces.next(count)[0]);
    const joined = parts.flatMap((part) => [...part]);
    const most = joined.reduce((worst, value, i) => Math.max(worst, Math.abs(value - (one[0][i] as number))), 0);
    expect(joined.length).toBe(3 * HERTZ);
    expect(most).toBeLessThan(1e-5);
  });

  it('plays backwards and as a boomerang', () => {
    const rising = Float32Array.from({ length: HERTZ }, (_, i) => i / HERTZ);
    const [back] = createSoundMixer([whole(processClip({ ...plain, isReversed: true }, [rising]))]).next(HERTZ);
    expect(back[0]).toBeCloseTo(1, 3);
    expect(back[HERTZ - 1]).toBeCloseTo(0, 3);
    const toAndFro = whole(processClip({ ...plain, end: 2, isBoomeranged: true }, [rising]));
    const [fro] = createSoundMixer([toAndFro]).next(2 * HERTZ);
    expect([0, 0.5, 0.99, 1.5, 1.99].map((t) => Number(fro[Math.round(t * HERTZ)]?.toFixed(2)))).toEqual([
      0, 0.5, 0.99, 0.5, 0.01,
    ]);
  });

  it('reads a part of a file whose audio starts late, with silence before it', () => {
    const samples = Float32Array.from({ length: HERTZ }, (_, i) => i + 1);
    const sound = { numberOfChannels: 1, getChannelData: () => samples } as unknown as AudioBuffer;
    const [part = new Float32Array()] = soundPart(sound, 0.25, 1, 0.5);
    expect(part).toHaveLength(0.75 * HERTZ);
    expect([part[0.25 * HERTZ - 1], part[0.25 * HERTZ], part.at(-1)]).toEqual([0, 1, 0.5 * HERTZ]);
  });

  it('stays below full scale and keeps quieter samples unchanged', () => {
    const left = new Float32Array(HERTZ + LOOKAHEAD).fill(0.5);
    left.fill(1.6, 20_000, 20_400);
    const right = left.slice();
    new Limiter().process(left, right);
    const heard = left.subarray(0, HERTZ);
    expect(Math.max(...heard.subarray(19_000, 22_000))).toBeLessThanOrEqual(1.001);
    expect(heard.subarray(0, 19_000).every((value) => value === 0.5)).toBe(true);
    expect(heard[45_000]).toBeCloseTo(0.5, 2);
  });
});

it('rejects more audio than fits in memory, by its length after stretching', async () => {
  const file = { kind: 'video', hasAudio: true, duration: 500 } as SourceFile;
  const project = makeProject([scene('s', [video('v', 500, { speed: 0.25 })])]);
  const job = { project, files: new Map([['v.mp4', file]]), signal: new AbortController().signal };
  await expect(decodeSounds(job, () => {})).rejects.toThrow('longer than 30 min');
});

describe('toStereo', () => {
  /** Whether a single channel is audible on each side. */
  const heardAlone = (count: number, one: number) =>
    toStereo(Array.from({ length: count }, (_, i) => Float32Array.of(i === one ? 1 : 0))).map(
      ([value = 0]) => value > 0,
    );

  it.each([
    [1, [[true, true]]],
    [
      2,
      [
        [true, false],
        [false, true],
      ],
    ],
    [
      4,
      [
        [true, false],
        [false, true],
        [true, false],
        [false, true],
      ],
    ],
    [
      6,
      [
        [true, false],
        [false, true],
        [true, true],
        [false, false],
        [true, false],
        [false, true],
      ],
    ],
  ])('maps %i channels to their sides', (count, sides) => {
    expect(sides.map((_, one) => heardAlone(count, one))).toEqual(sides);
  });

  it.each([
    ['mono', 1],
    ['stereo', 2],
    ['quad', 4],
    ['5.0', 5],
    ['5.1', 6],
    ['7.1', 8],
  ])('is as loud as in the renderer, from %s', (layout, count) => {
    const values = Array.from({ length: count }, (_, i) => 0.1 + 0.05 * i);
    const channels = values.map((value) => Float32Array.of(value));
    const source = `aevalsrc=${values.join('|')}:s=48000:d=0.1:c=${layout}`;
    const graph = `${printAudioRun(
      { segments: [{ from: 0, length: 0.1, backwards: false }], speed: 1, loops: false },
      { pad: '0', channels: count, name: 'a' },
    )}[out]`;
    const args = ['-v', 'error', '-f', 'lavfi', '-i', source, '-filter_complex', graph, '-map', '[out]'];
    const data = execFileSync('ffmpeg', [...args, '-f', 'f32le', '-']);
    const [left, right] = toStereo(channels);
    expect(left[0]).toBeCloseTo(data.readFloatLE(0), 5);
    expect(right[0]).toBeCloseTo(data.readFloatLE(4), 5);
  });
});

describe('editWindow', () => {
  it('delays a track and cuts a part out of it', () => {
    expect(editWindow(undefined, 1000, 90_000)?.shift).toBe(0);
    const delayed = [
      { segment_duration: 500, media_time: -1 },
      { segment_duration: 2000, media_time: 90_000 },
    ];
    expect(editWindow(delayed, 1000, 90_000)).toEqual({ shift: -0.5, start: 0.5, end: 2.5 });
  });

  it('returns undefined for several parts', () => {
    const part = { segment_duration: 500, media_time: 0 };
    expect(editWindow([part, part], 1000, 90_000)).toBeUndefined();
  });
});
