/** From how many seconds it is counted down. */
export const COUNTDOWN = 3;

/**
 * Counts seconds down to none.
 * @param onCount told the seconds that are left, COUNTDOWN first. @returns whether it came to its end, not to the signal's.
 */
export async function countDown(onCount: (left: number) => void, signal: AbortSignal): Promise<boolean> {
  for (let left = COUNTDOWN; left > 0 && !signal.aborted; left -= 1) {
    onCount(left);
    await second(signal);
  }
  return !signal.aborted;
}

/** A second, or less where it is called off. */
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
