import { setTimeout as delay } from 'node:timers/promises';

/** Waits between tries, milliseconds. */
const pausesMs = [200, 1000];

/**
 * Does a piece of work once more, and a second time, where what failed may pass, such as a database that is away for a moment.
 * @param lasts whether an error would only come again; default: none would.
 * @throws the error of the last try, or the first that lasts.
 */
export async function patiently<T>(
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
