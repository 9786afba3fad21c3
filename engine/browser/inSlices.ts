/** How long one slice may hold up the page, milliseconds. */
const SLICE_MS = 8;

/**
 * Does long work in slices, so that the page goes on meanwhile; at full speed also while the page is out of sight.
 * @param work gives how far it is, 0 to 1, every few milliseconds. @throws the signal's reason when it is stopped.
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

/** Lets the page do what waits. A timer would keep a page that is out of sight waiting for a second. */
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
