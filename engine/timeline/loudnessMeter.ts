import { HERTZ } from './soundtrack.ts';

/** Energies are summed up in steps, four of which make a block: 0.1 s of 0.4 s. */
const STEP = HERTZ / 10;
const STEPS_IN_BLOCK = 4;
/** Blocks below the first do not count, nor those so much softer than the mean of the rest, LUFS and LU. */
const GATE = { least: -70, below: 10 };

/** A filter of second order: b of what comes, a of what went out (a0 is 1). */
interface Biquad {
  b: readonly [number, number, number];
  a: readonly [number, number];
}

/** How much the ear hears of what: the head, then deep tones less, at 48 kHz (ITU-R BS.1770-4, tables 1 and 2). */
const weighting: readonly [Biquad, Biquad] = [
  { b: [1.53512485958697, -2.69169618940638, 1.19839281085285], a: [-1.69065929318241, 0.73248077421585] },
  { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] },
];

/**
 * Measures the integrated loudness of a stereo sound of 48 kHz as ITU-R BS.1770-4 says. Written here because what npm has
 * is either a page's live meter or a build of several hundred kilobytes; checked against ffmpeg's ebur128.
 */
export class LoudnessMeter {
  readonly #sides = [new Weighting(), new Weighting()] as const;
  /** Mean square of each step, both sides together. */
  readonly #steps: number[] = [];
  #energy = 0;
  #count = 0;

  /** Takes the next samples. */
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

  /** LUFS of what was taken so far; −∞ where nothing of it counts. */
  get loudness(): number {
    const blocks = this.#steps.slice(STEPS_IN_BLOCK - 1).map((_, i) => mean(this.#steps.slice(i, i + STEPS_IN_BLOCK)));
    const loud = blocks.filter((energy) => decibels(energy) > GATE.least);
    const limit = decibels(mean(loud)) - GATE.below;
    return decibels(mean(loud.filter((energy) => decibels(energy) > limit)));
  }
}

/** One side through both filters. */
class Weighting {
  readonly #before = [0, 0, 0, 0];

  next(sample: number): number {
    const state = this.#before as [number, number, number, number];
    const [head, deep] = weighting;
    // Each in the second transposed form, whose state is two sums.
    const heard = head.b[0] * sample + state[0];
    state[0] = head.b[1] * sample - head.a[0] * heard + state[1];
    state[1] = head.b[2] * sample - head.a[1] * heard;
    const out = deep.b[0] * heard + state[2];
    state[2] = deep.b[1] * heard - deep.a[0] * out + state[3];
    state[3] = deep.b[2] * heard - deep.a[1] * out;
    return out;
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length || 0;
}

function decibels(energy: number): number {
  return -0.691 + 10 * Math.log10(energy);
}
