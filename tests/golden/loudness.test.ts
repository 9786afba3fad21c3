import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSoundMixer, type ProcessedClip } from '../../engine/browser/export/sound/mix.ts';
import { findMastering } from '../../engine/browser/export/sound/mixGain.ts';
import { LoudnessMeter } from '../../engine/timeline/loudnessMeter.ts';
import { HERTZ } from '../../engine/timeline/soundtrack.ts';
import { createDice } from '../property/dice.ts';
import { h264, levelOf, openRenderLab, samplesOf } from '../support/renderLab.ts';

const lab = openRenderLab('loudness');
afterAll(lab.close);
/** CUTROOM_LONG=1 measures more random mixes, and every output at each loudness. */
const isLong = Boolean(process.env.CUTROOM_LONG);
const numbers = resolve('fixtures/media/numbers.mp4');
const size = { width: 160, height: 90 };

/** Length of most audio in seconds. */
const length = 1.5;

/** Audio: soft enough to need much gain, at full scale, and loud hits over a murmur, which need a limiter. */
const sounds = {
  soft: '0.02*sin(2*PI*300*t)*(1+0.5*sin(2*PI*3*t))|0.01*sin(2*PI*500*t)',
  loud: '0.99*sin(2*PI*997*t)|0.99*sin(2*PI*997*t)',
  blows: '0.03*sin(2*PI*200*t)+0.9*exp(-60*mod(t,0.5))*sin(2*PI*180*t)|0.9*exp(-80*mod(t,0.5))*sin(2*PI*3000*t+0.7)',
  // A wave whose samples miss its peaks: between samples, it is 3 dB higher.
  between: '0.7*sin(2*PI*12000*t+PI/4)|0.7*sin(2*PI*12000*t+PI/4)',
} as const;
type Name = keyof typeof sounds;
const names = Object.keys(sounds) as Name[];
const square = "aevalsrc='0.96*sgn(sin(2*PI*220*t))|0.96*sgn(sin(2*PI*311*t))'";
const pink = 'anoisesrc=c=pink:a=0.5:seed=7:r=48000';
const files = lab.sounds({
  soft: `aevalsrc='${sounds.soft}':s=48000:d=${length}`,
  loud: `aevalsrc='${sounds.loud}':s=48000:d=${length}`,
  blows: `aevalsrc='${sounds.blows}':s=48000:d=${length}`,
  between: `aevalsrc='${sounds.between}':s=48000:d=${length}`,
  // Square waves and pink noise, whose peaks encoders raise by decibels.
  square: `${square}:s=48000:d=${length}`,
  full: `${pink}:d=${length},volume=20,alimiter=limit=0.966:level=0`,
  noise: `${pink}:d=${length}`,
  noisy: `anoisesrc=c=white:a=0.9:seed=3:r=48000:d=${length}`,
  silence: `anullsrc=r=48000:cl=stereo:d=${length}`,
  tone: 'sine=d=6:r=48000',
});

/** Makes a video of 3 s that can be copied, with stereo audio. */
function filmWith(name: string, sound: string): string {
  const streams = ['-t', '3', '-i', numbers, '-i', sound, '-map', '0:v', '-map', '1:a'];
  return lab.made(name, ...streams, ...h264, '-c:a', 'aac', '-ac', '2', '-ar', '48000', '-af', 'apad', '-t', '3');
}

let film: string | undefined;
/** A video of 3 s that can be copied, with square waves near full scale. */
function loudFilm(): string {
  film ??= filmWith('film.mp4', files.square);
  return film;
}

const measured = new Map<string, { loudness: number; peak: number }>();

/** Loudness of a file in LUFS and its true peak in dB, measured by ffmpeg. */
function heardIn(file: string): { loudness: number; peak: number } {
  const known = measured.get(file);
  if (known) return known;
  const meter = ['-af', 'ebur128=peak=true', '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', ['-nostdin', '-i', file, ...meter], { encoding: 'utf8' });
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const number = (name: string) =>
    Number.parseFloat(new RegExp(`${name}:\\s+(-?[\\d.]+|-inf)`).exec(summary)?.[1] ?? '');
  const heard = { loudness: number('I'), peak: number('Peak') };
  measured.set(file, heard);
  return heard;
}

