/** Loudness at which video platforms play, in LUFS. */
export const PLATFORM_LOUDNESS = -14;
/** Largest true peak after the loudness is set, in dBFS. */
export const TRUE_PEAK = -1;

/** Audio at or below this is not measured (ITU-R BS.1770-4), in LUFS. */
const SILENCE = -70;
/** Accepted difference to the target, in LU; it is inaudible. */
const NEAR = 0.1;
/** Most measurements. */
const ROUNDS = 6;
/** Smallest assumed effect of a gain after limiting, as a share; a smaller one would overshoot. */
const LEAST_LEFT = 0.25;
/** Largest gain in decibels: more would amplify noise. */
const MOST_GAIN = 40;

/**
 * Finds the gain that brings audio to a loudness, for browser and renderer alike. The limiter that keeps peaks below
 * TRUE_PEAK lowers the loudness again, so the result is measured and the gain corrected.
 * @param target LUFS. @param measure returns the integrated loudness: of the unchanged audio if `gain` is undefined,
 * else of the result with a gain in decibels. @returns decibels, to the hundredth; undefined for silence, which stays
 * unchanged.
 */
export async function findGain(
  target: number,
  measure: (gain: number | undefined) => Promise<number>,
): Promise<number | undefined> {
  const before = await measure(undefined);
  if (!(before > SILENCE)) return undefined;
  let [gain, last] = [bounded(target - before), { gain: 0, loudness: before }];
  for (let round = 1; round < ROUNDS; round += 1) {
    const loudness = await measure(gain);
    // Change in loudness per decibel: less than one where peaks were limited.
    const left = Math.min(1, Math.max(LEAST_LEFT, (loudness - last.loudness) / (gain - last.gain || 1)));
    const next = bounded(gain + (target - loudness) / left);
    if (Math.abs(target - loudness) <= NEAR || next === gain) break;
    [gain, last] = [next, { gain, loudness }];
  }
  return gain;
}

function bounded(decibels: number): number {
  return Math.round(Math.min(MOST_GAIN, decibels) * 100) / 100;
}

/** Audio below this true peak is not measured after encoding, in dBFS: encoders rarely add as much at usual bit rates. */
export const NEAR_FULL_SCALE = -6;
/** Inaudible excess over a true peak, in decibels. */
export const NEAR_PEAK = 0.1;
/** Most times that a mix is encoded again because the encoder raised its peaks. */
export const MOST_ENCODED_AGAIN = 5;

/**
 * Creates the limits for encoding a mix again and again until its encoded peaks fit, for browser and renderer alike.
 * @param first limit of the first encoding, in dBFS. @returns a function that takes by how many decibels the encoded
 * peaks exceed what is allowed, and returns the next limit in dBFS. A limit above the peaks of the mix changes nothing,
 * so the step doubles until the excess falls.
 */
export function limitStepper(first: number): (over: number) => number {
  let [limit, step, last] = [first, 0, Number.POSITIVE_INFINITY];
  return (over) => {
    step = over < last - NEAR_PEAK ? over : Math.max(over, 2 * step);
    last = over;
    limit = Math.round(100 * (limit - step)) / 100;
    return limit;
  };
}
