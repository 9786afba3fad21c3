/**
 * Limits concurrency; further work waits.
 * @param next which waiting work is next. Default: oldest.
 */
export function limitConcurrency(
  most: number,
  next: 'oldest' | 'newest' = 'oldest',
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      // The slot passes directly to the next.
      const go = next === 'oldest' ? waiting.shift() : waiting.pop();
      if (go) go();
      else running -= 1;
    }
  };
}