const bodyOf = (url: string, output: object) => ({
  ...size,
  scenes: [{ id: 's', duration: length, isImageVideo: true, layers: [{ id: 'a', type: 'audio', url }] }],
  output: { loudness: -14, ...output },
});

/** Every output with audio. */
const outputs: { type: string; container?: string; format?: string }[] = [
  ...['mp4', 'webm', 'mov'].map((container) => ({ type: 'video', container })),
  ...['mp3', 'm4a', 'wav', 'opus', 'flac'].map((format) => ({ type: 'audio', format })),
];
/** Outputs of different encoders; all with CUTROOM_LONG=1. MOV and M4A contain the AAC of an MP4. */
const encoders = outputs.filter(({ container, format }) => isLong || (container !== 'mov' && format !== 'm4a'));

describe('a single sound without a loudness', () => {
  // WebM contains random mixes below, with the encoder of Opus; no encoder of WAV and FLAC could raise a peak.
  const cases = encoders.filter(({ container, format }) => isLong || container === 'mp4' || format === 'mp3');
  it.each(cases.map((output, i) => [i % 2 === 0 ? 'full' : 'square', output] as const))(
    'is not raised beyond full scale or its own peak by an encoder: %s, %o',
    async (name, output) => {
      const file = files[name];
      const [own, heard] = [heardIn(file), heardIn(await lab.render(bodyOf(file, { ...output, loudness: undefined })))];
      expect(heard.peak).toBeLessThanOrEqual(Math.max(0, own.peak) + 0.1);
      // It is not made softer than that needs.
      expect(heard.loudness).toBeGreaterThan(own.loudness - 2.5);
    },
  );

  const planOf = async (body: object) => (await lab.plan(body)).plan;

  it('is not limited if no encoder raises its peak', async () => {
    expect(await planOf(bodyOf(files.soft, { type: 'audio', format: 'm4a', loudness: undefined }))).not.toHaveProperty(
      'ceiling',
    );
  });

  it('stays silent if it is silent', async () => {
    const file = await lab.render(bodyOf(files.silence, { type: 'audio', format: 'mp3', loudness: undefined }));
    expect(levelOf(samplesOf(file), 0, length)).toBe(Number.NEGATIVE_INFINITY);
  });

  it('is copied without being measured or limited, however loud it is', async () => {
    const film = loudFilm();
    const layer = { id: 'v', type: 'video', url: film, position: whole };
    const body = { width: 640, height: 360, quality: 'high', scenes: [{ id: 's', layers: [layer] }] };
    const texts = new Set<string>();
    const file = await lab.render(body, { onProgress: ({ text }) => texts.add(text) });
    expect(texts).not.toContain('Measuring the loudness');
    expect(heardIn(file)).toEqual(heardIn(film));
    expect((await planOf(body)).way).toMatchObject({ why: expect.stringContaining('Its audio is copied.') });
  });

  it('keeps its level in a file so small that it becomes mono', async () => {
    const { scenes, ...body } = bodyOf(files.tone, {
      type: 'audio',
      format: 'm4a',
      loudness: undefined,
      fitUnder: 0.03,
    });
    const longer = scenes.map((scene) => ({ ...scene, duration: 3 }));
    const samples = samplesOf(await lab.render({ ...body, scenes: longer }));
    expect(levelOf(samples, 0.5, 2.5)).toBeCloseTo(levelOf(samplesOf(files.tone), 0.5, 2.5), 0);
  });
});

describe('a loud mix that is brought to no loudness', () => {
  // The first eight have every output, and half of them are made in segments. Usually: WebM, and MP4 in segments.
  const seeds = isLong ? Array.from({ length: 10 }, (_, i) => i + 1) : [1, 8];
  it.each(seeds.map((seed) => [seed, outputs[seed % outputs.length]] as const))(
    'has no wave beyond full scale once encoded: mix %i, %o',
    async (seed, output) => {
      const { pick, chance, random } = createDice(seed);
      const color = pick(['pink', 'white', 'brown']);
      const noise = `anoisesrc=d=${length}:c=${color}:a=${(0.5 + random() / 2).toFixed(2)}:seed=${seed}:r=48000`;
      const made = lab.made(`mix-${seed}.wav`, '-f', 'lavfi', '-i', noise, '-ac', '2');
      const other = files[pick(['loud', 'blows', 'between'] as const)];
      const layers = [made, other].map((url, i) => ({ id: `a${i}`, type: 'audio', url, volume: chance(0.5) ? 2 : 1 }));
      const scenes = [{ id: 's', duration: length, isImageVideo: true, layers }];
      const inSegments = seed % 2 === 0 ? { segmentLength: length / 2 } : {};
      const file = await lab.render({ ...size, output, scenes }, inSegments);
      const { peak } = heardIn(file);
      expect(peak).toBeLessThanOrEqual(0);
      // It is not made softer than that needs.
      expect(peak).toBeGreaterThan(-1.5);
    },
  );
});

