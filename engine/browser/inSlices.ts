/** Longest slice that may block the page, in milliseconds. */
const SLICE_MS = 8;

/**
 * Runs long work in slices, so that the page stays responsive; runs at full speed in hidden tabs too.
 * @param work yields its progress, 0 to 1, every few milliseconds. @throws the signal's reason if aborted.
 */
export async function inSlices<T>(
  work: Generator<number, T>,
  signal: AbortSignal,
  onProgress?: (ratio: number) => void,
): Promise<T> {
  for (let until = performance.now() + SLICE_MS; ; ) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() < until) continue;
    onProgress?.(value);
    await breath();
    signal.throwIfAborted();
    until = performance.now() + SLICE_MS;
  }
}

/** Yields to the event loop. A timer would be throttled to one second in hidden tabs. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
