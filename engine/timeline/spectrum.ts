/** Magnitudes of the frequencies in a stretch of sound, by a Fourier transform of a power of two (Cooley and Tukey, 1965). */
export class Spectrum {
  readonly #size: number;
  readonly #window: Float32Array;
  readonly #order: Uint16Array;
  readonly #cos: Float32Array;
  readonly #sin: Float32Array;
  readonly #re: Float32Array;
  readonly #im: Float32Array;

  /** @param size samples of a stretch: a power of two, up to 65,536. */
  constructor(size: number) {
    this.#size = size;
    const bits = Math.log2(size);
    const each = (value: (i: number) => number) => Float32Array.from({ length: size }, (_, i) => value(i));
    this.#window = each((i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
    this.#cos = each((i) => Math.cos((2 * Math.PI * i) / size));
    this.#sin = each((i) => Math.sin((2 * Math.PI * i) / size));
    this.#order = new Uint16Array(size);
    for (let i = 0; i < size; i += 1)
      for (let bit = 0; bit < bits; bit += 1)
        if (i & (1 << bit)) this.#order[i] = (this.#order[i] as number) | (1 << (bits - 1 - bit));
    [this.#re, this.#im] = [new Float32Array(size), new Float32Array(size)];
  }

  /** @param from first sample; what lies beyond the sound is silent. @param magnitudes takes half as many as a stretch has samples. */
  read(samples: Float32Array, from: number, magnitudes: Float32Array): void {
    const [re, im] = [this.#re, this.#im];
    for (let i = 0; i < this.#size; i += 1) {
      const place = this.#order[i] as number;
      re[place] = (samples[from + i] ?? 0) * (this.#window[i] as number);
      im[place] = 0;
    }
    for (let half = 1; half < this.#size; half *= 2) this.#merge(half);
    for (let i = 0; i < magnitudes.length; i += 1) magnitudes[i] = Math.hypot(re[i] as number, im[i] as number);
  }

  /** Makes transforms of twice the length out of pairs. */
  #merge(half: number): void {
    const [re, im] = [this.#re, this.#im];
    const step = this.#size / (2 * half);
    for (let first = 0; first < this.#size; first += 2 * half) {
      for (let k = 0; k < half; k += 1) {
        const [cos, sin] = [this.#cos[k * step] as number, this.#sin[k * step] as number];
        const [a, b] = [first + k, first + k + half];
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