describe('the measurements of a mix', () => {
  const loud = (more: object = {}) => {
    const layers = [files.noisy, files.loud].map((url, i) => ({ id: `a${i}`, type: 'audio', url, volume: 2, ...more }));
    return { ...size, scenes: [{ id: 's', duration: length, isImageVideo: true, layers }] };
  };
  const rendered = async (body: object, name: string) => {
    const texts = new Set<string>();
    const cacheDir = `${lab.temp}/gains`;
    const out = `${lab.temp}/${name}`;
    await lab.render(body, { out, cacheDir, onProgress: ({ text }) => texts.add(text) });
    return { bytes: readFileSync(out), isMeasured: texts.has('Measuring the loudness') };
  };

  it.each([
    ['a loud mix', { type: 'audio', format: 'mp3' }],
    ['a target loudness', { type: 'audio', format: 'wav', loudness: -10 }],
  ])('are cached for later renders: %s', async (_, output) => {
    const first = await rendered({ ...loud(), output }, 'first');
    const second = await rendered({ ...loud(), output }, 'second');
    expect([first.isMeasured, second.isMeasured]).toEqual([true, false]);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    if (output.format === 'mp3') return;
    expect((await rendered({ ...loud({ volume: 1.5 }), output }, 'other')).isMeasured).toBe(true);
  });

  it('are repeated at the bit rate that fits under a size', async () => {
    const file = await lab.render({ ...loud(), output: { type: 'audio', format: 'mp3', fitUnder: 0.01 } });
    expect(heardIn(file).peak).toBeLessThanOrEqual(0);
  });
});

describe('loudness normalization to −14 LUFS', () => {
  it.each(['soft', 'blows'] as const)('gives %s this loudness with no peak above −1 dB', async (name) => {
    const file = await lab.render(bodyOf(files[name], { type: 'audio', format: 'wav' }));
    const { loudness, peak } = heardIn(file);
    expect(Math.abs(loudness + 14)).toBeLessThanOrEqual(0.5);
    expect(peak).toBeLessThanOrEqual(-0.8);
  });

  // Without CUTROOM_LONG=1: a target that no peak limit reaches for MP3, and one far beyond it for the encoders that
  // raise peaks most.
  const targets = encoders.flatMap((output) => [-5, -14].map((loudness) => [output, loudness] as const));
  const each = targets.filter(
    ([{ container, format }, loudness]) =>
      isLong || (loudness === -5 ? container === 'mp4' || format === 'opus' : format === 'mp3'),
  );
  it.each(each)(
    'keeps peaks below −1 dB after encoding, however loud the target is: %o, %i LUFS',
    async (output, loudness) => {
      const file = await lab.render(bodyOf(files.noise, { ...output, loudness }));
      const heard = heardIn(file);
      expect(heard.peak).toBeLessThanOrEqual(-0.8);
      // With peaks limited like this, noise cannot be as loud as the target of −5.
      expect(heard.loudness).toBeGreaterThan(Math.min(loudness, -9) - 1);
    },
  );

  it('keeps peaks below −1 dB although AAC raises those of a mix below the limit', async () => {
    const beats = '0.9*sin(2*PI*11025*t+0.7)*mod(floor(t*4),2)|0.9*sin(2*PI*440*t)*sin(2*PI*3*t)';
    const file = lab.made('beats.wav', '-f', 'lavfi', '-i', `aevalsrc='${beats}':d=3:s=44100`);
    const body = bodyOf(file, { type: 'audio', format: 'm4a', loudness: -5 });
    const { peak, loudness } = heardIn(await lab.render(body));
    expect(peak).toBeLessThanOrEqual(-0.8);
    expect(Math.abs(loudness + 5)).toBeLessThan(1);
  });

  it('keeps silence silent', async () => {
    const body = bodyOf(files.silence, { type: 'audio', format: 'wav' });
    expect(heardIn(await lab.render(body)).loudness).toBeLessThanOrEqual(-70);
    const { plan } = await lab.plan(body);
    expect(plan.loudness).toEqual({ target: -14 });
  });

  it('copies the video and encodes only its audio, for any other loudness too', async () => {
    const film = loudFilm();
    const body = (output: object) => ({
      ...{ width: 640, height: 360, quality: 'high' },
      scenes: [{ id: 's', layers: [{ id: 'v', type: 'video', url: film, position: whole }] }],
      output: { type: 'video', ...output },
    });
    const wayOf = async (output: object) => {
      const { plan } = await lab.plan(body(output));
      return plan.way;
    };
    expect(await wayOf({})).toMatchObject({ kind: 'copy', why: expect.stringContaining('Its audio is copied.') });
    expect(await wayOf({ loudness: -14 })).toMatchObject({
      kind: 'copy',
      why: expect.stringContaining('Its audio is encoded: its loudness is set.'),
    });
    const file = await lab.render(body({ loudness: -20 }));
    expect(Math.abs(heardIn(file).loudness + 20)).toBeLessThanOrEqual(0.5);
  });
});

