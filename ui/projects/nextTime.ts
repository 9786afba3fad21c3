let last = 0;

/**
 * Returns the current time in milliseconds since 1970, but always later than the last result, even if the clock was set
 * back. Later actions of a page thus have later times.
 */
export function nextTime(): number {
  last = Math.max(Date.now(), last + 1);
  return last;
}
