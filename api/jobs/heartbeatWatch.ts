/** Seconds without a heartbeat after which a worker counts as dead. */
export const LEASE_SECONDS = 12;

/** Extra seconds for a heartbeat after an outage, in addition to a lease. */
const EXCUSE_SECONDS = 10;

/** Work in progress. */
interface Beating {
  jobId: string;
  /** Changes with each heartbeat. */
  beat: string;
}

/** Detects heartbeats that stopped. */
export interface HeartbeatWatch {
  /** Whether a value has not changed for the whole period, as observed by this process. */
  isStill(id: string, beat: string): boolean;
  forget(id: string): void;
  /**
   * Discards observations after an outage in which no heartbeat could arrive, and grants live workers some extra
   * seconds.
   */
  excuse(): void;
  /** Returns the work whose workers are silent. Forgets ids that are not in the list. */
  silent<Row extends Beating>(rows: readonly Row[]): Row[];
}

/**
 * Watches values with a monotonic clock. The clock of a database or machine may jump: forward, and all live workers
 * would look dead; back, and dead ones would look alive for an hour.
 * @param seconds without a change; default: a lease, minus the jitter of the checks.
 */
export function createHeartbeatWatch(seconds = LEASE_SECONDS - 1): HeartbeatWatch {
  const seen = new Map<string, { beat: string; since: number }>();
  let excusedUntil = 0;
  const isStill = (id: string, beat: string): boolean => {
    const known = seen.get(id);
    const now = performance.now();
    if (known?.beat === beat) return now - known.since >= seconds * 1000;
    seen.set(id, { beat, since: Math.max(now, excusedUntil) });
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
      const ids = new Set(rows.map(({ jobId }) => jobId));
      for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id);
      return rows.filter(({ jobId, beat }) => isStill(jobId, beat));
    },
  };
}
