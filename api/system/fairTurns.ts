/** Runs work in a fair turn. @param party that it belongs to. */
export type InFairTurn = <T>(party: string, work: () => Promise<T>) => Promise<T>;

/**
 * Limits concurrency in total and per party. Parties alternate, however much each has waiting.
 * @param limits.most total. @param limits.ofOne per party: lower, so that another party finds a free place.
 */
export function fairTurns({ most, ofOne }: { most: number; ofOne: number }): InFairTurn {
  // Ordered by which party is served next.
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
