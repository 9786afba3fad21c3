/** One pass of changing the tempo of audio at constant pitch. */
export interface TempoPass {
  /** Seconds of input per second of output: 0.5 to 2. */
  pace: number;
  /** Samples at 48 kHz by which to delay the input, because the filter places windows slightly too early. */
  delay: number;
}

/** Samples of silence after the input of a pass that flush its end: two windows. */
export const TEMPO_TAIL = 4096;

/** Measured with speech, music, noise and tones between silence; the individual results differ slightly. */
const [SLOW_DELAY, FAST_DELAY] = [320, 256];

/** Returns the passes for a speed; none for 1. @param speed 0.25 to 4; one pass covers 0.5 to 2. */
export function tempoPasses(speed: number): TempoPass[] {
  if (speed > 2) return [...tempoPasses(2), ...tempoPasses(speed / 2)];
  if (speed < 0.5) return [...tempoPasses(0.5), ...tempoPasses(speed / 0.5)];
  return Math.abs(speed - 1) < 1e-6 ? [] : [{ pace: speed, delay: speed < 1 ? SLOW_DELAY : FAST_DELAY }];
}
