import { execFileSync } from 'node:child_process';

/** Sample rate of the comparison. */
const hertz = 8000;
/** Maximum lag, in samples: 50 ms. */
const reach = hertz / 20;
/** Length of a window, in samples: 0.3 s. */
const window = 0.3 * hertz;
/** Power relative to the loudest window that counts as silence: -35 dB. Encoders leave noise there. */
const silence = 10 ** -3.5;
/** Tones match at many lags: among lags that are this close to the best, the smallest is used. */
const asGood = 0.995;

/** Comparison of one window of two audio files. */
export interface WindowLikeness {
  /** Start, in seconds. */
  at: number;
  /** Delay of the second file, in seconds; 0 if either is silent. */
  lag: number;
  /** Level difference, in decibels. */
  decibels: number;
}

/** Compares two audio files: delay of the second in seconds, and its level difference in decibels. */
export function compareSound(one: string, other: string): { delay: number; decibels: number } {
  const [a, b] = [soundOf(one), soundOf(other)];
  const whole = Math.min(a.length, b.length) - 2 * reach;
  return {
    delay: bestLag(a, b, reach, whole) / hertz,
    decibels: decibelsOf(power(b, 0, b.length), power(a, 0, a.length)),
  };
}

/** Compares each 0.3 s in which either is audible. */
export function compareWindows(one: string, other: string): WindowLikeness[] {
  const sounds = [soundOf(one), soundOf(other)];
  // The shorter one is padded with silence.
  const longest = Math.max(...sounds.map(({ length }) => length));
  const [a, b] = sounds.map((samples) => padded(samples, longest + reach)) as [Float32Array, Float32Array];
  const starts = Array.from({ length: Math.floor((longest - reach) / window) }, (_, i) => reach + i * window);
  const loudest = Math.max(...starts.flatMap((from) => [power(a, from, window), power(b, from, window)]));
  const isSilent = (value: number) => value <= silence * loudest;
  return starts.flatMap((from) => {
    // Noise that an encoder leaves in a pause matches nothing, and audio next to it must not be compared.
    const lag = isSilent(power(a, from, window)) ? 0 : bestLag(a, b, from, window);
    const [was, is] = [power(a, from, window), power(b, from + lag, window)];
    if (isSilent(was) && isSilent(is)) return [];
    const isAudible = !isSilent(was) && !isSilent(is);
    return [{ at: from / hertz, lag: isAudible ? lag / hertz : 0, decibels: decibelsOf(is, was) }];
  });
}

/** Returns the lag of `b` relative to `a` in samples, with the largest normalized correlation. */
function bestLag(a: Float32Array, b: Float32Array, from: number, length: number): number {
  const lags = Array.from({ length: 2 * reach + 1 }, (_, i) => ({ lag: i - reach, likeness: 0 }));
  for (const one of lags) {
    let [product, square] = [0, 1e-9];
    for (let i = from; i < from + length; i += 1) {
      const value = b[i + one.lag] as number;
      product += (a[i] as number) * value;
      square += value * value;
    }
    one.likeness = product / Math.sqrt(square);
  }
  const most = Math.max(...lags.map(({ likeness }) => likeness));
  const good = lags.filter(({ likeness }) => likeness >= asGood * most).map(({ lag }) => lag);
  return good.sort((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
}

function padded(samples: Float32Array, length: number): Float32Array {
  const longer = new Float32Array(length);
  longer.set(samples);
  return longer;
}

function power(samples: Float32Array, from: number, length: number): number {
  return samples.subarray(from, from + length).reduce((sum, value) => sum + value * value, 0) / length;
}

function decibelsOf(value: number, reference: number): number {
  return 10 * Math.log10((value + 1e-9) / (reference + 1e-9));
}

function soundOf(file: string): Float32Array {
  const to = ['-map', '0:a:0', '-ac', '1', '-ar', String(hertz), '-f', 'f32le', '-'];
  const data = execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-i', file, ...to], { maxBuffer: 100_000_000 });
  return new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
}
