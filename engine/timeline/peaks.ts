/** Peaks per second of audio. */
export const PEAKS_PER_SECOND = 100;

/** Peaks of a file: one value per hundredth of a second, 0 (silent) to 255 (full scale). */
export type Peaks = Uint8Array;

/** Decoded audio: one list of samples, −1 to 1, for each channel. */
export interface Samples {
  channels: readonly Float32Array[];
  /** Samples per second. */
  rate: number;
}

/** Measures the peaks of audio that arrives in chunks, in order. Stores only peaks: 6 kB a minute. */
export class PeakMeter {
  #peaks = new Uint8Array(PEAKS_PER_SECOND * 60);
  #count = 0;

  /** @param first index of the chunk's first sample in the whole audio; samples before 0 are ignored. */
  add({ channels, rate }: Samples, first: number): void {
    const length = channels[0]?.length ?? 0;
    for (let from = Math.max(0, -first); from < length; ) {
      const peak = peakAt(first + from, rate);
      const to = Math.min(length, sampleAt(peak + 1, rate) - first);
      this.#raise(peak, peakOf(channels, from, to));
      from = to;
    }
  }

  /** Returns the peaks so far. */
  get peaks(): Peaks {
    return this.#peaks.slice(0, this.#count);
  }

  #raise(peak: number, value: number): void {
    if (peak >= this.#peaks.length) {
      const grown = new Uint8Array(Math.max(peak + 1, this.#peaks.length * 2));
      grown.set(this.#peaks);
      this.#peaks = grown;
    }
    this.#peaks[peak] = Math.max(value, this.#peaks[peak] as number);
    this.#count = Math.max(this.#count, peak + 1);
  }
}

/**
 * Measures the peaks of complete audio, in slices, so long files do not block. Yields the progress, 0 to 1.
 * @param perSlice peaks per slice; default 2000, some milliseconds of work. @param first see PeakMeter.add; default 0.
 * @returns the peaks of the whole audio.
 */
export function* measurePeaks({ channels, rate }: Samples, perSlice = 2000, first = 0): Generator<number, Peaks> {
  const length = channels[0]?.length ?? 0;
  const meter = new PeakMeter();
  const step = Math.ceil((perSlice / PEAKS_PER_SECOND) * rate);
  for (let from = 0; from < length; from += step) {
    const slice = channels.map((samples) => samples.subarray(from, from + step));
    meter.add({ channels: slice, rate }, first + from);
    yield Math.min(1, (from + step) / length);
  }
  return meter.peaks;
}

/**
 * Returns the largest peak of each of several equal parts of a span; outside the audio it is 0.
 * @param from, to seconds of the audio. @param count number of parts, such as columns of an image.
 */
export function peaksOver(peaks: Peaks, from: number, to: number, count: number): Peaks {
  const found = new Uint8Array(count);
  const perPart = ((to - from) * PEAKS_PER_SECOND) / count;
  for (let part = 0; part < count; part += 1) {
    const first = from * PEAKS_PER_SECOND + part * perPart;
    const start = Math.floor(first);
    const end = Math.max(start + 1, Math.ceil(first + perPart - 1e-6));
    let highest = 0;
    for (let at = Math.max(0, start); at < end && at < peaks.length; at += 1) {
      highest = Math.max(highest, peaks[at] as number);
    }
    found[part] = highest;
  }
  return found;
}

function sampleAt(peak: number, rate: number): number {
  return Math.floor((peak / PEAKS_PER_SECOND) * rate);
}

/** Returns the index of the peak that contains a sample. */
function peakAt(sample: number, rate: number): number {
  const peak = Math.floor((sample / rate) * PEAKS_PER_SECOND);
  return sampleAt(peak + 1, rate) <= sample ? peak + 1 : peak;
}

function peakOf(channels: readonly Float32Array[], from: number, to: number): number {
  let highest = 0;
  for (const samples of channels) {
    const end = Math.min(to, samples.length);
    for (let at = from; at < end; at += 1) {
      const value = Math.abs(samples[at] as number);
      if (value > highest) highest = value;
    }
  }
  return Math.min(255, Math.round(highest * 255));
}
