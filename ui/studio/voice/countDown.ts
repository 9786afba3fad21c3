/** Length of the countdown, in seconds. */
export const COUNTDOWN = 3;

/**
 * Counts down in seconds.
 * @param onCount called with the seconds left, COUNTDOWN first.
 * @returns false if it was aborted.
 */
export async function countDown(onCount: (left: number) => void, signal: AbortSignal): Promise<boolean> {
  for (let left = COUNTDOWN; left > 0 && !signal.aborted; left -= 1) {
    onCount(left);
    await second(signal);
  }
  return !signal.aborted;
}

/** Resolves after a second, or on abort. */
function second(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 1000);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
