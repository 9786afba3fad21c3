import type { JobInWork } from './queue.ts';

/** Seconds without a heartbeat after which a worker counts as dead. */
export const LEASE_SECONDS = 12;

/** Extra seconds for a heartbeat after an outage, in addition to a lease. */
const EXCUSE_SECONDS = 10;

/**
 * Watches values with a monotonic clock. The clock of a database or machine may jump: forward, and all live workers
 * would look dead; back, and dead ones would look alive for an hour.
 * @param seconds without a change; default: a lease, minus the jitter of the checks.
 */
export function createHeartbeatWatch(seconds = LEASE_SECONDS - 1) {
  const seen = new Map<string, { beat: string; since: number }>();
  let excusedUntil = 0;
  /** Whether a value has not changed for the whole period, as observed by this process. */
  const isStill = (id: string, beat: string): boolean => {
    const known = seen.get(id);
    const now = performance.now();
    if (known?.beat === beat) return now - known.since >= seconds * 1000;
    seen.set(id, { beat, since: Math.max(now, excusedUntil) });
    return seconds === 0;
  };
  return {
    isStill,
    forget: (id: string) => void seen.delete(id),
    /** Discards observations after an outage in which no heartbeat could arrive, and grants live workers some seconds. */
    excuse(): void {
      seen.clear();
      excusedUntil = performance.now() + EXCUSE_SECONDS * 1000;
    },
    /** Returns the jobs whose workers are silent. Forgets jobs that are not in the list. */
    silent(jobs: readonly JobInWork[]): JobInWork[] {
      const ids = new Set(jobs.map(({ jobId }) => jobId));
      for (const id of seen.keys()) if (!ids.has(id)) seen.delete(id);
      return jobs.filter(({ jobId, beat }) => isStill(jobId, beat));
    },
  };
}
