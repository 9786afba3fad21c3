interface Running<T> {
  done: Promise<T>;
  stop: AbortController;
  waiting: number;
}

/**
 * Shares one piece of work between concurrent callers with the same key. It is aborted when no caller waits for it.
 * @returns a function that throws its signal's reason immediately when aborted.
 */
export function createSharedWork<T>() {
  const running = new Map<string, Running<T>>();
  const begin = (key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> => {
    const stop = new AbortController();
    const one = { stop, waiting: 0, done: work(stop.signal) };
    const forget = () => {
      if (running.get(key) === one) running.delete(key);
    };
    one.done.then(forget, forget);
    running.set(key, one);
    return one;
  };
  return async (key: string, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    const one = running.get(key) ?? begin(key, work);
    one.waiting += 1;
    let leave = () => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason);
    });
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([one.done, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      one.waiting -= 1;
      if (one.waiting === 0) {
        // Later callers start over.
        if (running.get(key) === one) running.delete(key);
        one.stop.abort(new DOMException('Canceled because its result was no longer requested.', 'AbortError'));
      }
    }
  };
}
