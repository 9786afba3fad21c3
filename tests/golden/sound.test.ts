import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeFile } from '../../api/renderer/media/probe.ts';
import { gainAt } from '../../engine/timeline/soundGain.ts';
import { soundtrack } from '../../engine/timeline/soundtrack.ts';
import { withItunesPadding } from '../support/madeFormats.ts';
import { hertz, onsetsOf, openRenderLab, projectOf, samplesOf } from '../support/renderLab.ts';

const numbers = resolve('fixtures/media/numbers.mp4');
const lab = openRenderLab('sound');
afterAll(lab.close);
/** A tone of 440 Hz, 8 s. */
const note = join(lab.temp, 'note.mp4');
const strength = 0.25;
/** Time from the start of a click to the center of its energy in seconds. */
let middle: number;
const size = { width: 160, height: 90 };

beforeAll(() => {
  const picture = ['-f', 'lavfi', '-i', 'color=gray:s=160x90:r=30:d=8'];
  const sound = ['-f', 'lavfi', '-i', `aevalsrc=${strength}*sin(2*PI*440*t):s=48000:d=8`];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-b:a', '192k'];
  middle = middleOf(samplesOf(numbers), 3.03) - 3;
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, ...sound, ...encode, note]);
});

describe('audio at another speed', () => {
  // Slower than a filter allows in one step, in one step, and faster than that.
  it.each([0.25, 0.6, 3.3])('%s keeps the pitch and strength of a tone and ends with its run', async (speed) => {
    const endTime = Math.min(8, 1 + Math.max(1, 3 * speed));
    const noted = video(note, { startTime: 1, endTime, speed });
    // A longer silent video next to it continues.
    const samples = await soundOf([noted, video(numbers, { id: 'n', startTime: 0, endTime: 5, isMuted: true })]);
    const length = (endTime - 1) / speed;
    expect(samples.length / hertz).toBeCloseTo(5, 1);
    expect(Math.abs(pitchOf(part(samples, 0.3, length - 0.3)) - 440)).toBeLessThan(2);
    for (let at = 0.1; at < length - 0.2; at += 0.2) expectLevel(part(samples, at, at + 0.1), strength);
    expect(levelOf(part(samples, length + 0.03, 5))).toBeLessThan(0.001);
  });

  const synced: [speed: number, format: string][] = [
    [0.5, 'wav'],
    [1.7, 'm4a'],
    [4, 'wav'],
  ];
  it.each(process.env.CUTROOM_LONG ? synced : synced.slice(0, 2))(
    '%s plays clicks together with their frames, as %s',
    async (speed, format) => {
      const layers = [video(numbers, { startTime: 0.5, endTime: 4.5, speed })];
      const samples = await soundOf(layers, { output: { type: 'audio', format } });
      expectClicks(
        samples,
        [1, 2, 3, 4].map((at) => (at + middle - 0.5) / speed),
      );
    },
  );
});

describe('audio with more than two channels', () => {
  /** A file whose channels all play the same tone at full scale. */
  const surround = (channels: number) => {
    const path = join(lab.temp, `surround-${channels}.wav`);
    const notes = Array(channels).fill('0.98*sin(2*PI*440*t)').join('|');
    const source = `aevalsrc=${notes}:s=48000:d=2${channels > 8 ? '' : ':c=5.1'}`;
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, path]);
    return path;
  };

  it.each([6, 9])('is mixed down from %i channels at full scale without clipping', async (channels) => {
    const scenes = [{ id: 's', duration: 2, layers: [] }];
    const samples = samplesOf(
      await lab.render({
        ...size,
        scenes,
        audio: { url: surround(channels), startTime: 0 },
        output: { type: 'audio', format: 'wav' },
      }),
    );
    const middlePart = part(samples, 0.5, 1.5);
    expect(middlePart.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeLessThanOrEqual(1);
    // A clipped wave is almost a square, with 1.4 times the level of a sine.
    expect(levelOf(middlePart)).toBeLessThan(1.02);
    expect(levelOf(middlePart)).toBeGreaterThan(0.9);
  });
});

describe('a loop', () => {
  it.each([undefined, 200_000])('plays clicks in every run, also with little memory', async (memory) => {
    const fields = { startTime: 0.5, endTime: 1.85, loopMode: 'duration', playLength: 6 };
    const samples = await soundOf([video(numbers, fields)], {}, memory);
    expectClicks(
      samples,
      [0, 1, 2, 3, 4].map((run) => run * 1.35 + 0.5 + middle).filter((at) => at < 5.9),
    );
  });
});

