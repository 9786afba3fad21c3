import { HERTZ } from './soundtrack.ts';

/** Energies are summed in steps of 0.1 s; four steps are one block of 0.4 s. */
const STEP = HERTZ / 10;
const STEPS_IN_BLOCK = 4;
/** Blocks below the absolute gate (LUFS) or the relative gate (LU below the mean of the rest) do not count. */
const GATE = { least: -70, below: 10 };

/** A second-order filter: b are feedforward, a are feedback coefficients (a0 is 1). */
interface Biquad {
  b: readonly [number, number, number];
  a: readonly [number, number];
}

/** K-weighting at 48 kHz: head, then high-pass (ITU-R BS.1770-4, tables 1 and 2). */
const weighting: readonly [Biquad, Biquad] = [
  { b: [1.53512485958697, -2.69169618940638, 1.19839281085285], a: [-1.69065929318241, 0.73248077421585] },
  { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] },
];

/**
 * Measures the integrated loudness of 48 kHz stereo audio by ITU-R BS.1770-4. Written here because npm packages are
 * either live meters of pages or several hundred kilobytes; checked against ffmpeg's ebur128.
 */
export class LoudnessMeter {
  readonly #sides = [new Weighting(), new Weighting()] as const;
  /** Mean square of each step, both channels together. */
  readonly #steps: number[] = [];
  #energy = 0;
  #count = 0;

  /** Adds the next samples. */
  add(left: Float32Array, right: Float32Array): void {
    const [first, second] = this.#sides;
    for (let i = 0; i < left.length; i += 1) {
      this.#energy += first.next(left[i] as number) ** 2 + second.next(right[i] as number) ** 2;
      this.#count += 1;
      if (this.#count < STEP) continue;
      this.#steps.push(this.#energy / STEP);
      [this.#energy, this.#count] = [0, 0];
    }
  }

  /** Returns the loudness so far in LUFS; −∞ if nothing passes the gates. */
  get loudness(): number {
    const blocks = this.#steps.slice(STEPS_IN_BLOCK - 1).map((_, i) => mean(this.#steps.slice(i, i + STEPS_IN_BLOCK)));
    const loud = blocks.filter((energy) => decibels(energy) > GATE.least);
    const limit = decibels(mean(loud)) - GATE.below;
    return decibels(mean(loud.filter((energy) => decibels(energy) > limit)));
  }
}

/** Applies both filters to one channel. */
class Weighting {
  readonly #before = [0, 0, 0, 0];

  next(sample: number): number {
    const state = this.#before as [number, number, number, number];
    const [head, deep] = weighting;
    // Transposed direct form II, with two state values per filter.
    const filtered = head.b[0] * sample + state[0];
    state[0] = head.b[1] * sample - head.a[0] * filtered + state[1];
    state[1] = head.b[2] * sample - head.a[1] * filtered;
    const out = deep.b[0] * filtered + state[2];
    state[2] = deep.b[1] * filtered - deep.a[0] * out + state[3];
    state[3] = deep.b[2] * filtered - deep.a[1] * out;
    return out;
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length || 0;
}

function decibels(energy: number): number {
  return -0.691 + 10 * Math.log10(energy);
}
