/** How many peaks a second of sound has. */
const PEAKS_PER_SECOND = 100;

/** How loud a file is over its time: one value each hundredth of a second, 0 (silent) to 255 (as loud as can be). */
export type Peaks = Uint8Array;

/** Sound as it was decoded: one list of samples, −1 to 1, for each channel. */
export interface Samples {
  channels: readonly Float32Array[];
  /** Samples a second. */
  rate: number;
}

/**
 * Measures the peaks of a sound in slices, so that long ones hold nothing up: pull until it is done. Gives how far it is,
 * 0 to 1.
 * @param perSlice peaks a slice; default 2000, some milliseconds of work. @returns the peaks of the whole sound.
 */
export function* measurePeaks({ channels, rate }: Samples, perSlice = 2000): Generator<number, Peaks> {
  const length = channels[0]?.length ?? 0;
  const peaks = new Uint8Array(Math.ceil((length / rate) * PEAKS_PER_SECOND));
  for (let from = 0; from < peaks.length; from += perSlice) {
    const to = Math.min(peaks.length, from + perSlice);
    for (let at = from; at < to; at += 1) peaks[at] = peakOf(channels, sampleAt(at, rate), sampleAt(at + 1, rate));
    yield to / peaks.length;
  }
  return peaks;
}

/**
 * The loudest peak of each of some equal parts of a stretch; what lies outside of the sound is silent.
 * @param from, to seconds of the sound. @param count how many parts, such as columns of a picture.
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
