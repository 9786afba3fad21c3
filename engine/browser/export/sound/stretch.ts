import { Fourier } from '../../../timeline/fourier.ts';
import { TEMPO_TAIL, type TempoPass, tempoPasses } from '../../../timeline/tempo.ts';

/** Length of a window and of the overlap of two, in samples at 48 kHz: 43 and 21 ms. */
const WINDOW = 2048;
const HOP = WINDOW / 2;
/** Smallest distance between two windows, in samples. */
const LEAST_APART = WINDOW / 16;
/** Windows per step of the generator: some milliseconds of work. */
const WINDOWS_IN_ONE = 12;
/** Hann window. */
const shape = Float32Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (WINDOW - 1)));
/** Correlates two windows at all distances at once; zero padding prevents wrap-around. */
const fourier = new Fourier(2 * WINDOW);

/**
 * Changes the tempo of audio at constant pitch, by overlapping windows taken from where they continue the audio best
 * (WSOLA: Verhelst and Roelands, "An overlap-add technique based on waveform similarity", 1993). Selects windows like
 * ffmpeg's filter atempo, in the same passes as the renderer, so both sound the same. Yields the progress, 0 to 1.
 * @param channels of equal length, at 48 kHz. @param speed 0.25 to 4; at 2 it takes half the time.
 */
export function* changeTempo(channels: readonly Float32Array[], speed: number): Generator<number, Float32Array[]> {
  const length = channels[0]?.length ?? 0;
  const passes = tempoPasses(speed);
  if (passes.length === 0 || length === 0) return [...channels];
  const total = Math.max(1, Math.round(length / speed));
  let made: readonly Float32Array[] = channels;
  for (const [i, one] of passes.entries()) made = yield* pass(made, one, (ratio) => (i + ratio) / passes.length);
  return made.map((channel) => fitted(channel, total));
}

function fitted(channel: Float32Array, length: number): Float32Array {
  if (channel.length >= length) return channel.subarray(0, length);
  const made = new Float32Array(length);
  made.set(channel);
  return made;
}

/**
 * Treats the channels as surrounded by silence, without copying them: half an hour is 700 MB. @param totalOf maps the
 * progress of this pass to the total.
 */
function* pass(
  channels: readonly Float32Array[],
  { pace, delay }: TempoPass,
  totalOf: (ratio: number) => number,
): Generator<number, Float32Array[]> {
  const length = delay + (channels[0]?.length ?? 0) + TEMPO_TAIL;
  const guide = loudest(channels, delay, length);
  const total = Math.ceil(length / pace);
  const made = channels.map(() => new Float32Array(total));
  const finder = createFinder(guide);
  let before = -HOP;
  for (let [at, count] = [0, 0]; at < total && before < length; at += HOP, count += 1) {
    const ideal = before + Math.trunc(pace * HOP);
    // How much earlier in the source the previous window is than the tempo requires.
    const behind = Math.trunc(at * pace - (before + HOP));
    const taken = ideal - finder.correction(before, ideal, behind);
    for (const [i, channel] of channels.entries())
      blend(made[i] as Float32Array, at, channel, delay, before + HOP, taken);
    before = taken;
    if (count % WINDOWS_IN_ONE === 0) yield totalOf(at / total);
  }
  return made;
}

/** Returns the strongest sample of all channels at each moment, delayed. */
function loudest([first, ...others]: readonly Float32Array[], delay: number, length: number): Float32Array {
  const guide = new Float32Array(length);
  guide.set(first as Float32Array, delay);
  for (const other of others) {
    for (let i = 0; i < other.length; i += 1) {
      if (Math.min(1, Math.abs(guide[delay + i] as number)) < Math.min(1, Math.abs(other[i] as number)))
        guide[delay + i] = other[i] as number;
    }
  }
  return guide;
}

/** Finds the shift at which a window continues another one best. */
interface Finder {
  /** Returns how much earlier than `ideal` a window best continues the one at `before`, in samples. */
  correction(before: number, ideal: number, behind: number): number;
}

function createFinder(guide: Float32Array): Finder {
  const length = 2 * WINDOW;
  const [re, im] = [new Float64Array(length), new Float64Array(length)];
  return {
    correction(before, ideal, behind) {
      // Two real signals in one complex transform; separated in `multiply`.
      const isAudible = load(re, guide, before) && load(im, guide, ideal);
      // Correlating silence would only compare rounding errors.
      if (!isAudible) re.fill(0);
      else {
        fourier.forward(re, im);
        multiply(re, im);
        fourier.inverse(re, im);
      }
      return bestPlace(re, behind) - HOP;
    },
  };
}

/** @returns whether the window is not silent. */
function load(into: Float64Array, guide: Float32Array, from: number): boolean {
  into.fill(0);
  const first = Math.max(0, -from);
  const last = Math.min(WINDOW, guide.length - from);
  let isAudible = false;
  for (let i = first; i < last; i += 1) {
    const sample = guide[from + i] as number;
    into[i] = sample;
    isAudible ||= sample !== 0;
  }
  return isAudible;
}

/** Converts the spectrum of two windows, one real and one imaginary, to that of their correlation. */
function multiply(re: Float64Array, im: Float64Array): void {
  const length = re.length;
  for (let i = 0; i <= length / 2; i += 1) {
    const j = (length - i) % length;
    const ar = ((re[i] as number) + (re[j] as number)) / 2;
    const ai = ((im[i] as number) - (im[j] as number)) / 2;
    const br = ((im[i] as number) + (im[j] as number)) / 2;
    const bi = ((re[j] as number) - (re[i] as number)) / 2;
    const real = ar * br + ai * bi;
    const imaginary = ai * br - ar * bi;
    re[i] = real;
    im[i] = imaginary;
    re[j] = real;
    im[j] = -imaginary;
  }
}

/** Returns the distance of the highest correlation, weighted so that windows return to the tempo. */
function bestPlace(alike: Float64Array, behind: number): number {
  const first = Math.min(WINDOW, Math.max(0, -behind));
  const last = Math.max(0, Math.min(WINDOW - behind, WINDOW - LEAST_APART));
  let best = HOP - behind;
  let most = Number.NEGATIVE_INFINITY;
  for (let i = first; i < last; i += 1) {
    const found = (alike[i] as number) * (behind + i) * (i - first) * (last - i);
    if (found > most) [most, best] = [found, i];
  }
  return best;
}

/**
 * Crossfades to the window that begins at `to`, from the previous one whose middle is `from`; both delayed in the
 * source.
 */
function blend(made: Float32Array, at: number, source: Float32Array, delay: number, from: number, to: number): void {
  const end = Math.min(HOP, made.length - at);
  for (let i = 0; i < end; i += 1) {
    const going = source[from + i - delay] ?? 0;
    made[at + i] =
      to + i < 0 ? going : going * (shape[HOP + i] as number) + (source[to + i - delay] ?? 0) * (shape[i] as number);
  }
}
