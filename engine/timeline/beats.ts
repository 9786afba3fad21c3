import { Spectrum } from './spectrum.ts';

/** Sample rate for beat detection, in Hz: enough for drums and chords. */
export const BEAT_HERTZ = 11_025;

/** Samples per analysis window, and from one window to the next: 46 and 12 ms. */
const WINDOW = 512;
const HOP = 128;
const PER_SECOND = BEAT_HERTZ / HOP;
/** Offset of an onset from the start of the window that changes most, in samples; measured with clicks. */
const ATTACK = WINDOW * 0.62;
/** Range of beat periods in seconds (200 to 50 beats per minute); among several candidates, near 120. */
const DISTANCES = { least: 0.3, most: 1.2, usual: 0.5, octaves: 0.9 };
/** Weight of an even period against strong onsets (as in Ellis). */
const TIGHTNESS = 100;
/** Audio with a lower autocorrelation at the beat period has no beat. */
const LEAST_LIKENESS = 0.12;
/** Weak beats at the start and end are dropped below this share of the mean onset strength. */
const WEAK = 0.3;
/** Audio whose spectral flux deviates less than this is considered even. */
const LEAST_DEVIATION = 1;
/** Windows analyzed per step of the generator: some milliseconds of work. */
const IN_ONE = 100;

/**
 * Finds the beats of audio from its spectral flux (Dixon, "Onset detection revisited", 2006): estimates the beat period
 * by autocorrelation, then picks the sequence of onsets that best keeps it (Ellis, "Beat tracking by dynamic
 * programming", 2007). Yields the progress, 0 to 1.
 * @param samples one channel at BEAT_HERTZ. @returns seconds from the start, in order; empty without a steady beat.
 */
export function* findBeats(samples: Float32Array): Generator<number, number[]> {
  const onsets = yield* onsetsOf(samples);
  const period = periodOf(onsets);
  if (period === undefined) return [];
  const frames = withoutWeakEnds(bestRow(onsets, period), onsets);
  return frames.map((frame) => Math.max(0, (frame * HOP + ATTACK) / BEAT_HERTZ));
}

/** Returns the onset strength of each window: at least 0, in units of the standard deviation. */
function* onsetsOf(samples: Float32Array): Generator<number, Float32Array> {
  const spectrum = new Spectrum(WINDOW);
  const count = Math.max(0, Math.floor((samples.length - WINDOW) / HOP) + 1);
  const flux = new Float32Array(count);
  let [before, now] = [new Float32Array(WINDOW / 2), new Float32Array(WINDOW / 2)];
  for (let frame = 0; frame < count; frame += 1) {
    spectrum.read(samples, frame * HOP, now);
    let rise = 0;
    for (let i = 0; i < now.length; i += 1) {
      // Loudness is perceived logarithmically.
      now[i] = Math.log1p(100 * (now[i] as number));
      if (frame > 0) rise += Math.max(0, (now[i] as number) - (before[i] as number));
    }
    flux[frame] = rise;
    [before, now] = [now, before];
    if (frame % IN_ONE === 0) yield frame / count;
  }
  return normalized(flux);
}

/** Subtracts the moving average over one second and divides by the standard deviation. */
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

/** Returns the beat period in hops; undefined if there is none. */
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
  // Refines the peak by parabolic interpolation.
  const [a, b, c] = [-1, 0, 1].map((by) => likeness((best as { lag: number }).lag + by)) as [number, number, number];
  const bend = a - 2 * b + c;
  return best.lag + (bend < 0 ? Math.max(-0.5, Math.min(0.5, (a - c) / (2 * bend))) : 0);
}

/** Returns the beat sequence with the best score: onset strength minus deviation from the period. */
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
  // Near the end, scores cover a whole sequence.
  let last = Math.max(0, onsets.length - far);
  for (let i = last; i < onsets.length; i += 1) if ((scores[i] as number) > (scores[last] as number)) last = i;
  const row: number[] = [];
  for (let at = last; at >= 0; at = befores[at] as number) row.push(at);
  return row.reverse();
}

/** Drops weak beats at both ends, because the sequence continues through silence. */
function withoutWeakEnds(row: readonly number[], onsets: Float32Array): number[] {
  const strength = (frame: number) => Math.max(...[-1, 0, 1].map((by) => onsets[frame + by] ?? 0));
  const mean = row.reduce((sum, frame) => sum + strength(frame), 0) / Math.max(1, row.length);
  const isStrong = (frame: number) => strength(frame) >= WEAK * mean;
  const [first, last] = [row.findIndex(isStrong), row.findLastIndex(isStrong)];
  return first < 0 ? [] : row.slice(first, last + 1);
}
