/** Who did not say for this long that it lives is dead, seconds. */
export const LEASE_SECONDS = 12;

/** Who could not be heard has so long to speak again, beside a lease, seconds. */
const EXCUSE_SECONDS = 10;

/** What a worker said last of its work. */
interface Beating {
  id: string;
  beat_at: Date | null;
}

/** Tells what has stayed as it is. */
export interface Stillness {
  /** Whether what is said of something has been the same for so long, as far as is known here. */
  isStill(id: string, said: string): boolean;
  forget(id: string): void;
  /** Nobody could speak for a while: what was said is no sign of anything, and who lives has some seconds more to speak again. */
  excuse(): void;
  /** Those of all rows that are worked on whose workers are silent. What is not among them is forgotten. */
  silent<Row extends Beating>(rows: readonly Row[]): Row[];
}

/**
 * Watches what is said of something, by a clock that nobody can set. That of a database or of a machine may be put an hour
 * forward, and all who live would look dead by it; or back, and the dead would live for an hour.
 * @param seconds for which it must have stayed the same; default: a lease, less what the times of looking may differ.
 */
export function createStillness(seconds = LEASE_SECONDS - 1): Stillness {
  const seen = new Map<string, { said: string; since: number }>();
  let excusedUntil = 0;
  const isStill = (id: string, said: string): boolean => {
    const known = seen.get(id);
    const now = performance.now();
    if (known?.said === said) return now - known.since >= seconds * 1000;
    seen.set(id, { said, since: Math.max(now, excusedUntil) });
    return seconds === 0;
  };
  return {
    isStill,
    forget: (id) => void seen.delete(id),
    excuse() {
      seen.clear();
      excusedUntil = performance.now() + EXCUSE_SECONDS * 1000;
    },
    silent(rows) {
      const ids = new Set(rows.map(({ id }) => id));
      for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id);
      return rows.filter(({ id, beat_at }) => isStill(id, String(beat_at?.getTime())));
    },
  };
}
