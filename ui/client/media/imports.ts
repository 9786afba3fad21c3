import { proxy } from 'valtio/vanilla';
import { showFailure } from '../page/notices.ts';

/** Status of imports, for the places that offer them. */
export const importStatus = proxy({
  /** '' while none is running. */
  words: '',
});

/** An import. */
export interface ImportTask<T> {
  /** Status text meanwhile. */
  words: string;
  /** Name of a place for one file: the next import for it aborts this one. */
  place?: string;
  /** @throws ApiError with a message for the user. */
  load: (signal: AbortSignal) => Promise<T>;
  /** Adds the imported media to its destination. */
  land: (taken: T) => unknown;
}

/** Running imports, oldest first. */
const running = new Map<AbortController, Pick<ImportTask<never>, 'words' | 'place'>>();

/**
 * Aborts imports; files that are already imported stay.
 * @param place whose imports are aborted, with all places inside it, as "tool" includes "tool source"; default: all.
 */
export function cancelImports(place?: string): void {
  for (const [ending, one] of running)
    if (place === undefined || `${one.place} `.startsWith(`${place} `)) ending.abort();
}

/** Runs an import and shows its status. Reports failures; `stopTaking` aborts it. */
export async function runImport<T>({ words, place, load, land }: ImportTask<T>): Promise<void> {
  if (place !== undefined) cancelImports(place);
  const ending = new AbortController();
  running.set(ending, { words, ...(place === undefined ? {} : { place }) });
  importStatus.words = words;
  try {
    await land(await load(ending.signal));
  } catch (error) {
    if (!ending.signal.aborted) showFailure(error);
  } finally {
    running.delete(ending);
    importStatus.words = [...running.values()].at(-1)?.words ?? '';
  }
}
