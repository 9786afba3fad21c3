/** One pass by which a sound comes to another pace and keeps its pitch. */
export interface TempoPass {
  /** Seconds of its input a second: 0.5 to 2. */
  pace: number;
  /** Samples of 48 kHz by which its input has to come later, since windows are placed a little too early. */
  delay: number;
}

/** Samples of silence after an input of a pass, with which its end comes out whole: two windows. */
export const TEMPO_TAIL = 4096;

/** As measured with speech, music, noise and tones between silence; each alone would have a little more or less. */
const [SLOW_DELAY, FAST_DELAY] = [320, 256];

/** The passes that bring a sound to a pace; none for its own. @param speed 0.25 to 4; one pass does half to twice. */
export function tempoPasses(speed: number): TempoPass[] {
  if (speed > 2) return [...tempoPasses(2), ...tempoPasses(speed / 2)];
  if (speed < 0.5) return [...tempoPasses(0.5), ...tempoPasses(speed / 0.5)];
  return Math.abs(speed - 1) < 1e-6 ? [] : [{ pace: speed, delay: speed < 1 ? SLOW_DELAY : FAST_DELAY }];
}
