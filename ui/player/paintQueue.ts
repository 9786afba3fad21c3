/** Number of scenes painted in parallel: more would exceed the decoders that browsers allow. */
const AT_ONCE = 3;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs work when a slot is free, in order of arrival. Skips work that was aborted while waiting. */
export async function queuePaint(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    if (!signal.aborted) await work();
  } finally {
    // Passes the slot directly to the next in line.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
