/** The loudness that video platforms play at, LUFS. */
export const PLATFORM_LOUDNESS = -14;
/** What the waves between samples do not go beyond once the loudness is set, decibels of full scale. */
export const TRUE_PEAK = -1;

/** What is not louder has nothing to measure (ITU-R BS.1770-4), LUFS. */
const SILENCE = -70;
/** Nearer than this nobody hears a difference, LU. */
const NEAR = 0.1;
/** How often it is measured at most. */
const ROUNDS = 6;
/** How much of a gain a limiter may be taken to leave: less, and one step would go too far. */
const LEAST_LEFT = 0.25;
/** What is softer is not made louder by more: it would be noise, decibels. */
const MOST_GAIN = 40;

/**
 * Finds the gain that brings a sound to a loudness, the same way in browser and renderer. A limiter that holds peaks below
 * TRUE_PEAK takes some loudness away again, so what comes out is measured, and the gain corrected by what it lacks.
 * @param target LUFS. @param measure gives the integrated loudness of the sound: as it is, without a gain; with one, in
 * decibels, as it comes out. @returns decibels to the hundredth; undefined for silence, which stays as it is.
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
    // How much louder it became for each decibel: less than one where peaks were held.
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
