/** Rounds to microseconds, so that 2.2 + 1 is 3.2. @param seconds any. @returns seconds. */
export function toMicroseconds(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
