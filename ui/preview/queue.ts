/** How many pictures are painted at once: more would start more decoders than a browser likes to have. */
const AT_ONCE = 3;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a work when it is its turn; first come, first served. A work that was given up meanwhile is left out. */
export async function inTurn(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    if (!signal.aborted) await work();
  } finally {
    // The place goes to the next one without becoming free in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