describe('reverse and boomerang', () => {
  it.each([undefined, 1_000_000])('play clicks in the order of the frames', async (memory) => {
    const fields = { startTime: 1.5, endTime: 5.25, isReversed: true };
    const samples = await soundOf([video(numbers, fields)], {}, memory);
    expectClicks(
      samples,
      [5, 4, 3, 2].map((at) => 5.25 - at - middle),
    );
  });

  it.each([undefined, 600_000])('play clicks back and forth, in loops and faster', async (memory) => {
    const motion = { isBoomeranged: true, loopMode: 'duration', speed: 1.4, playLength: 5 };
    const samples = await soundOf([video(numbers, { startTime: 0.5, endTime: 2.6, ...motion })], {}, memory);
    const run = (2 * 2.1) / 1.4;
    const once = [0.5, 1.5, 4.2 - 1.5, 4.2 - 0.5].map((at, i) => (at + (i < 2 ? middle : -middle)) / 1.4);
    expectClicks(
      samples,
      [...once, ...once.map((at) => at + run)].filter((at) => at < 4.8),
    );
  });
});

it.each(['wav', 'm4a', 'mp3'])(
  'ends audio-only output (%s) exactly at its trim, not at the next frame',
  async (format) => {
    const url = lab.made('tone.wav', '-f', 'lavfi', '-i', 'sine=440:r=8000:d=3');
    const audio = { url, isTrimmed: true, trimStartTime: 0.5, trimEndTime: 2.251 };
    const out = await lab.render({ output: { type: 'audio', format }, scenes: [{ id: 's' }], audio });
    const samples = samplesOf(out);
    expect(Math.max(...samples.subarray(Math.round(1.74 * hertz), Math.round(1.75 * hertz)))).toBeGreaterThan(0.1);
    // An encoder may pad its last frame of 1152 or 1024 samples.
    expect(samples.length - Math.round(1.751 * hertz)).toBeGreaterThanOrEqual(0);
    expect(samples.length - Math.round(1.751 * hertz)).toBeLessThan(format === 'wav' ? 1 : 1152);
  },
);

it.each([
  ['mp3', ['libmp3lame']],
  // Without noise that the decoder makes up.
  ['m4a', ['aac', '-aac_pns', '0']],
  ['opus', ['libopus']],
  ['ogg', ['libvorbis']],
])('plays a trimmed %s from its first sample: a decoder needs earlier packets', async (ending, codec) => {
  const noise = ['-f', 'lavfi', '-i', 'anoisesrc=d=4:r=48000:a=0.5:seed=3,lowpass=f=6000'];
  const url = lab.made(`noise.${ending}`, ...noise, '-c:a', ...codec, '-b:a', '96k');
  const audio = { url, isTrimmed: true, trimStartTime: 1.537, trimEndTime: 2.537 };
  const out = await lab.render({ output: { type: 'audio', format: 'wav' }, scenes: [{ id: 's' }], audio });
  const [made, source] = [samplesOf(out), samplesOf(url)];
  const start = Math.round(1.537 * hertz);
  // Ogg seeks round to a page; 1 ms of difference is inaudible.
  const differences = Array.from({ length: 97 }, (_, i) => differenceAt(made, source, start + i - 48));
  expect(Math.min(...differences)).toBeLessThan(0.02);
});

/** Returns the difference of 40 ms of audio to a part of other audio, as a share of its power. */
function differenceAt(made: Float32Array, source: Float32Array, from: number): number {
  const length = 0.04 * hertz;
  const wanted = source.subarray(from, from + length);
  return levelOf(wanted.map((value, i) => value - (made[i] as number))) / levelOf(wanted);
}

