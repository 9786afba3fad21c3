import { Fourier } from './fourier.ts';

/** Frequency magnitudes of a window of audio. */
export class Spectrum {
  readonly #size: number;
  readonly #window: Float32Array;
  readonly #fourier: Fourier;
  readonly #re: Float64Array;
  readonly #im: Float64Array;

  /** @param size samples per window: a power of two, up to 65,536. */
  constructor(size: number) {
    this.#size = size;
    this.#window = Float32Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
    this.#fourier = new Fourier(size);
    [this.#re, this.#im] = [new Float64Array(size), new Float64Array(size)];
  }

  /**
   * @param from first sample; beyond the audio it is silent. @param magnitudes receives the result; half the window's
   * size.
   */
  read(samples: Float32Array, from: number, magnitudes: Float32Array): void {
    const [re, im] = [this.#re, this.#im];
    for (let i = 0; i < this.#size; i += 1) re[i] = (samples[from + i] ?? 0) * (this.#window[i] as number);
    im.fill(0);
    this.#fourier.forward(re, im);
    for (let i = 0; i < magnitudes.length; i += 1) magnitudes[i] = Math.hypot(re[i] as number, im[i] as number);
  }
}
