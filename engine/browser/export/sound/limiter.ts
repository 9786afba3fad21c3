import { HERTZ } from '../../../timeline/soundtrack.ts';
import { betweenSamples, REACH } from './betweenSamples.ts';

/** How long before a peak the sound becomes softer, samples of 48 kHz: 5 ms. */
export const LOOKAHEAD = 240;
/** After a peak the strength comes back by this share a sample: about 50 ms. */
const RELEASE = 1 - Math.exp(-1 / (0.05 * HERTZ));

/** What a limiter keeps a sound below. */
interface Ceiling {
  /** Amplitude; default 1, full scale. */
  ceiling?: number;
  /** Whether the wave between two samples counts too; default false. */
  isTrue?: boolean;
}

/**
 * Keeps a mix below a ceiling: where a peak comes, all becomes softer shortly before and loud again after it. What
 * stays below is not changed. Stretches must be given in order.
 */
export class Limiter {
  readonly #ceiling: number;
  readonly #isTrue: boolean;
  /** How far ahead peaks are known: the wave between samples takes further ones to be told. */
  readonly #ahead: number;
  /** The least strength that the samples ahead ask for, and the mean of the last of them. */
  readonly #least: Float32Array;
  /** What came before the stretch, of each side. */
  #before: [Float32Array, Float32Array] = [new Float32Array(REACH), new Float32Array(REACH)];
  #sum = 0;
  #at = 0;
  #strength: number | undefined;

  constructor({ ceiling = 1, isTrue = false }: Ceiling = {}) {
    this.#ceiling = ceiling;
    this.#isTrue = isTrue;
    this.#ahead = isTrue ? LOOKAHEAD - REACH : LOOKAHEAD;
    this.#least = new Float32Array(this.#ahead + 1);
  }

  /**
   * Limits a stretch in place.
   * @param left,right the stretch, and LOOKAHEAD further samples, which are only looked at.
   */
  process(left: Float32Array, right: Float32Array): void {
    const count = left.length - LOOKAHEAD;
    const wanted = this.#wantedOf(left, right);
    if (this.#isTrue) this.#before = [this.#last(left, 0), this.#last(right, 1)];
    let strength = this.#strength ?? this.#begin(wanted[0] ?? 1);
    for (let i = 0; i < count; i += 1) {
      strength = Math.min(wanted[i] as number, strength + (1 - strength) * RELEASE);
      this.#sum += strength - (this.#least[this.#at] as number);
      this.#least[this.#at] = strength;
      this.#at = (this.#at + 1) % this.#least.length;
      const gain = Math.min(1, this.#sum / this.#least.length);
      if (gain >= 1 - 1e-6) continue;
      left[i] = (left[i] as number) * gain;
      right[i] = (right[i] as number) * gain;
    }
    this.#strength = strength;
  }

  /** A sound that begins with a peak is softer from its first sample on. */
  #begin(strength: number): number {
    this.#least.fill(strength);
    this.#sum = strength * this.#least.length;
    return strength;
  }

  /** For each sample the strength at which nothing of what is known ahead exceeds the ceiling. */
  #wantedOf(left: Float32Array, right: Float32Array): Float32Array {
    const wanted = new Float32Array(left.length - LOOKAHEAD).fill(1);
    const peaks = [this.#peaksOf(left, 0), this.#peaksOf(right, 1)] as const;
    for (let i = 0; i < wanted.length + this.#ahead; i += 1) {
      const peak = Math.max(peaks[0](i), peaks[1](i));
      if (peak <= this.#ceiling) continue;
      const last = Math.min(i, wanted.length - 1);
      for (let k = Math.max(0, i - this.#ahead); k <= last; k += 1)
        wanted[k] = Math.min(wanted[k] as number, this.#ceiling / peak);
    }
    return wanted;
  }

  /** How strong one side is at a sample and, where that counts, until the next one. */
  #peaksOf(samples: Float32Array, side: 0 | 1): (i: number) => number {
    if (!this.#isTrue) return (i) => Math.abs(samples[i] as number);
    const around = new Float32Array(REACH + samples.length);
    around.set(this.#before[side]);
    around.set(samples, REACH);
    return (i) => betweenSamples(around, i + REACH, this.#ceiling);
  }

  /** The end of what is done, and of what was before where that is short. */
  #last(samples: Float32Array, side: 0 | 1): Float32Array {
    const all = [...this.#before[side], ...samples.subarray(0, samples.length - LOOKAHEAD).slice(-REACH)];
    return Float32Array.from(all.slice(-REACH));
  }
}
