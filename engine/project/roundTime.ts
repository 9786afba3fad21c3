/** Rounds to microseconds, so that 2.2 + 1 is 3.2. @param seconds any. @returns seconds. */
export function toMicroseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

/** Rounds to milliseconds, the precision of times that people set. @param seconds any. @returns seconds. */
export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1e3) / 1e3;
}
