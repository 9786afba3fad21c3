let last = 0;

/**
 * The time now, milliseconds since 1970, but later than any that this page was told before, also when the clock was set
 * back: what a page did later has a later time.
 */
export function nextTime(): number {
  last = Math.max(Date.now(), last + 1);
  return last;
}
