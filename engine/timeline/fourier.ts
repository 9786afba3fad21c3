/**
 * An in-place complex FFT for one length, a power of two (Cooley and Tukey, 1965). The inverse is not divided by the
 * length.
 */
export class Fourier {
  readonly #length: number;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #swaps: Uint32Array;

  constructor(length: number) {
    const angle = (i: number) => (2 * Math.PI * i) / length;
    this.#length = length;
    this.#cosines = Float64Array.from({ length: length / 2 }, (_, i) => Math.cos(angle(i)));
    this.#sines = Float64Array.from({ length: length / 2 }, (_, i) => Math.sin(angle(i)));
    this.#swaps = bitSwaps(length);
  }

  /** Transforms time to frequency. */
  forward(re: Float64Array, im: Float64Array): void {
    swapAll(re, this.#swaps);
    swapAll(im, this.#swaps);
    for (let half = 1; half < this.#length; half *= 2) this.#merge(re, im, half);
  }

  /** Transforms frequency to time. */
  inverse(re: Float64Array, im: Float64Array): void {
    // Swapping real and imaginary parts turns the forward transform into its inverse.
    this.forward(im, re);
  }

  /** Merges pairs of transforms into transforms of twice the length. */
  #merge(re: Float64Array, im: Float64Array, half: number): void {
    const [length, cosines, sines] = [this.#length, this.#cosines, this.#sines];
    const stride = length / (2 * half);
    for (let first = 0; first < length; first += 2 * half) {
      for (let k = 0; k < half; k += 1) {
        const cos = cosines[k * stride] as number;
        const sin = sines[k * stride] as number;
        const a = first + k;
        const b = a + half;
        const real = (re[b] as number) * cos + (im[b] as number) * sin;
        const imaginary = (im[b] as number) * cos - (re[b] as number) * sin;
        re[b] = (re[a] as number) - real;
        im[b] = (im[a] as number) - imaginary;
        re[a] = (re[a] as number) + real;
        im[a] = (im[a] as number) + imaginary;
      }
    }
  }
}

/** Returns the pairs of indices that bit reversal swaps. */
function bitSwaps(length: number): Uint32Array {
  const bits = Math.log2(length);
  const pairs: number[] = [];
  for (let i = 0; i < length; i += 1) {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit += 1) if (i & (1 << bit)) reversed |= 1 << (bits - 1 - bit);
    if (reversed > i) pairs.push(i, reversed);
  }
  return Uint32Array.from(pairs);
}

function swapAll(values: Float64Array, pairs: Uint32Array): void {
  for (let i = 0; i < pairs.length; i += 2) {
    const a = pairs[i] as number;
    const b = pairs[i + 1] as number;
    const swapped = values[a] as number;
    values[a] = values[b] as number;
    values[b] = swapped;
  }
}
