interface Running<T> {
  done: Promise<T>;
  stop: AbortController;
  waiting: number;
}

/**
 * Lets all who ask for the same thing at a time wait for one piece of work. It is stopped when nobody waits any more.
 * @returns a function that throws the reason of its signal at once when that is aborted.
 */
export function createShared<T>() {
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
        // Who comes now begins anew.
        if (running.get(key) === one) running.delete(key);
        one.stop.abort(new DOMException('Canceled because its result was no longer requested.', 'AbortError'));
      }
    }
  };
}
