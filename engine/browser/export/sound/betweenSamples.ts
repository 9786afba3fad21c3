/** Samples on either side that the interpolation uses. */
export const REACH = 6;
/**
 * Positions between two samples to interpolate: 4× oversampling, as ITU-R BS.1770-4, annex 2, requires for true peaks.
 */
const PLACES = [0.25, 0.5, 0.75];
/** If two samples are below this share of the ceiling, the wave between them cannot reach it. */
const SAFE = 0.5;

/** Filter weights for each position: a Hann-windowed sinc, normalized to a sum of one. */
const weights = PLACES.map((place) => {
  const taps = Array.from({ length: 2 * REACH }, (_, i) => {
    const x = i - (REACH - 1) - place;
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * Math.cos((Math.PI * x) / (2 * REACH)) ** 2;
  });
  const sum = taps.reduce((all, tap) => all + tap, 0);
  return Float64Array.from(taps, (tap) => tap / sum);
});

/**
 * Returns the peak between a sample and the next one if it may exceed a ceiling; else the sample's amplitude.
 * @param samples with REACH − 1 before and REACH after the sample; missing ones count as silent.
 */
export function interSamplePeak(samples: Float32Array, at: number, ceiling: number): number {
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
