import { watchKit } from './kitChanges.ts';
import { type BrandList, readWithOthers } from './otherTabs.ts';

/**
 * Reads a stored list on first request, and again whenever another tab or sync changed it.
 * @returns a function that requests the list; it resolves once the list is read.
 */
export function listReader(list: BrandList, read: () => Promise<void>): () => Promise<void> {
  let reading: Promise<void> | undefined;
  watchKit(() => {
    if (reading) reading = reading.then(read);
  });
  return () => {
    if (!reading) {
      readWithOthers(list, () => {
        reading = read();
      });
      reading = read();
    }
    return reading;
  };
}
