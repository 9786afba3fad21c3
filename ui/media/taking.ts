import { proxy } from 'valtio/vanilla';
import { showFailure } from '../state/notices.ts';

/** What is being done with files that a person gave, for the places where files are asked for. */
export const taking = proxy({
  /** '' when nothing is. */
  words: '',
});

/** How something is taken in. */
export interface Taking<T> {
  /** Shown where files are asked for meanwhile. */
  words: string;
  /** Names a place that has room for one thing: what is still being taken in for it is stopped by the next. */
  place?: string;
  /** @throws ApiError with the sentence that a person should read. */
  take: (signal: AbortSignal) => Promise<T>;
  /** Puts what was taken where it belongs. */
  land: (taken: T) => unknown;
}

/** All that is being taken in, the oldest first. */
const running = new Map<AbortController, Pick<Taking<never>, 'words' | 'place'>>();

/**
 * Stops taking files; those that were taken already stay.
 * @param place of what is stopped, with all places in it, as "tool" with "tool source"; all unless given.
 */
export function stopTaking(place?: string): void {
  for (const [ending, one] of running)
    if (place === undefined || `${one.place} `.startsWith(`${place} `)) ending.abort();
}

/** Takes something in, with words meanwhile where files are asked for. What goes wrong is said; `stopTaking` ends it. */
export async function takeIn<T>({ words, place, take, land }: Taking<T>): Promise<void> {
  if (place !== undefined) stopTaking(place);
  const ending = new AbortController();
  running.set(ending, { words, ...(place === undefined ? {} : { place }) });
  taking.words = words;
  try {
    await land(await take(ending.signal));
  } catch (error) {
    if (!ending.signal.aborted) showFailure(error);
  } finally {
    running.delete(ending);
    taking.words = [...running.values()].at(-1)?.words ?? '';
  }
}
