/** How many samples on either side tell how the wave goes between two. */
export const REACH = 6;
/** Where between two samples it is looked at: at four times the rate, as ITU-R BS.1770-4, annex 2, asks for true peaks. */
const PLACES = [0.25, 0.5, 0.75];
/** A wave between two samples that are both below this share of the ceiling does not reach it. */
const SAFE = 0.5;

/** Weights of the samples around for each place: a sinc under a Hann window, which add up to one. */
const weights = PLACES.map((place) => {
  const taps = Array.from({ length: 2 * REACH }, (_, i) => {
    const x = i - (REACH - 1) - place;
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * Math.cos((Math.PI * x) / (2 * REACH)) ** 2;
  });
  const sum = taps.reduce((all, tap) => all + tap, 0);
  return Float64Array.from(taps, (tap) => tap / sum);
});

/**
 * How strong a sound is from a sample to the next one, where that may be more than a ceiling; else its sample's strength.
 * @param samples with REACH − 1 before and REACH after the sample, those that are not there are silent.
 */
export function betweenSamples(samples: Float32Array, at: number, ceiling: number): number {
  const here = Math.abs(samples[at] as number);
  if (here < SAFE * ceiling && Math.abs(samples[at + 1] ?? 0) < SAFE * ceiling) return here;
  let peak = here;
  for (const taps of weights) {
    let value = 0;
    for (let i = 0; i < taps.length; i += 1) value += (taps[i] as number) * (samples[at - REACH + 1 + i] ?? 0);
    peak = Math.max(peak, Math.abs(value));
  }
  return peak;
}
