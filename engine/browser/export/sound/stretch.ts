/** Length of a window and of what two neighbours share, samples of 48 kHz: 40 and 20 ms. */
const WINDOW = 1920;
const HOP = WINDOW / 2;
/** How far from its ideal place a window may be taken, samples: 10 ms, longer than a wave of a low voice. */
const REACH = 480;
/** Every so many samples are compared; finer ones only cost time. */
const STEP = 4;
/** How many windows are taken in one go: some milliseconds of work. */
const WINDOWS_IN_ONE = 25;
/** How a window comes in and goes; two neighbours add up to one. */
const shape = Float32Array.from({ length: WINDOW }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW));

/**
 * Plays a sound at another pace and keeps its pitch, by overlapping windows that are taken from where they continue
 * the sound best (WSOLA: Verhelst and Roelands, "An overlap-add technique based on waveform similarity", 1993). Pull
 * until it is done; it gives how far it is, 0 to 1.
 * @param channels of equal length, at 48 kHz. @param speed 0.25 to 4; at 2 it takes half the time.
 */
export function* stretch(channels: readonly Float32Array[], speed: number): Generator<number, Float32Array[]> {
  const length = channels[0]?.length ?? 0;
  if (Math.abs(speed - 1) < 1e-6 || length === 0) return [...channels];
  const total = Math.max(1, Math.round(length / speed));
  const made = channels.map(() => new Float32Array(total + WINDOW));
  const guide = mono(channels);
  // The middles of windows lie where the pace has them: by their beginnings, all would be heard too early or too late.
  let taken = -HOP;
  for (let at = -HOP; at < total; at += HOP) {
    const ideal = Math.max(0, Math.round((at + HOP) * speed) - HOP);
    if (at >= 0) taken = bestPlace(guide, ideal, taken + HOP);
    for (const [i, channel] of channels.entries()) addWindow(made[i] as Float32Array, at, channel, taken);
    if ((at / HOP) % WINDOWS_IN_ONE === 0) yield at / total;
  }
  return made.map((channel) => channel.subarray(0, total));
}

function mono(channels: readonly Float32Array[]): Float32Array {
  const [first, ...others] = channels as [Float32Array, ...Float32Array[]];
  if (others.length === 0) return first;
  const sum = first.slice();
  for (const other of others)
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] as number) + (other[i] as number);
  return sum;
}

/** Where near `ideal` the sound is most like what would follow at `natural`. */
function bestPlace(guide: Float32Array, ideal: number, natural: number): number {
  const first = Math.max(0, ideal - REACH);
  const last = Math.min(Math.max(0, guide.length - HOP), ideal + REACH);
  let best = Math.min(ideal, Math.max(0, last));
  // Where all are alike, as in silence, nothing is moved.
  let likeness = compare(guide, best, natural);
  for (let place = first; place <= last; place += STEP) {
    const found = compare(guide, place, natural);
    if (found > likeness) [likeness, best] = [found, place];
  }
  return best;
}

function compare(guide: Float32Array, a: number, b: number): number {
  let product = 0;
  let energy = 1e-9;
  const end = Math.min(HOP, guide.length - Math.max(a, b));
  for (let i = 0; i < end; i += STEP) {
    const sample = guide[a + i] as number;
    product += sample * (guide[b + i] as number);
    energy += sample * sample;
  }
  return product / Math.sqrt(energy);
}

function addWindow(made: Float32Array, at: number, source: Float32Array, from: number): void {
  const end = Math.min(WINDOW, source.length - from, made.length - at);
  // Of the first window only the half from its middle on is there.
  for (let i = Math.max(0, -at, -from); i < end; i += 1)
    made[at + i] = (made[at + i] as number) + (shape[i] as number) * (source[from + i] as number);
}
