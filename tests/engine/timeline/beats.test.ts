import { describe, expect, it } from 'vitest';
import { addMarkers } from '../../../engine/edit/markers.ts';
import { audibleBeats } from '../../../engine/timeline/audibleBeats.ts';
import { BEAT_HERTZ, findBeats } from '../../../engine/timeline/beats.ts';
import { soundtrack } from '../../../engine/timeline/soundtrack.ts';
import { countedIds, makeProject, scene, video } from '../make.ts';

/** The result of work that is done in slices. */
function beatsOf(samples: Float32Array): number[] {
  const work = findBeats(samples);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Music whose chords change at each beat, with hits and soft noise. @param at times of the beats in seconds. */
function music(length: number, at: readonly number[]): Float32Array {
  let seed = 7;
  const noise = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  const samples = Float32Array.from({ length: Math.round(length * BEAT_HERTZ) }, () => 0.01 * noise());
  at.forEach((beat, index) => {
    const pitch = [220, 262, 330, 247][index % 4] as number;
    const from = Math.round(beat * BEAT_HERTZ);
    for (let i = 0; i < 0.4 * BEAT_HERTZ && from + i < samples.length; i += 1) {
      const t = i / BEAT_HERTZ;
      const hit = 0.4 * noise() * Math.exp(-60 * t);
      samples[from + i] =
        (samples[from + i] as number) + hit + 0.3 * Math.exp(-6 * t) * Math.sin(2 * Math.PI * pitch * t);
    }
  });
  return samples;
}

const row = (first: number, distance: number, count: number) =>
  Array.from({ length: count }, (_, i) => first + i * distance);

/** Largest distance of a real beat from a found one, in seconds. */
const worst = (real: readonly number[], found: readonly number[]) =>
  Math.max(...real.map((at) => Math.min(...found.map((beat) => Math.abs(beat - at)))));

describe('findBeats', () => {
  it.each([85, 100, 120, 128, 150])('finds beats at a tempo of %i per minute', (tempo) => {
    const real = row(0.4, 60 / tempo, Math.floor((14 * tempo) / 60));
    const found = beatsOf(music(15, real));
    expect(Math.abs(found.length - real.length)).toBeLessThanOrEqual(1);
    expect(worst(real.slice(1, -1), found)).toBeLessThan(0.02);
  });

  it('follows a drifting tempo', () => {
    const real = [0.3];
    while ((real.at(-1) as number) < 18) real.push((real.at(-1) as number) + 0.5 + 0.002 * real.length);
    expect(worst(real.slice(1, -2), beatsOf(music(20, real)))).toBeLessThan(0.03);
  });

  it('finds no beats where nothing plays', () => {
    const found = beatsOf(music(16, row(5, 0.5, 12)));
    expect(found[0]).toBeGreaterThan(4.4);
    expect(found.at(-1)).toBeLessThan(11.1);
  });

  it('finds no beats in silence, in a tone or in a very short sound', () => {
    expect(beatsOf(new Float32Array(5 * BEAT_HERTZ))).toEqual([]);
    expect(beatsOf(Float32Array.from({ length: 5 * BEAT_HERTZ }, (_, i) => Math.sin(i / 5)))).toEqual([]);
    expect(beatsOf(new Float32Array(100))).toEqual([]);
  });
});

describe('beats in the video', () => {
  const beats = [1, 2, 3];
  const heard = (fields: object) => {
    const project = makeProject([scene('s', [video('v', 4, fields)])]);
    return audibleBeats(soundtrack(project), ({ url }) => (url === 'v.mp4' ? beats : undefined));
  };

  it('occur when their file plays', () => {
    expect(heard({})).toEqual([1, 2, 3]);
    expect(heard({ from: 0.5 })).toEqual([1.5, 2.5, 3.5]);
    expect(heard({ speed: 2 })).toEqual([0.5, 1, 1.5]);
    expect(heard({ isReversed: true })).toEqual([1, 2, 3]);
    const cut = { isTrimmed: true, startTime: 1.5, endTime: 3.5 };
    expect(heard(cut)).toEqual([0.5, 1.5]);
    expect(heard({ ...cut, loopMode: 'duration', playLength: 5 })).toEqual([0.5, 1.5, 2.5, 3.5, 4.5]);
    expect(heard({ isMuted: true })).toEqual([]);
  });

  it('become markers once, up to the maximum', () => {
    const project = makeProject([scene('s', [video('v', 4)])]);
    const marked = addMarkers(project, [1, 2, 3], countedIds());
    expect(marked.markers?.map(({ at }) => at)).toEqual([1, 2, 3]);
    expect(addMarkers(marked, [1, 2.004, 3], countedIds())).toBe(marked);
    const many = addMarkers(
      project,
      Array.from({ length: 600 }, (_, i) => i),
      countedIds(),
    );
    expect(many.markers).toHaveLength(500);
  });
});
