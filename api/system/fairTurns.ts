/** Runs work in its turn. @param party on whose behalf. */
export type InFairTurn = <T>(party: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most so much work at a time, and less of one party. Parties take turns, however much each has waiting.
 * @param limits.most at a time. @param limits.ofOne of them of one party: fewer, so that another party finds a place at once.
 */
export function fairTurns({ most, ofOne }: { most: number; ofOne: number }): InFairTurn {
  // In the order in which parties are served next.
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let count = 0;
  const begin = () => {
    for (const [party, line] of waiting) {
      if (count >= most) return;
      const own = running.get(party) ?? 0;
      if (own >= ofOne) continue;
      const go = line.shift();
      waiting.delete(party);
      if (line.length > 0) waiting.set(party, line);
      running.set(party, own + 1);
      count += 1;
      go?.();
    }
  };
  const end = (party: string) => {
    const own = (running.get(party) ?? 1) - 1;
    if (own > 0) running.set(party, own);
    else running.delete(party);
    count -= 1;
    begin();
  };
  return async (party, work) => {
    await new Promise<void>((go) => {
      waiting.set(party, [...(waiting.get(party) ?? []), go]);
      begin();
    });
    try {
      return await work();
    } finally {
      end(party);
    }
  };
}
