import { HERTZ } from '../../../timeline/soundtrack.ts';

/** How long before a peak the sound becomes softer, samples of 48 kHz: 5 ms. */
export const LOOKAHEAD = 240;
/** After a peak the strength comes back by this share a sample: about 50 ms. */
const RELEASE = 1 - Math.exp(-1 / (0.05 * HERTZ));

/**
 * Keeps a mix below full scale: where a peak comes, all becomes softer shortly before and loud again after it. What
 * stays below is not changed. Stretches must be given in order.
 */
export class Limiter {
  /** The least strength that the coming 5 ms ask for, and the mean of the last of them. */
  readonly #least = new Float32Array(LOOKAHEAD + 1).fill(1);
  #sum = LOOKAHEAD + 1;
  #at = 0;
  #strength = 1;

  /**
   * Limits a stretch in place.
   * @param left,right the stretch, and LOOKAHEAD further samples, which are only looked at.
   */
  process(left: Float32Array, right: Float32Array): void {
    const count = left.length - LOOKAHEAD;
    const wanted = this.#wantedOf(left, right);
    for (let i = 0; i < count; i += 1) {
      const released = this.#strength + (1 - this.#strength) * RELEASE;
      this.#strength = Math.min(wanted[i] as number, released);
      this.#sum += this.#strength - (this.#least[this.#at] as number);
      this.#least[this.#at] = this.#strength;
      this.#at = (this.#at + 1) % this.#least.length;
      const gain = Math.min(1, this.#sum / this.#least.length);
      if (gain >= 1 - 1e-6) continue;
      left[i] = (left[i] as number) * gain;
      right[i] = (right[i] as number) * gain;
    }
  }

  /** For each sample the strength at which nothing of the coming 5 ms exceeds full scale. */
  #wantedOf(left: Float32Array, right: Float32Array): Float32Array {
    const wanted = new Float32Array(left.length - LOOKAHEAD).fill(1);
    for (let i = 0; i < left.length; i += 1) {
      const peak = Math.max(Math.abs(left[i] as number), Math.abs(right[i] as number));
      if (peak <= 1) continue;
      const last = Math.min(i, wanted.length - 1);
      for (let k = Math.max(0, i - LOOKAHEAD); k <= last; k += 1) wanted[k] = Math.min(wanted[k] as number, 1 / peak);
    }
    return wanted;
  }
}
