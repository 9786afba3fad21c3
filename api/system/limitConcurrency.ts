/** Limits concurrency; further work waits in order. */
export function limitConcurrency(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      // The slot passes directly to the next in line.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
