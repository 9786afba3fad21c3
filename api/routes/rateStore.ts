import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** Keys that are counted at a time; the one that was used longest ago makes room. */
const MOST_KEYS = 5000;

type Callback = Parameters<FastifyRateLimitStore['incr']>[1];

/**
 * Counts calls for @fastify/rate-limit, in this process. The package's own store reads the clock of the day: set back
 * an hour, that would end no window for an hour.
 */
export class RateStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  incr(key: string, callback: Callback, timeWindow: number): void {
    const now = performance.now();
    const before = this.#windows.get(key);
    const window = before && before.endsAt > now ? before : { count: 0, endsAt: now + timeWindow };
    window.count += 1;
    this.#windows.delete(key);
    this.#windows.set(key, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MOST_KEYS && oldest !== undefined) this.#windows.delete(oldest);
    callback(null, { current: window.count, ttl: Math.ceil(window.endsAt - now) });
  }

  child(): RateStore {
    return new RateStore();
  }
}
