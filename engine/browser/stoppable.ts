/** Reports progress: bytes done and total bytes. */
export type OnProgress = (done: number, total: number) => void;

/** Waits for work until it is aborted; the work itself continues. @throws the signal's reason. */
export function stoppable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
