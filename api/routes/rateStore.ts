import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** Most keys in memory; the least recently used one is dropped. */
const MOST_KEYS = 5000;

type Callback = Parameters<FastifyRateLimitStore['incr']>[1];

/**
 * In-process counters for @fastify/rate-limit. The package's own store uses the wall clock: if that is set back an
 * hour, windows last an hour longer.
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