const whole = { x: '0%', y: '0%', width: '100%', height: '100%', rotation: 0 };

describe('loudness in the browser', () => {
  it.each(names)('measures %s like ffmpeg', (name) => {
    const meter = new LoudnessMeter();
    const { left, right } = clipOf(name);
    // In blocks as they arrive.
    for (let at = 0; at < left.length; at += 7001)
      meter.add(left.subarray(at, at + 7001), right.subarray(at, at + 7001));
    expect(Math.abs(meter.loudness - heardIn(files[name]).loudness)).toBeLessThan(0.11);
  });

  it.each(names)('normalizes %s to the same loudness with its own limiter', async (name) => {
    const clip = clipOf(name);
    const total = clip.left.length;
    const options = { target: -14, signal: new AbortController().signal, onProgress: () => {} };
    const mix = createSoundMixer([clip], await findMastering([clip], total, options));
    const [left, right] = [new Float32Array(total), new Float32Array(total)];
    for (let at = 0; at < total; at += 24_000) {
      const [a, b] = mix.next(24_000);
      left.set(a, at);
      right.set(b, at);
    }
    const { loudness, peak } = heardIn(fileWith(left, right));
    expect(Math.abs(loudness + 14)).toBeLessThanOrEqual(0.5);
    expect(peak).toBeLessThanOrEqual(-0.8);
  });

  it('measures silence as minus infinity', () => {
    const meter = new LoudnessMeter();
    meter.add(new Float32Array(HERTZ), new Float32Array(HERTZ));
    expect(meter.loudness).toBe(Number.NEGATIVE_INFINITY);
  });
});

/** Audio as decoded by a browser, at its own level. */
function clipOf(name: Name): ProcessedClip {
  const wav = readFileSync(files[name]);
  const data = wav.subarray(wav.indexOf('data') + 8);
  const both = new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
  const side = (first: number) =>
    Float32Array.from({ length: both.length / 2 }, (_, i) => both[2 * i + first] as number);
  const clip = {
    source: { kind: 'track' as const },
    url: name,
    start: 0,
    end: length,
    mediaStart: 0,
    mediaEnd: length,
    speed: 1,
  };
  const plain = { isReversed: false, isBoomeranged: false, loops: false, volume: 1, fadeIn: 0, fadeOut: 0 };
  return { clip: { ...clip, ...plain }, left: side(0), right: side(1) };
}

function fileWith(left: Float32Array, right: Float32Array): string {
  const both = Float32Array.from({ length: 2 * left.length }, (_, i) => (i % 2 === 0 ? left : right)[i >> 1] as number);
  const file = `${lab.temp}/mixed.wav`;
  const args = ['-v', 'error', '-y', '-f', 'f32le', '-ar', '48000', '-ac', '2', '-i', '-', '-c:a', 'pcm_f32le', file];
  execFileSync('ffmpeg', args, { input: Buffer.from(both.buffer) });
  return file;
}