describe('volume and fades', () => {
  it.each<[string, object, object]>([
    ['of a video', { volume: 0.5, fadeIn: 0.8, fadeOut: 1.2 }, {}],
    ['of a fast video', { volume: 1.8, fadeIn: 0.4, fadeOut: 0.6, speed: 2 }, {}],
    ['that would meet', { fadeIn: 4, fadeOut: 2 }, {}],
    [
      'of the track',
      { isMuted: true },
      { audio: { url: note, startTime: 0.5, isTrimmed: true, trimEndTime: 2.5, volume: 0.7, fadeIn: 1, fadeOut: 0.5 } },
    ],
    ['of a track that the video cuts off', { isMuted: true }, { audio: { url: note, startTime: 1, fadeOut: 2 } }],
  ])('%s are linear in amplitude', async (_name, fields, more) => {
    const layers = [video(note, { startTime: 1, endTime: 5, ...fields })];
    const [clip] = soundtrack(projectOf({ ...withFacts(layers, more), ...size }));
    if (!clip) throw new Error('Nothing is heard.');
    const samples = await soundOf(layers, more);
    for (let at = 0.05; at < samples.length / hertz - 0.1; at += 0.1) {
      const expected = strength * gainAt(clip, at);
      const found = levelOf(part(samples, at - 0.025, at + 0.025));
      // Near silence, encoder noise matters.
      if (expected > 0.01) expect(Math.abs(20 * Math.log10(found / expected)), `at ${at}`).toBeLessThan(1);
      else expect(found, `at ${at}`).toBeLessThan(0.025);
    }
  });

  it('never exceed full scale', async () => {
    const loud = ['a', 'b', 'c'].map((id) => video(note, { id, startTime: 1, endTime: 3, volume: 2 }));
    const samples = await soundOf(loud);
    expect(samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)).toBeLessThan(1.05);
    expect(Math.abs(pitchOf(part(samples, 0.3, 1.7)) - 440)).toBeLessThan(2);
  });
});

describe('ducking', () => {
  /** A voice on the right side only, from 1 to 2 s and from 4 to 4.5 s of 6. */
  const voice = join(lab.temp, 'voice.wav');
  const spoken = '0.3*sin(2*PI*300*t)*(between(t,1,2)+between(t,4,4.5))';
  beforeAll(() => {
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', `aevalsrc='0|${spoken}':s=48000:d=6`, voice]);
  });

  it.each([undefined, 0.5])('lowers and raises music along its gain lines (voice at %s)', async (from) => {
    const layers = [{ id: 'v', type: 'audio', url: voice, ...(from ? { from } : {}) }];
    const audio = { url: note, startTime: 0.2, duration: 8, ducking: { amount: 15, release: 0.8 } };
    const scenes = [{ id: 's', duration: 6, isImageVideo: true, layers }];
    const samples = samplesOf(await lab.render({ ...size, scenes, audio, output: { type: 'audio', format: 'wav' } }));
    const begins = [1, 4].map((at) => at + (from ?? 0)) as [number, number];
    const down = 10 ** (-15 / 20);
    const lines = [
      [0.3, 1],
      [begins[0] - 0.32, 1],
      [begins[0] - 0.15, (1 + down) / 2],
      [begins[0] + 0.02, down],
      [begins[0] + 0.98, down],
      [begins[0] + 1.4, (1 + down) / 2],
      [begins[0] + 1.82, 1],
      [begins[1] - 0.32, 1],
      [begins[1] + 0.25, down],
    ] as const;
    // Within 10 ms of a slope of 0.3 s.
    for (const [at, gain] of lines)
      expect(Math.abs(levelOf(part(samples, at - 0.01, at + 0.01)) / strength - gain), `at ${at}`).toBeLessThan(0.035);
  });

  it('is in the plan as gain lines, and absent without an audible voice', async () => {
    const project = (isMuted: boolean) => ({
      ...size,
      scenes: [{ id: 's', duration: 6, isImageVideo: true, layers: [{ id: 'v', type: 'audio', url: voice, isMuted }] }],
      audio: { url: note, ducking: {} },
    });
    const planned = async (isMuted: boolean) => {
      const { plan } = await lab.plan(project(isMuted));
      return plan.sounds.find(({ gains }) => gains)?.gains?.map(({ at }) => Math.round(at * 10) / 10);
    };
    expect(await planned(false)).toEqual([0.7, 1, 2, 2.6, 3.7, 4, 4.5, 5.1]);
    expect(await planned(true)).toBeUndefined();
  });
});

function video(url: string, fields: object): object {
  return { id: 'v', type: 'video', url, isTrimmed: true, ...fields };
}

/** A render measures the length of the audio track's file. */
function withFacts(layers: object[], more: { audio?: object }): object {
  const { audio } = more;
  return { scenes: [{ id: 's', layers }], ...(audio ? { audio: { duration: 8, ...audio } } : {}) };
}

/** The audio of a video, as WAV: `outputs.test.ts` covers the audio of encoded videos. */
async function soundOf(layers: object[], more: object = {}, memory?: number): Promise<Float32Array> {
  const body = { ...size, output: { type: 'audio', format: 'wav' }, scenes: [{ id: 's', layers }], ...more };
  return samplesOf(await lab.render(body, memory ? { memory } : {}));
}

