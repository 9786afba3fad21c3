import { Fourier } from '../../../timeline/fourier.ts';
import { TEMPO_TAIL, type TempoPass, tempoPasses } from '../../../timeline/tempo.ts';

/** Length of a window and of what two neighbors share, samples of 48 kHz: 43 and 21 ms. */
const WINDOW = 2048;
const HOP = WINDOW / 2;
/** Two windows are never laid nearer together than this, samples. */
const LEAST_APART = WINDOW / 16;
/** How many windows are taken in one go: some milliseconds of work. */
const WINDOWS_IN_ONE = 12;
/** How a window comes in and goes. */
const shape = Float32Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (WINDOW - 1)));
/** Two windows are compared at every distance at once; with as much silence after them, none comes around. */
const fourier = new Fourier(2 * WINDOW);

/**
 * Plays a sound at another pace and keeps its pitch, by overlapping windows that are taken from where they continue
 * the sound best (WSOLA: Verhelst and Roelands, "An overlap-add technique based on waveform similarity", 1993). Windows
 * are chosen as ffmpeg's filter atempo chooses them, in the passes that the renderer makes, so that both give the same
 * sound. Pull until it is done; it gives how far it is, 0 to 1.
 * @param channels of equal length, at 48 kHz. @param speed 0.25 to 4; at 2 it takes half the time.
 */
export function* stretch(channels: readonly Float32Array[], speed: number): Generator<number, Float32Array[]> {
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
 * Silence goes before the channels and comes after them, without a copy of theirs: half an hour is 700 MB. @param told how
 * far all is when this pass is so far.
 */
function* pass(
  channels: readonly Float32Array[],
  { pace, delay }: TempoPass,
  told: (ratio: number) => number,
): Generator<number, Float32Array[]> {
  const length = delay + (channels[0]?.length ?? 0) + TEMPO_TAIL;
  const guide = loudest(channels, delay, length);
  const total = Math.ceil(length / pace);
  const made = channels.map(() => new Float32Array(total));
  const finder = createFinder(guide);
  let before = -HOP;
  for (let [at, count] = [0, 0]; at < total && before < length; at += HOP, count += 1) {
    const ideal = before + Math.trunc(pace * HOP);
    // By how much the window before stands earlier in the source than its pace has it.
    const behind = Math.trunc(at * pace - (before + HOP));
    const taken = ideal - finder.correction(before, ideal, behind);
    for (const [i, channel] of channels.entries())
      blend(made[i] as Float32Array, at, channel, delay, before + HOP, taken);
    before = taken;
    if (count % WINDOWS_IN_ONE === 0) yield told(at / total);
  }
  return made;
}

/** Of each moment the sample that is the strongest of all channels, so much later. */
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

/** Finds how a window has to be shifted so that it goes on from another. */
interface Finder {
  /** How much earlier than `ideal` a window goes on best from the one at `before`, samples. */
  correction(before: number, ideal: number, behind: number): number;
}

function createFinder(guide: Float32Array): Finder {
  const length = 2 * WINDOW;
  const [re, im] = [new Float64Array(length), new Float64Array(length)];
  return {
    correction(before, ideal, behind) {
      // Two real signals in one complex transform: what both give is taken apart below.
      const isHeard = load(re, guide, before) && load(im, guide, ideal);
      // Nothing is like silence, not even by what rounding leaves.
      if (!isHeard) re.fill(0);
      else {
        fourier.forward(re, im);
        multiply(re, im);
        fourier.inverse(re, im);
      }
      return bestPlace(re, behind) - HOP;
    },
  };
}

/** @returns whether there is anything but silence. */
function load(into: Float64Array, guide: Float32Array, from: number): boolean {
  into.fill(0);
  const first = Math.max(0, -from);
  const last = Math.min(WINDOW, guide.length - from);
  let isHeard = false;
  for (let i = first; i < last; i += 1) {
    const sample = guide[from + i] as number;
    into[i] = sample;
    isHeard ||= sample !== 0;
  }
  return isHeard;
}

/** Makes the spectrum of two windows, of which one is the real and one the imaginary part, that of their correlation. */
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

/** At which distance two windows are most alike, weighed so that windows come back to their pace. */
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

/** Lets the window that begins at `to` come in while the one before, of which `from` is the middle, goes; both of the source so much later. */
function blend(made: Float32Array, at: number, source: Float32Array, delay: number, from: number, to: number): void {
  const end = Math.min(HOP, made.length - at);
  for (let i = 0; i < end; i += 1) {
    const going = source[from + i - delay] ?? 0;
    made[at + i] =
      to + i < 0 ? going : going * (shape[HOP + i] as number) + (source[to + i - delay] ?? 0) * (shape[i] as number);
  }
}
