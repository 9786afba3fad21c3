import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { printAudioRun } from '../../../api/renderer/print/printAudio.ts';
import { createSoundMixer, processClip } from '../../../engine/browser/export/sound/mix.ts';
import type { SoundEffects } from '../../../engine/project/soundEffects.ts';
import { soundStages } from '../../../engine/soundEffects/index.ts';
import { type AudioClip, HERTZ, soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { makeProject, scene, video } from '../make.ts';

const hertzList = [40, 63, 100, 200, 400, 1000, 2500, 4000, 8000, 12_000];

/** Tones one after another, each 0.2 s, at −26 dBFS: left and right 6 dB apart if stereo. */
function tones(channels: 1 | 2): Float32Array[] {
  const length = HERTZ / 5;
  const left = Float32Array.from({ length: length * hertzList.length }, (_, i) => {
    return 0.05 * Math.sin((2 * Math.PI * (hertzList[Math.floor(i / length)] as number) * i) / HERTZ);
  });
  return channels === 1 ? [left] : [left, left.map((sample) => sample / 2)];
}

function inBrowser(source: readonly Float32Array[], project: ReturnType<typeof makeProject>) {
  const work = processClip(soundtrack(project)[0] as AudioClip, source);
  for (;;) {
    const { done, value } = work.next();
    if (done) return createSoundMixer([value], { gain: 1 }).next(source[0]?.length ?? 0);
  }
}

function inRenderer(source: readonly Float32Array[], effects: SoundEffects): [Float32Array, Float32Array] {
  const length = source[0]?.length ?? 0;
  const input = new Float32Array(length * source.length);
  for (const [c, side] of source.entries())
    for (let i = 0; i < length; i += 1) input[i * source.length + c] = side[i] as number;
  const run = { segments: [{ from: 0, length: length / HERTZ, backwards: false }], speed: 1, loops: false };
  const graph = printAudioRun(
    { ...run, effects: soundStages(effects) },
    { pad: '0', channels: source.length, name: 'a' },
  );
  const read = ['-f', 'f32le', '-ar', `${HERTZ}`, '-ac', `${source.length}`, '-i', '-'];
  const args = ['-v', 'error', ...read, '-filter_complex', `${graph}[out]`, '-map', '[out]', '-f', 'f32le', '-'];
  const data = execFileSync('ffmpeg', args, { input: Buffer.from(input.buffer), maxBuffer: 1e8 });
  const at = (c: number) => Float32Array.from({ length }, (_, i) => data.readFloatLE(8 * i + 4 * c));
  return [at(0), at(1)];
}

/** Level of the last half of each tone, in decibels relative to −26 dBFS; −100 for silence. */
function levels(side: Float32Array): number[] {
  const length = HERTZ / 5;
  return hertzList.map((_, i) => {
    const part = side.subarray((i + 0.5) * length, (i + 1) * length);
    const power = part.reduce((sum, sample) => sum + sample * sample, 0) / part.length;
    return Math.max(-100, 10 * Math.log10((2 * power) / 0.05 ** 2));
  });
}

/** Effects, and their expected levels on both sides at some frequencies, in decibels. */
const table: readonly [string, SoundEffects, readonly [hertz: number, left: number, right: number][]][] = [
  ['no pan', { pan: 0 }, [[1000, 0, 0]]],
  ['pan half left', { pan: -50 }, [[1000, 0, -3.01]]],
  ['pan to the right', { pan: 100 }, [[1000, -100, 0]]],
  [
    'bass',
    { eq: { low: 12, mid: 0, high: 0 } },
    [
      [40, 12, 12],
      [200, 6, 6],
      [4000, 0, 0],
    ],
  ],
  ['mids', { eq: { low: 0, mid: -24, high: 0 } }, [[1000, -24, -24]]],
  [
    'treble and pan',
    { pan: 50, eq: { low: 0, mid: 0, high: 24 } },
    [
      [4000, 9, 12],
      [12_000, 20.9, 23.9],
      [63, -3, 0],
    ],
  ],
  [
    'a telephone',
    { eq: { preset: 'telephone', low: 0, mid: 0, high: 0 } },
    [
      [100, -38.2, -38.2],
      [1000, 0, 0],
      [8000, -32.8, -32.8],
    ],
  ],
  [
    'a voice',
    { eq: { preset: 'voice', low: 0, mid: 0, high: 0 } },
    [
      [40, -12.3, -12.3],
      [4000, 3.8, 3.8],
    ],
  ],
  [
    'a radio',
    { eq: { preset: 'radio', low: 0, mid: 0, high: 0 } },
    [
      [63, -11.4, -11.4],
      [12_000, -18.7, -18.7],
    ],
  ],
];

describe('sound effects', () => {
  it.each(table)('have the same measured response in renderer and export: %s', (_, effects, expected) => {
    for (const channels of [1, 2] as const) {
      const source = tones(channels);
      const project = makeProject([scene('s', [video('v', 2, { isMuted: false, ...effects })])]);
      const [exported, rendered] = [inBrowser(source, project), inRenderer(source, effects)];
      for (const side of [0, 1] as const) {
        const [one, other] = [levels(exported[side]), levels(rendered[side])];
        for (const [i, level] of one.entries()) expect(Math.abs(level - (other[i] as number))).toBeLessThan(0.05);
        const quieter = channels === 2 && side === 1 ? 6.02 : 0;
        for (const [hertz, ...sides] of expected) {
          const level = one[hertzList.indexOf(hertz)] as number;
          expect(Math.abs(Math.max(-100, level + quieter) - sides[side]), `${hertz} Hz: ${level}`).toBeLessThan(0.5);
        }
        // No latency: the same samples, not only the same levels.
        const worst = exported[side].reduce((most, x, n) => Math.max(most, Math.abs(x - (rendered[side][n] ?? 9))), 0);
        expect(worst).toBeLessThan(1e-4);
      }
    }
  });

  it('of unchanged audio are absent', () => {
    expect(soundStages({ pan: 0, eq: { low: 0, mid: 0, high: 0 } })).toEqual([]);
    expect(soundtrack(makeProject([scene('s', [video('v', 2, { isMuted: false })])]))[0]).not.toHaveProperty('effects');
  });
});