function part(samples: Float32Array, from: number, to: number): Float32Array {
  return samples.subarray(Math.max(0, Math.round(from * hertz)), Math.round(to * hertz));
}

/** Amplitude of a sine with the same average power. */
function levelOf(samples: Float32Array): number {
  return Math.sqrt((2 * samples.reduce((sum, value) => sum + value * value, 0)) / samples.length);
}

function expectLevel(samples: Float32Array, expected: number): void {
  expect(Math.abs(20 * Math.log10(levelOf(samples) / expected))).toBeLessThan(1);
}

/** Pitch in Hz, by upward zero crossings. */
function pitchOf(samples: Float32Array): number {
  let rises = 0;
  for (let at = 1; at < samples.length; at += 1) {
    if ((samples[at - 1] as number) < 0 && (samples[at] as number) >= 0) rises += 1;
  }
  return rises / (samples.length / hertz);
}

/** Expects every click at its time and no others. */
function expectClicks(samples: Float32Array, expected: number[]): void {
  const count = onsetsOf(samples).length;
  expect(count).toBeGreaterThanOrEqual(expected.length);
  const found = expected.map((at) => middleOf(samples, at));
  for (const [i, at] of found.entries()) expect(Math.abs(at - (expected[i] as number)), `${found}`).toBeLessThan(0.01);
}

/** Center of the energy around a moment, in seconds. */
function middleOf(samples: Float32Array, at: number, around = 0.11): number {
  const first = Math.max(0, Math.round((at - around) * hertz));
  let [sum, moment] = [0, 0];
  part(samples, at - around, at + around).forEach((value, i) => {
    sum += value * value;
    moment += value * value * (first + i);
  });
  return moment / sum / hertz;
}

describe('encoder padding', () => {
  const clicks = [
    '-f',
    'lavfi',
    '-i',
    'aevalsrc=if(lt(mod(t\\,1)\\,0.005)\\,0.8*sin(2*PI*1000*t)\\,0):d=2:s=48000:c=stereo',
  ];

  /** Containers and their encoders; all with CUTROOM_LONG=1. */
  const padded: [ending: string, codec: string][] = [
    ['mp3', 'libmp3lame'],
    ['opus', 'libopus'],
    ['m4a', 'aac'],
    ['webm', 'libopus'],
    ['mka', 'libopus'],
    ['webm', 'libvorbis'],
  ];
  it.each(process.env.CUTROOM_LONG ? padded : padded.slice(0, 3))(
    'is not audible in a looping %s with %s',
    async (ending, codec) => {
      await expectSeamless(lab.made(`loop.${ending}`, ...clicks, '-c:a', codec));
    },
  );

  /** Expects a click each second in a loop of a file that lasts two seconds. */
  async function expectSeamless(url: string) {
    expect((await probeFile(url)).duration).toBeCloseTo(2, 4);
    const layer = { id: 'v', type: 'video', url: numbers, isMuted: true, loopMode: 'duration', playLength: 7 };
    const scenes = [{ id: 's', layers: [layer] }];
    const output = { type: 'audio', format: 'wav' };
    const samples = samplesOf(await lab.render({ ...size, output, scenes, audio: { url, loop: true } }));
    expectClicks(samples, [0.0025, 1.0025, 2.0025, 3.0025, 4.0025, 5.0025, 6.0025]);
    // A gap of half a millisecond in each run would add up.
    expect(middleOf(samples, 6.0025) - middleOf(samples, 0.0025)).toBeCloseTo(6, 3);
  }

  it('is not audible in a looping M4A of iTunes, which states it in a tag', async () => {
    const coded = lab.made('coded.m4a', ...clicks, '-c:a', 'aac', '-use_editlist', '0');
    const url = join(lab.temp, 'itunes.m4a');
    writeFileSync(url, withItunesPadding(readFileSync(coded), { before: 1024, samples: 2 * hertz }));
    await expectSeamless(url);
  });

  it('is skipped in a WebM whose Opus audio starts before second 0', async () => {
    const source = ['-f', 'lavfi', '-i', 'testsrc=s=64x64:r=25:d=2', '-f', 'lavfi', '-i', 'sine=1000:d=2:r=48000'];
    const url = lab.made('tone.webm', ...source, '-c:v', 'libvpx', '-c:a', 'libopus');
    const body = {
      ...size,
      output: { type: 'audio', format: 'wav' },
      scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url }] }],
    };
    const samples = samplesOf(await lab.render(body));
    expect(samples.findIndex((sample) => Math.abs(sample) > 0.02)).toBeLessThan(0.002 * hertz);
  });
});
