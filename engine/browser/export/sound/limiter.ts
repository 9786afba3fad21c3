import { HERTZ } from '../../../timeline/soundtrack.ts';
import { interSamplePeak, REACH } from './betweenSamples.ts';

/** Attack before a peak, in samples at 48 kHz: 5 ms. */
export const LOOKAHEAD = 240;
/** Share of recovery per sample after a peak: about 50 ms. */
const RELEASE = 1 - Math.exp(-1 / (0.05 * HERTZ));

/** Limit of a limiter. */
interface Ceiling {
  /** Amplitude; default 1, full scale. */
  ceiling?: number;
  /** Whether true peaks between samples count too; default false. */
  isTrue?: boolean;
}

/**
 * Keeps a mix below a ceiling: reduces the gain shortly before a peak and restores it afterwards. Audio below stays
 * unchanged. Blocks must be processed in order.
 */
export class Limiter {
  readonly #ceiling: number;
  readonly #isTrue: boolean;
  /** How far ahead peaks are known; true peaks need some more samples. */
  readonly #ahead: number;
  /** Ring buffer of recent gains, whose mean is the applied gain. */
  readonly #least: Float32Array;
  /** Last samples before the block, of each channel. */
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
   * Limits a block in place.
   * @param left,right the block, and LOOKAHEAD further samples, which are only read.
   */
  process(left: Float32Array, right: Float32Array): void {
    const count = left.length - LOOKAHEAD;
    const gains = this.#gainsOf(left, right);
    if (this.#isTrue) this.#before = [this.#last(left, 0), this.#last(right, 1)];
    let strength = this.#strength ?? this.#begin(gains[0] ?? 1);
    for (let i = 0; i < count; i += 1) {
      strength = Math.min(gains[i] as number, strength + (1 - strength) * RELEASE);
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

  /** If the audio begins with a peak, the gain is reduced from the first sample on. */
  #begin(strength: number): number {
    this.#least.fill(strength);
    this.#sum = strength * this.#least.length;
    return strength;
  }

  /** Returns for each sample the gain at which no known peak exceeds the ceiling. */
  #gainsOf(left: Float32Array, right: Float32Array): Float32Array {
    const gains = new Float32Array(left.length - LOOKAHEAD).fill(1);
    const peaks = [this.#peaksOf(left, 0), this.#peaksOf(right, 1)] as const;
    for (let i = 0; i < gains.length + this.#ahead; i += 1) {
      const peak = Math.max(peaks[0](i), peaks[1](i));
      if (peak <= this.#ceiling) continue;
      const last = Math.min(i, gains.length - 1);
      for (let k = Math.max(0, i - this.#ahead); k <= last; k += 1)
        gains[k] = Math.min(gains[k] as number, this.#ceiling / peak);
    }
    return gains;
  }

  /** Returns a channel's peak at a sample and, for true peaks, until the next one. */
  #peaksOf(samples: Float32Array, side: 0 | 1): (i: number) => number {
    if (!this.#isTrue) return (i) => Math.abs(samples[i] as number);
    const around = new Float32Array(REACH + samples.length);
    around.set(this.#before[side]);
    around.set(samples, REACH);
    return (i) => interSamplePeak(around, i + REACH, this.#ceiling);
  }

  /** Returns the last samples of the processed audio, completed by earlier ones if the block is short. */
  #last(samples: Float32Array, side: 0 | 1): Float32Array {
    const all = [...this.#before[side], ...samples.subarray(0, samples.length - LOOKAHEAD).slice(-REACH)];
    return Float32Array.from(all.slice(-REACH));
  }
}
