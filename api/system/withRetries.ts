import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds between tries. */
const pausesMs = [200, 1000];

/**
 * Runs work up to three times, for transient failures such as a database that is briefly unreachable.
 * @param lasts whether an error is permanent; default: none is.
 * @throws the error of the last try, or the first permanent one.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  lasts: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (lasts(error)) throw error;
      await delay(pause);
    }
  }
  return work();
}
