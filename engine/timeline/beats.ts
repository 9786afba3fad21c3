import { Spectrum } from './spectrum.ts';

/** What a sound is decoded to before its beats are looked for, samples a second: enough for drums and chords. */
export const BEAT_HERTZ = 11_025;

/** Samples of a stretch whose frequencies are compared with those of the one before, and from one to the next: 46 and 12 ms. */
const WINDOW = 512;
const HOP = 128;
const PER_SECOND = BEAT_HERTZ / HOP;
/** How far into a stretch something that begins is when it changes most, samples; measured with clicks. */
const ATTACK = WINDOW * 0.62;
/** Beats are as far apart as from 200 to 50 a minute, seconds; where several fit, near 120. */
const DISTANCES = { least: 0.3, most: 1.2, usual: 0.5, octaves: 0.9 };
/** How much even distances count beside strong onsets (as in Ellis). */
const TIGHTNESS = 100;
/** A sound whose onsets are less alike a beat later has no beat. */
const LEAST_LIKENESS = 0.12;
/** Strength of an onset below which beats at the very start and end are left out, of the mean. */
const WEAK = 0.3;
/** A sound that changes less than this, over all frequencies together, is even. */
const LEAST_DEVIATION = 1;
/** How many stretches are looked at in one go: some milliseconds of work. */
const IN_ONE = 100;

/**
 * Finds the beats of a sound: how strongly its frequencies rise from one moment to the next (spectral flux: Dixon, "Onset
 * detection revisited", 2006), the distance at which that is most like itself, and the row of strong moments that keeps this
 * distance best (Ellis, "Beat tracking by dynamic programming", 2007). Pull until it is done; it gives how far it is, 0 to 1.
 * @param samples one channel at BEAT_HERTZ. @returns seconds of the sound, in order; none where it has no steady beat.
 */
export function* findBeats(samples: Float32Array): Generator<number, number[]> {
  const onsets = yield* onsetsOf(samples);
  const period = periodOf(onsets);
  if (period === undefined) return [];
  const frames = withoutWeakEnds(bestRow(onsets, period), onsets);
  return frames.map((frame) => Math.max(0, (frame * HOP + ATTACK) / BEAT_HERTZ));
}

/** How strongly something begins at each moment: 0 on the whole, in units of how much it usually differs. */
function* onsetsOf(samples: Float32Array): Generator<number, Float32Array> {
  const spectrum = new Spectrum(WINDOW);
  const count = Math.max(0, Math.floor((samples.length - WINDOW) / HOP) + 1);
  const flux = new Float32Array(count);
  let [before, now] = [new Float32Array(WINDOW / 2), new Float32Array(WINDOW / 2)];
  for (let frame = 0; frame < count; frame += 1) {
    spectrum.read(samples, frame * HOP, now);
    let rise = 0;
    for (let i = 0; i < now.length; i += 1) {
      // The ear hears ratios.
      now[i] = Math.log1p(100 * (now[i] as number));
      if (frame > 0) rise += Math.max(0, (now[i] as number) - (before[i] as number));
    }
    flux[frame] = rise;
    [before, now] = [now, before];
    if (frame % IN_ONE === 0) yield frame / count;
  }
  return normalized(flux);
}

/** Without what lasts longer than a second, in units of the standard deviation. */
function normalized(flux: Float32Array): Float32Array {
  const reach = Math.round(PER_SECOND / 2);
  const sums = new Float64Array(flux.length + 1);
  for (let i = 0; i < flux.length; i += 1) sums[i + 1] = (sums[i] as number) + (flux[i] as number);
  const risen = flux.map((value, i) => {
    const [from, to] = [Math.max(0, i - reach), Math.min(flux.length, i + reach + 1)];
    return Math.max(0, value - ((sums[to] as number) - (sums[from] as number)) / (to - from));
  });
  const deviation = Math.sqrt(risen.reduce((sum, value) => sum + value * value, 0) / risen.length);
  return deviation > LEAST_DEVIATION ? risen.map((value) => value / deviation) : new Float32Array(flux.length);
}

/** The distance of two beats, in moments; undefined where there is none. */
function periodOf(onsets: Float32Array): number | undefined {
  const mean = onsets.reduce((sum, value) => sum + value, 0) / Math.max(1, onsets.length);
  const likeness = (lag: number) => {
    let sum = 0;
    for (let i = lag; i < onsets.length; i += 1)
      sum += ((onsets[i] as number) - mean) * ((onsets[i - lag] as number) - mean);
    return sum / Math.max(1, onsets.length - lag);
  };
  const whole = likeness(0);
  let best: { lag: number; weight: number } | undefined;
  const [least, most] = [DISTANCES.least, DISTANCES.most].map((seconds) => Math.round(seconds * PER_SECOND));
  for (let lag = least as number; lag <= Math.min(most as number, onsets.length / 3); lag += 1) {
    const share = likeness(lag) / whole;
    const octaves = Math.log2(lag / PER_SECOND / DISTANCES.usual) / DISTANCES.octaves;
    const weight = share * Math.exp(-0.5 * octaves ** 2);
    if (share >= LEAST_LIKENESS && weight > (best?.weight ?? 0)) best = { lag, weight };
  }
  if (!best) return undefined;
  // Between two lags lies the top of the curve through three.
  const [a, b, c] = [-1, 0, 1].map((by) => likeness((best as { lag: number }).lag + by)) as [number, number, number];
  const bend = a - 2 * b + c;
  return best.lag + (bend < 0 ? Math.max(-0.5, Math.min(0.5, (a - c) / (2 * bend))) : 0);
}

/** The moments of the row that scores best: by the strength of its onsets, less what its distances stray. */
function bestRow(onsets: Float32Array, period: number): number[] {
  const scores = new Float32Array(onsets.length);
  const befores = new Int32Array(onsets.length).fill(-1);
  const [near, far] = [Math.round(period / 2), Math.round(2 * period)];
  for (let i = 0; i < onsets.length; i += 1) {
    let best = 0;
    for (let from = Math.max(0, i - far); from <= i - near; from += 1) {
      const score = (scores[from] as number) - TIGHTNESS * Math.log((i - from) / period) ** 2;
      if (score <= best) continue;
      best = score;
      befores[i] = from;
    }
    scores[i] = (onsets[i] as number) + best;
  }
  // The last beat is near the end, where a whole row has been counted.
  let last = Math.max(0, onsets.length - far);
  for (let i = last; i < onsets.length; i += 1) if ((scores[i] as number) > (scores[last] as number)) last = i;
  const row: number[] = [];
  for (let at = last; at >= 0; at = befores[at] as number) row.push(at);
  return row.reverse();
}

/** A row goes on evenly through silence; before its first and after its last onset nothing beats. */
function withoutWeakEnds(row: readonly number[], onsets: Float32Array): number[] {
  const strength = (frame: number) => Math.max(...[-1, 0, 1].map((by) => onsets[frame + by] ?? 0));
  const mean = row.reduce((sum, frame) => sum + strength(frame), 0) / Math.max(1, row.length);
  const isStrong = (frame: number) => strength(frame) >= WEAK * mean;
  const [first, last] = [row.findIndex(isStrong), row.findLastIndex(isStrong)];
  return first < 0 ? [] : row.slice(first, last + 1);
}
